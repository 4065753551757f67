import { type PlanName, plans } from '../../data/plans.ts'
import { currentManifest } from '../../pipeline/editions/on-record.ts'
import { InputError, NotFoundError, UnavailableError } from '../../pipeline/errors.ts'
import { isDiskFull } from '../../pipeline/store/disk-full.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { hideSecrets } from '../../server/http/hide-secrets.ts'
import { createAccount, createKey, type ListedKey, listKeys, revokeKey, rotateKey } from '../../server/state/accounts.ts'
import { openState, type State } from '../../server/state/open.ts'
import { releaseDiskReserve } from '../../server/state/reserve.ts'
import { declare, home, noStateText, type ParsedOptions } from '../command.ts'
import { whoDecides } from '../decide.ts'
import { homeOf, makeWritable, namedHome, statePlace } from '../home-folder.ts'
import { openBlobs } from '../open-blobs.ts'
import { print, tableLines, timeText } from '../print.ts'
import type { Settings } from '../settings.ts'
import { unknown } from '../unknown.ts'

const options = [
  home,
  ['--plan <plan>', 'free, basic, pro or enterprise'],
  ['--name <name>', 'what the key is for'],
  ['--account <id>', 'account the key belongs to (default: a new one)'],
  ['--by <name>', 'who creates it (default: the current user)'],
  ['--expires <day>', 'day or time (UTC) when it expires (default: never)'],
  ['--overlap <time>', 'how long the old key keeps working, such as 24h', '24h'],
] as const

type KeyOptions = ParsedOptions<typeof options>

/**
 * `briefing keys create --plan P --name N --expires DAY --by NAME | list | rotate ID --overlap 24h | revoke ID`. A key is printed once, when
 * it is made: only its hash is kept.
 */
export const command = declare({
  actions: ['create', 'list', 'rotate', 'revoke'],
  args: [['[id]', 'the key to rotate or revoke']],
  options,
  examples: ['keys create --plan pro --name desk', 'keys list', 'keys rotate key_4f1c --overlap 24h', 'keys revoke key_4f1c'],
  trouble: 'no key or account has this id',
  unreachable: noStateText,
  guide: 'docs/keys.md',
  action: async ({ settings, global }, options, action, id) => {
    await withStateStore(settings, options.home, async (state) => {
      if (action === 'create') {
        const made = await create(state, settings, options)
        return print(global, made, [
          made.key,
          `id ${made.id}, plan ${made.plan}, account ${made.account}. The key is shown only once: store it now.`,
        ])
      }
      if (action === 'list') {
        const rows = await listKeys(state)
        const heads = ['id', 'begins', 'name', 'scope', 'plan', 'account', 'made', 'by', 'last used', 'expires', 'state']
        const cells = rows.map((row) => [
          ...[row.id, row.prefix, row.name, row.scope, row.plan, row.account, timeText(row.created_at), row.made_by],
          ...[timeText(row.last_used_at), timeText(row.expires_at), stateOf(row, Date.now())],
        ])
        const lines = tableLines(heads, cells, 'no keys; create one with: briefing keys create')
        return print(global, { count: rows.length, keys: rows }, lines)
      }
      if (!id) throw new InputError('ID_MISSING', `give the id of the key to ${action}; to see the ids: briefing keys list`)
      if (hideSecrets(id) !== id)
        throw new InputError(
          'ID_IS_KEY',
          'that is a key, not an id, and it is now in your shell history; revoke it by its id: see briefing keys list',
        )
      if (action === 'rotate') {
        const { made, until } = await rotate(state, settings, id, options)
        const { key, ...rest } = made
        return print(global, { key, ...rest, replaces: id, until: isoTime(until) }, [
          key,
          `id ${made.id}, replacing ${id}, which works until ${isoTime(until)}. The new key is shown only once: store it now.`,
        ])
      }
      if (!(await revokeKey(state, id, { now: Date.now(), by: whoDecides(options) })))
        throw new NotFoundError('KEY', `no unrevoked key ${id}; to see the ids: briefing keys list`)
      print(global, { id, revoked: true }, [`${id} is revoked, and the webhooks it registered are deleted`])
    })
  },
})

