import { isoTime } from '../pipeline/calendar/day.ts'
import { InputError, NotFoundError } from '../pipeline/errors.ts'
import { changeAccount, listAccounts } from '../server/state/accounts.ts'
import { whoDecides } from './decide.ts'
import { planOf, withState } from './keys.ts'
import { print, tableLines } from './print.ts'
import type { Settings } from './settings.ts'
import { unknown } from './unknown.ts'

interface AccountOptions {
  readonly home?: string
  readonly plan?: string
  readonly perHour?: string
  readonly perDay?: string
  readonly by?: string
}

const actions: readonly string[] = ['list', 'change', 'suspend', 'resume']

/**
 * `briefing accounts list | change ID --plan P --per-hour N --per-day N | suspend ID | resume ID`: a change holds from the next call on, in
 * every process.
 */
export async function accounts(
  settings: Settings,
  action: string,
  id: string | undefined,
  options: AccountOptions,
  global: { json?: boolean },
): Promise<void> {
  if (!actions.includes(action)) throw unknown('ACTION', action, { kind: 'action', names: actions })
  await withState(settings, options.home, async (state) => {
    if (action === 'list') {
      const rows = await listAccounts(state)
      const table = tableLines(
        ['id', 'name', 'plan', 'keys', 'per hour', 'per day', 'suspended'],
        rows.map((row) => [
          row.id,
          row.name,
          row.plan,
          String(row.keys),
          limitText(row.per_hour),
          limitText(row.per_day),
          row.suspended_at === null ? null : isoTime(row.suspended_at),
        ]),
      )
      return print(global, { count: rows.length, accounts: rows }, rows.length === 0 ? ['no accounts'] : table)
    }
    if (!id) throw new InputError('ID_MISSING', `give the id of the account to ${action}; to see the ids: briefing accounts list`)
    const doer = { now: Date.now(), by: whoDecides(options) }
    if (action !== 'change') {
      const suspended = action === 'suspend'
      if (!(await changeAccount(state, id, { suspended_at: suspended ? doer.now : null }, doer))) throw none(id)
      return print(global, { id, suspended }, [suspended ? `${id} is suspended: its keys answer 403` : `${id} is resumed`])
    }
    const change = {
      ...(options.plan === undefined ? {} : { plan: planOf(options.plan) }),
      ...(options.perHour === undefined ? {} : { per_hour: callsOf('--per-hour', options.perHour) }),
      ...(options.perDay === undefined ? {} : { per_day: callsOf('--per-day', options.perDay) }),
    }
    if (Object.keys(change).length === 0) throw new InputError('CHANGE', 'give --plan, --per-hour or --per-day')
    if (!(await changeAccount(state, id, change, doer))) throw none(id)
    print(global, { id, ...change }, [`${id} is changed`])
  })
}

function none(id: string): NotFoundError {
  return new NotFoundError('ACCOUNT', `no account ${id}; to see the ids: briefing accounts list`)
}

function limitText(calls: number | null): string {
  return calls === null ? 'plan' : String(calls)
}

/** Null for the limit of the plan. */
function callsOf(option: string, text: string): number | null {
  if (text === 'plan') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InputError('CALLS', `${option} must be a whole number, or "plan" to use the limit of the plan`)
}
