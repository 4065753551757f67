import { resolve } from 'node:path'
import { type Plan, plans } from '../data/plans.ts'
import { isoTime } from '../pipeline/calendar/day.ts'
import { InputError, NotFoundError } from '../pipeline/errors.ts'
import { createAccount, createKey, listKeys, revokeKey } from '../server/state/accounts.ts'
import { openState, type State } from '../server/state/open.ts'
import { printer } from './printer.ts'
import type { Settings } from './settings.ts'
import { statePlace } from './state-place.ts'
import { tableLines } from './table.ts'

interface KeyOptions {
  readonly home?: string
  readonly plan?: string
  readonly name?: string
  readonly account?: string
}

/** `briefing keys create --plan P --name N | list | revoke ID`. A key is printed once, when it is made: only its hash is kept. */
export async function keys(
  settings: Settings,
  action: string,
  id: string | undefined,
  options: KeyOptions,
  global: { json?: boolean },
): Promise<void> {
  const say = printer(global)
  await withState(settings, options.home, async (state) => {
    if (action === 'create') {
      const made = await create(state, settings, options)
      return say(made, [made.key, `id ${made.id}, plan ${made.plan}, account ${made.account}. It is shown this once: keep it.`])
    }
    if (action === 'list') {
      const rows = await listKeys(state)
      const table = tableLines(
        ['id', 'begins', 'name', 'plan', 'account', 'made', 'revoked'],
        rows.map((row) => [
          row.id,
          row.prefix,
          row.name,
          row.plan,
          row.account,
          isoTime(row.created_at),
          timeOrNull(row.revoked_at),
        ]),
      )
      return say({ count: rows.length, keys: rows }, rows.length === 0 ? ['no keys; make one with: briefing keys create'] : table)
    }
    if (action !== 'revoke') throw new InputError('ACTION', `"${action}" is none of create, list and revoke`)
    if (!id) throw new InputError('ID_MISSING', 'name the key to revoke; see the ids with: briefing keys list')
    if (!(await revokeKey(state, id, Date.now())))
      throw new NotFoundError('KEY', `no key ${id} that is not revoked yet; see the ids with: briefing keys list`)
    say({ id, revoked: true }, [`${id} is revoked`])
  })
}

async function create(state: State, { keyPrefix }: Settings, { plan, name = 'unnamed', account }: KeyOptions) {
  const now = Date.now()
  const owner = account ?? (await createAccount(state, { name, plan: planOf(plan), now })).id
  const made = await createKey(state, { account: owner, name, prefix: keyPrefix, mode: 'live', now })
  if (made === 'no account') throw new NotFoundError('ACCOUNT', `no account ${owner}; see the ids with: briefing accounts list`)
  if (made === 'too many keys')
    throw new InputError(
      'TOO_MANY_KEYS',
      'the account holds as many keys as its plan allows; revoke one with: briefing keys revoke ID',
    )
  return made
}

/** Opens the state store for one command. */
export async function withState<T>(settings: Settings, home: string | undefined, use: (state: State) => Promise<T>): Promise<T> {
  const state = await openState(statePlace(settings, home ? resolve(home) : settings.home))
  try {
    return await use(state)
  } finally {
    await state.close()
  }
}

export function planOf(text: string | undefined): Plan {
  const row = plans.find(({ plan }) => plan === text)
  if (row !== undefined) return row.plan
  throw new InputError('PLAN', `--plan should be one of ${plans.map(({ plan }) => plan).join(', ')}`)
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time)
}
