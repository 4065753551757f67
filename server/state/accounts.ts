import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { type PlanName, plans } from '../../data/plans.ts'
import { type Doer, recordAudit } from './audit.ts'
import { hmacDraw, newKey, secretHash } from './key.ts'
import type { State } from './open.ts'
import { changeRows, countRows, findRow, insertRow, lockRow } from './rows.ts'
import type { AccountTable, AuditAction, KeyScope, Tables } from './schema.ts'
import { ensureSecret } from './secrets.ts'
import { dropWebhooks } from './webhooks.ts'

export type Account = Readonly<AccountTable>
/** A key as it is listed: everything but what could be used. */
export type ListedKey = Readonly<Omit<Tables['key'], 'hash'>> & {
  readonly plan: PlanName
  readonly account_name: string
  readonly suspended_at: number | null
}

/** The holder of a key, or a person who is signed in, and what they may read. */
export interface KeyHolder {
  /** Null where a person is signed in, without a key. */
  readonly key: string | null
  readonly account: string
  readonly plan: PlanName
  /** What they may do; a person who is signed in may do everything. */
  readonly scope: KeyScope | 'person'
  /** Calls per hour and day. */
  readonly perHour: number
  readonly perDay: number
  /** Moment from which the key is refused; null where it does not expire. */
  readonly expiresAt: number | null
  /** Whether its account is suspended: the key is known, and reads nothing. */
  readonly suspended: boolean
}

export interface CreatedKey extends Readonly<Pick<Tables['key'], 'id' | 'account' | 'name' | 'prefix' | 'scope' | 'expires_at'>> {
  /** The key itself, told this once. */
  readonly key: string
  readonly plan: PlanName
}

export interface AccountInput extends Doer, Readonly<Pick<AccountTable, 'name' | 'plan'>> {
  readonly perHour?: number | null
  readonly perDay?: number | null
}

export async function createAccount({ db }: State, input: AccountInput): Promise<Account> {
  return db.transaction().execute((within) => insertAccount(within, input))
}

export async function insertAccount(within: Transaction<Tables>, input: AccountInput): Promise<Account> {
  const { name, plan, perHour: per_hour = null, perDay: per_day = null, now: created_at } = input
  const id = `acct_${randomUUID().replaceAll('-', '')}`
  const account: AccountTable = { id, name, plan, per_hour, per_day, created_at, suspended_at: null }
  await insertRow(within, 'account', account)
  await recordAudit(within, input, { what: 'account.created', account: account.id, detail: { plan } })
  return account
}

export async function listAccounts({ db }: State): Promise<(Account & { readonly keys: number })[]> {
  return db
    .selectFrom('account')
    .selectAll('account')
    .select((row) =>
      row
        .selectFrom('key')
        .whereRef('key.account', '=', 'account.id')
        .where('key.revoked_at', 'is', null)
        .select((each) => each.fn.countAll<number>().as('n'))
        .as('keys'),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, keys: Number(row.keys) })))
}

/** Changes plan or limits, suspends or resumes; every process sees it within a second. False where there is no such account. */
export async function changeAccount(state: State, id: string, change: AccountChange, doer: Doer): Promise<boolean> {
  return state.db.transaction().execute(async (within) => {
    if (!(await changeRows(within, 'account', { id }, change))) return false
    await recordAudit(within, doer, { what: deedOf(change), account: id, detail: change })
    return true
  })
}

type AccountChange = Partial<Pick<AccountTable, 'plan' | 'per_hour' | 'per_day' | 'name' | 'suspended_at'>>

function deedOf({ suspended_at: suspendedAt }: AccountChange): AuditAction {
  if (suspendedAt === undefined) return 'account.changed'
  return suspendedAt === null ? 'account.resumed' : 'account.suspended'
}

/** `by` is also kept with the key. */
export interface KeyInput extends Doer {
  readonly account: string
  readonly name: string
  readonly prefix: string
  readonly mode: 'live' | 'test'
  /** Moment from which it is refused; left out, it does not expire. */
  readonly expiresAt?: number | null
  /** Draws the characters of the key, a whole number from 0 to below `below` each; by chance where left out. */
  readonly random?: (below: number) => number
}

