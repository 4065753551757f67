import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Plan, plans } from '../../data/plans.ts'
import { newKey } from '../keys/key.ts'
import type { State } from './open.ts'
import type { AccountTable, KeyTable, Tables } from './schema.ts'

export type Account = Readonly<AccountTable>
/** A key as it is listed: everything but what could be used. */
export type ListedKey = Readonly<Omit<KeyTable, 'hash'>> & { readonly plan: Plan; readonly account_name: string }

/** Who holds a key and what they may read. */
export interface KeyHolder {
  readonly key: string
  readonly account: string
  readonly plan: Plan
  /** Calls per hour and day. */
  readonly perHour: number
  readonly perDay: number
}

export interface CreatedKey {
  /** The key itself, told this once. */
  readonly key: string
  readonly id: string
  readonly account: string
  readonly plan: Plan
  readonly name: string
  readonly prefix: string
}

export interface AccountInput {
  readonly name: string
  readonly plan: Plan
  readonly perHour?: number | null
  readonly perDay?: number | null
  readonly now: number
}

export async function createAccount({ db }: State, { name, plan, perHour, perDay, now }: AccountInput): Promise<Account> {
  const account: AccountTable = {
    id: `acct_${randomUUID().replaceAll('-', '')}`,
    name,
    plan,
    per_hour: perHour ?? null,
    per_day: perDay ?? null,
    created_at: now,
  }
  await db.insertInto('account').values(account).execute()
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

/** Changes plan or limits; every process sees it with the next call. False where there is no such account. */
export async function changeAccount(
  state: State,
  id: string,
  change: Partial<Pick<AccountTable, 'plan' | 'per_hour' | 'per_day' | 'name'>>,
): Promise<boolean> {
  return state.db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within.updateTable('account').set(change).where('id', '=', id).executeTakeFirst()
    await bumpRevision(within)
    return numUpdatedRows > 0n
  })
}

export interface KeyInput {
  readonly account: string
  readonly name: string
  readonly prefix: string
  readonly mode: 'live' | 'test'
  readonly now: number
}

/** Makes a key, unless the account is none or holds as many as its plan allows. */
export async function createKey(
  { db }: State,
  { account, name, prefix, mode, now }: KeyInput,
): Promise<CreatedKey | 'no account' | 'too many keys'> {
  const made = newKey(prefix, mode)
  const id = `key_${randomUUID().replaceAll('-', '')}`
  return db.transaction().execute(async (within) => {
    // Written first, so that two at once count one after the other.
    const held = await within
      .updateTable('account')
      .set((row) => ({ name: row.ref('name') }))
      .where('id', '=', account)
      .returningAll()
      .executeTakeFirst()
    if (!held) return 'no account'
    const { n } = await within
      .selectFrom('key')
      .where('account', '=', account)
      .where('revoked_at', 'is', null)
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) >= planOf(held.plan).keys) return 'too many keys'
    await within
      .insertInto('key')
      .values({ id, account, name, hash: made.hash, prefix: made.prefix, created_at: now, revoked_at: null })
      .execute()
    await bumpRevision(within)
    return { key: made.key, id, account, plan: held.plan, name, prefix: made.prefix }
  })
}

export async function listKeys({ db }: State): Promise<ListedKey[]> {
  return db
    .selectFrom('key')
    .innerJoin('account', 'account.id', 'key.account')
    .select([
      'key.id',
      'key.account',
      'key.name',
      'key.prefix',
      'key.created_at',
      'key.revoked_at',
      'account.plan',
      'account.name as account_name',
    ])
    .orderBy('key.created_at')
    .orderBy('key.id')
    .execute()
}

/** Revokes a key, by id; every process refuses it from then on. False where there is no such key, or it was revoked before. */
export async function revokeKey(state: State, id: string, now: number): Promise<boolean> {
  return state.db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('key')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    await bumpRevision(within)
    return numUpdatedRows > 0n
  })
}

/** Who holds the key of a hash; null where there is none, or it is revoked. */
export async function keyHolder({ db }: State, hash: string): Promise<KeyHolder | null> {
  const row = await db
    .selectFrom('key')
    .innerJoin('account', 'account.id', 'key.account')
    .select(['key.id', 'key.account', 'account.plan', 'account.per_hour', 'account.per_day'])
    .where('key.hash', '=', hash)
    .where('key.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const plan = planOf(row.plan)
  return {
    key: row.id,
    account: row.account,
    plan: row.plan,
    perHour: row.per_hour ?? plan.perHour,
    perDay: row.per_day ?? plan.perDay,
  }
}

/** Goes up with every change that could make what a process remembers of keys wrong. */
export async function keyRevision({ db }: State): Promise<number> {
  const row = await db.selectFrom('revision').select('value').where('name', '=', 'keys').executeTakeFirst()
  return row?.value ?? 0
}

/** Within the change itself, so that who sees the one sees the other. */
async function bumpRevision(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('revision')
    .values({ name: 'keys', value: 1 })
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ value: row('revision.value', '+', 1) })))
    .execute()
}

function planOf(plan: Plan) {
  return plans.find((row) => row.plan === plan)!
}
