import { InputError } from '../../pipeline/errors.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { resetPath, validEmail } from '../../server/accounts/entered.ts'
import { localServerUrl } from '../../server/http/listen.ts'
import { changeAccount, listAccounts } from '../../server/state/accounts.ts'
import type { Doer } from '../../server/state/audit.ts'
import type { State } from '../../server/state/open.ts'
import { issueReset, resetMs } from '../../server/state/people.ts'
import { declare, home, noStateText } from '../command.ts'
import { whoDecides } from '../decide.ts'
import { print, tableLines, timeText } from '../print.ts'
import type { Settings } from '../settings.ts'
import { noAccount, parsePlan, withStateStore } from './keys.ts'

/**
 * `briefing accounts list | change ID --plan P --per-hour N --per-day N | suspend ID | resume ID | reset ID --email E`: a
 * change holds from the next call on, in every process. A reset prints a link with which the person sets a new password, once.
 */
export const command = declare({
  actions: ['list', 'change', 'suspend', 'resume', 'reset'],
  args: [['[id]', 'the account to change']],
  options: [
    home,
    ['--plan <plan>', 'free, basic, pro or enterprise'],
    ['--per-hour <calls>', 'calls per hour, or "plan" to use the limit of the plan'],
    ['--per-day <calls>', 'calls per day, or "plan" to use the limit of the plan'],
    ['--email <address>', 'reset: who signs in, for an account that only had keys'],
    ['--by <name>', 'who decides (default: the current user)'],
  ],
  examples: [
    'accounts list',
    'accounts change acct_4f1c --plan basic --per-hour 100',
    'accounts suspend acct_4f1c',
    'accounts reset acct_4f1c',
  ],
  trouble: 'no account has this id',
  unreachable: noStateText,
  guide: 'docs/keys.md',
  action: async ({ settings, global }, options, action, id) => {
    await withStateStore(settings, options.home, async (state) => {
      if (action === 'list') {
        const rows = await listAccounts(state)
        const heads = ['id', 'name', 'plan', 'keys', 'per hour', 'per day', 'suspended']
        const cells = rows.map(({ id, name, plan, keys, per_hour, per_day, suspended_at }) => [
          ...[id, name, plan, keys, per_hour ?? 'plan', per_day ?? 'plan', timeText(suspended_at)],
        ])
        return print(global, { count: rows.length, accounts: rows }, tableLines(heads, cells, 'no accounts'))
      }
      if (!id)
        throw new InputError('ID_MISSING', `give the id of the account to ${action}; to see the ids: briefing accounts list`)
      const doer = { now: Date.now(), by: whoDecides(options) }
      if (action === 'reset') return reset(state, settings, id, options.email, doer, global)
      if (action !== 'change') {
        const suspended = action === 'suspend'
        if (!(await changeAccount(state, id, { suspended_at: suspended ? doer.now : null }, doer))) throw noAccount(id)
        return print(global, { id, suspended }, [suspended ? `${id} is suspended: its keys answer 403` : `${id} is resumed`])
      }
      const change = {
        ...(options.plan === undefined ? {} : { plan: parsePlan(options.plan) }),
        ...(options.perHour === undefined ? {} : { per_hour: callsOf('--per-hour', options.perHour) }),
        ...(options.perDay === undefined ? {} : { per_day: callsOf('--per-day', options.perDay) }),
      }
      if (Object.keys(change).length === 0) throw new InputError('CHANGE', 'give --plan, --per-hour or --per-day')
      if (!(await changeAccount(state, id, change, doer))) throw noAccount(id)
      print(global, { id, ...change }, [`${id} is changed`])
    })
  },
})

/** Prints a link that sets a password. An account that only had keys gets its person by `email`. */
async function reset(
  state: State,
  settings: Settings,
  id: string,
  entered: string | undefined,
  doer: Doer,
  global: { json?: boolean },
): Promise<void> {
  const email = entered === undefined ? null : validEmail(entered)
  if (entered !== undefined && email === null)
    throw new InputError('EMAIL', '--email must be an email address, such as ada@example.com')
  const issued = await issueReset(state, id, email, doer)
  if (issued === 'no account') throw noAccount(id)
  if (issued === 'no email') throw new InputError('EMAIL', `nobody signs in to ${id} yet; add --email ADDRESS to name who will`)
  if (issued === 'taken') throw new InputError('EMAIL', `another account has the address ${email}; use another address`)
  const origin = settings.url ?? localServerUrl(settings.address, settings.port)
  const link = `${origin}${resetPath}?code=${issued.code}`
  const until = isoTime(doer.now + resetMs)
  print(global, { id, email: issued.email, link, until }, [
    link,
    `${issued.email} sets a password with this link, once, until ${until}. Send it to nobody else.`,
  ])
}

/** Null for the limit of the plan. */
function callsOf(option: string, text: string): number | null {
  if (text === 'plan') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InputError('CALLS', `${option} must be a whole number, or "plan" to use the limit of the plan`)
}