/** Creates a key of the scope `account`, unless the account does not exist or already has as many as its plan allows. */
export async function createKey({ db }: State, input: KeyInput): Promise<CreatedKey | 'no account' | 'too many keys'> {
  const { account, now } = input
  return db.transaction().execute(async (within) => {
    const owner = await lockRow(within, 'account', { id: account })
    if (owner === null) return 'no account'
    if ((await countKeys(within, account, now)) >= planOf(owner.plan).keys) return 'too many keys'
    const made = await insertKey(within, { ...input, scope: 'account' }, owner.plan)
    await recordAudit(within, input, { what: 'key.created', account, key: made.id, detail: { name: made.name } })
    return made
  })
}

/**
 * A key of an account that can be shown again although only its hash is stored: the n-th of the account is computed from a secret of the
 * store (HMAC-SHA-256). The first that still works is returned; one that was revoked, has expired or is being replaced gives way to the next.
 */
export async function derivedKey(state: State, input: KeyInput): Promise<string | 'too many keys'> {
  const secret = await ensureSecret(state, 'derived keys')
  for (let n = 0; ; n++) {
    const draw = () => hmacDraw(secret, `${input.account} ${input.name} ${input.prefix} ${n}`, 256)
    const { key } = newKey(input.prefix, input.mode, draw())
    const row = await findRow(state.db, 'key', { hash: secretHash(key) })
    if (row === null) {
      const made = await createKey(state, { ...input, random: draw() })
      if (made === 'too many keys') return made
      if (made === 'no account') throw new Error(`account ${input.account} does not exist`)
      return made.key
    }
    const works = row.revoked_at === null && row.replaced_by === null && (row.expires_at === null || row.expires_at > input.now)
    if (works) return key
  }
}

/** Keys of an account that work and are not replaced: what its plan limits. */
export async function countKeys(db: Kysely<Tables>, account: string, now: number): Promise<number> {
  return countRows(
    db.selectFrom('key').where(activeKeyCondition(now)).where('account', '=', account).where('replaced_by', 'is', null),
  )
}

/** Whether a key is neither revoked nor expired. */
export const activeKeyCondition = (now: number) => (row: ExpressionBuilder<Tables, 'key'>) =>
  row.and([
    row('key.revoked_at', 'is', null),
    row.or([row('key.expires_at', 'is', null), row('key.expires_at', '>', Math.floor(now))]),
  ])

export interface RotationInput extends Doer, Pick<KeyInput, 'prefix' | 'expiresAt'> {
  /** The account it must belong to; any where left out. */
  readonly account?: string
  /** Milliseconds for which the previous key keeps working. */
  readonly overlap: number
}

/**
 * Makes a key instead of another one, of the same account, name and scope, and lets the old one expire after the overlap, or when it would
 * have. Webhooks pass to the new key. The number of keys a plan allows does not count those that are replaced. `until`: when the previous key
 * expires.
 */