async function create(state: State, settings: Settings, options: KeyOptions) {
  const now = Date.now()
  const standing = await currentManifest(await openBlobs(settings, homeOf(settings, options)))
  const mode = standing?.sample ? 'test' : 'live'
  const { plan, name = 'unnamed', account } = options
  for (const [option, text] of Object.entries({ '--name': name, '--by': options.by ?? '' }))
    if (hideSecrets(text) !== text)
      throw new InputError('NAME_IS_KEY', `${option} contains a key or a password and would be stored; choose another text`)
  const by = whoDecides(options)
  const expiresAt = expiryOf(options.expires, now)
  const owner = account ?? (await createAccount(state, { name, plan: parsePlan(plan), now, by })).id
  const made = await createKey(state, { account: owner, name, prefix: settings.keyPrefix, mode, now, by, expiresAt })
  if (made === 'no account') throw noAccount(owner)
  if (made === 'too many keys')
    throw new InputError(
      'TOO_MANY_KEYS',
      'the account already has as many keys as its plan allows; revoke one with: briefing keys revoke ID',
    )
  return made
}

async function rotate(state: State, { keyPrefix }: Settings, id: string, options: KeyOptions) {
  const now = Date.now()
  const rotated = await rotateKey(state, id, {
    prefix: keyPrefix,
    now,
    by: whoDecides(options),
    expiresAt: expiryOf(options.expires, now),
    overlap: overlapOf(options.overlap ?? '24h'),
  })
  if (rotated === 'no key') throw new NotFoundError('KEY', `no active key ${id}; to see the ids: briefing keys list`)
  if (rotated === 'replaced already')
    throw new InputError(
      'REPLACED',
      `${id} has already been replaced; rotate the newer key instead; to see the ids: briefing keys list`,
    )
  return rotated
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds of a time such as 24h. */
function overlapOf(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  if (count === undefined)
    throw new InputError('OVERLAP', '--overlap must be minutes, hours or days, such as 30m, 24h or 7d; use 0m for none')
  return Number(count) * units[unit as keyof typeof units]
}

/** The begin of a day (UTC), or a time; null where none is given. */
function expiryOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse takes the 30th of February for the 2nd of March
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new InputError(
      'EXPIRES',
      '--expires must be a day such as 2027-01-01, when the key expires at 00:00 UTC, or a time such as 2027-01-01T12:00Z',
    )
  if (time <= now) throw new InputError('EXPIRES', '--expires must be in the future')
  return time
}

function stateOf(row: ListedKey, now: number): string {
  if (row.revoked_at !== null) return `revoked ${isoTime(row.revoked_at)}`
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  if (row.suspended_at !== null) return 'account suspended'
  return row.replaced_by === null ? 'works' : `works, replaced by ${row.replaced_by}`
}

/** What a Postgres that answers refuses, by the codes of its errors. */
const wrongStates = {
  '3D000': 'STATE_URL names a database that does not exist; create it, or correct the name',
  '28P01': 'the database of STATE_URL refuses the password; correct it',
  '28000': 'the database of STATE_URL refuses this user or this machine; correct the user, or let it in with pg_hba.conf',
} as const

/**
 * Opens the state store for one command, and makes one in a home that has none. Throws an `InputError` NO_HOME, or an `UnavailableError` where
 * it cannot be written or does not answer.
 */
export async function withStateStore<T>(
  settings: Settings,
  home: string | undefined,
  use: (state: State) => Promise<T>,
): Promise<T> {
  const folder = namedHome(settings, { home })
  if (settings.stateUrl === null) {
    homeOf(settings, { home })
    await releaseDiskReserve(folder)
    makeWritable(folder)
  }
  const state = await openState(statePlace(settings, folder)).catch((error: unknown) => {
    const { name = typeof error, code } = error as { name?: string; code?: unknown }
    if (['UnavailableError', 'InputError'].includes(name) || isDiskFull(error)) throw error
    // never the message of a driver, which may have an address or a password
    const reason = typeof code === 'string' ? code : name
    const wrong = wrongStates[reason as keyof typeof wrongStates]
    if (wrong !== undefined) throw new InputError('STATE', wrong, { reason })
    throw new UnavailableError('STATE', `the state store does not answer (${reason}); check it with: briefing doctor`)
  })
  try {
    return await use(state)
  } finally {
    await state.close()
  }
}

export function noAccount(id: string): NotFoundError {
  return new NotFoundError('ACCOUNT', `no account ${id.slice(0, 64)}; to see the ids: briefing accounts list`)
}

/** Throws a `NotFoundError` ACCOUNT where there is no such account: nothing found of it would look like nothing done. */
export async function needAccount({ db }: State, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const row = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw noAccount(id)
}

export function parsePlan(text: string | undefined): PlanName {
  const row = plans.find(({ plan }) => plan === text)
  if (row !== undefined) return row.plan
  const names = plans.map(({ plan }) => plan)
  if (text !== undefined) throw unknown('PLAN', text, { kind: 'plan', names })
  throw new InputError('PLAN', `--plan must be one of ${names.join(', ')}`)
}