export async function rotateKey(
  state: State,
  id: string,
  input: RotationInput,
): Promise<{ readonly made: CreatedKey; readonly until: number } | 'no key' | 'replaced already'> {
  const { now, overlap } = input
  return state.db.transaction().execute(async (within) => {
    const before = await findRow(within, 'key', { id })
    const foreign = input.account !== undefined && input.account !== before?.account
    const owner = before === null || foreign ? null : await lockRow(within, 'account', { id: before.account })
    // read again now that nobody else changes it
    const row = owner && (await findRow(within, 'key', { id }))
    if (row === null || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return 'no key'
    if (row.replaced_by !== null) return 'replaced already'
    const mode = row.prefix.includes('_test') ? 'test' : 'live'
    const { account, name, scope } = row
    const made = await insertKey(within, { ...input, account, name, scope, mode }, owner!.plan)
    const until = Math.min(now + overlap, row.expires_at ?? Number.POSITIVE_INFINITY)
    await changeRows(within, 'key', { id }, { replaced_by: made.id, expires_at: until })
    await changeRows(within, 'webhook', { key: id }, { key: made.id })
    const detail = { replaced_by: made.id, until }
    await recordAudit(within, input, { what: 'key.rotated', account, key: id, detail })
    return { made, until }
  })
}

export async function insertKey(
  within: Transaction<Tables>,
  input: KeyInput & Pick<Tables['key'], 'scope'>,
  plan: PlanName,
): Promise<CreatedKey> {
  const { account, name, prefix, mode, scope, now, by = null, expiresAt = null, random } = input
  const made = newKey(prefix, mode, random)
  const id = `key_${randomUUID().replaceAll('-', '')}`
  const kept = { id, account, name, prefix: made.prefix, scope, expires_at: expiresAt }
  await insertRow(within, 'key', { ...kept, hash: made.hash, created_at: now, made_by: by })
  return { ...kept, key: made.key, plan }
}

/** All keys, or those of one account. */
export async function listKeys({ db }: State, account?: string): Promise<ListedKey[]> {
  const keys = db
    .selectFrom('key')
    .innerJoin('account', 'account.id', 'key.account')
    .selectAll('key')
    .select(['account.plan', 'account.name as account_name', 'account.suspended_at'])
    .orderBy('key.created_at')
    .orderBy('key.id')
  const rows = await (account === undefined ? keys : keys.where('key.account', '=', account)).execute()
  return rows.map(({ hash: _, ...key }) => key)
}

/**
 * Revokes a key, by id, and ends the webhooks that it registered; every process refuses it within a second. False where there is no such key, of
 * that account where one is named, or it was revoked before.
 */
export async function revokeKey(state: State, id: string, doer: Doer, owner?: string): Promise<boolean> {
  return state.db.transaction().execute(async (within) => {
    const [revoked] = await revokeKeys(within, doer, owner === undefined ? { id } : { id, account: owner })
    if (revoked === undefined) return false
    await recordAudit(within, doer, { what: 'key.revoked', account: revoked.account, key: id, detail: { name: revoked.name } })
    return true
  })
}

/** Revokes the keys that match and are not revoked, and ends their webhooks, within the transaction that records it. */
export async function revokeKeys(
  within: Transaction<Tables>,
  doer: Doer,
  which: Partial<Pick<Tables['key'], 'id' | 'account' | 'name'>>,
): Promise<Pick<Tables['key'], 'id' | 'account' | 'name'>[]> {
  const revoked = await within
    .updateTable('key')
    .set({ revoked_at: Math.floor(doer.now) })
    .where((row) => row.and(which))
    .where('revoked_at', 'is', null)
    .returning(['id', 'account', 'name'])
    .execute()
  const ids = revoked.map(({ id }) => id)
  if (ids.length > 0) await dropWebhooks(within, (webhooks) => webhooks.where('key', 'in', ids), doer)
  return revoked
}

/**
 * Notes when keys were last used, by their ids. A later use that another process noted stands. No change that anybody has to see, so the
 * revision stays.
 */
export async function storeUses({ db }: State, uses: ReadonlyMap<string, number>): Promise<void> {
  await db.transaction().execute(async (within) => {
    // in one order, so that two processes never wait for one another
    for (const [id, at] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1)))
      await within
        .updateTable('key')
        .set({ last_used_at: Math.floor(at) })
        .where('id', '=', id)
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
        .execute()
  })
}

/** The holder of the key of a hash; null where there is none, or it is revoked. Whether it has expired is for who asks to tell. */
export async function keyHolder({ db }: State, hash: string): Promise<KeyHolder | null> {
  const row = await db
    .selectFrom('key')
    .innerJoin('account', 'account.id', 'key.account')
    .select(['key.id', 'key.expires_at', 'key.scope', ...holderColumns])
    .where('key.revoked_at', 'is', null)
    .where('key.hash', '=', hash)
    .executeTakeFirst()
  return row === undefined ? null : toKeyHolder(row)
}

export const holderColumns = [
  'account.id as account',
  'account.plan',
  'account.per_hour',
  'account.per_day',
  'account.suspended_at',
] as const

interface HolderRow extends Pick<AccountTable, 'plan' | 'per_hour' | 'per_day' | 'suspended_at'> {
  /** The key. */
  readonly id: string | null
  readonly account: string
  readonly expires_at: number | null
  /** That of the key; null without one. */
  readonly scope: KeyScope | null
}

/** Limits of the account win over those of its plan. */
export function toKeyHolder(row: HolderRow): KeyHolder {
  const plan = planOf(row.plan)
  return {
    key: row.id,
    account: row.account,
    plan: row.plan,
    scope: row.scope ?? 'person',
    perHour: row.per_hour ?? plan.perHour,
    perDay: row.per_day ?? plan.perDay,
    expiresAt: row.expires_at,
    suspended: row.suspended_at !== null,
  }
}

export function planOf(plan: PlanName) {
  return plans.find((row) => row.plan === plan)!
}
