import { randomBytes } from 'node:crypto'
import { keyHash } from '../keys/key.ts'
import { type Account, insertAccount } from './accounts.ts'
import { type Doer, record } from './audit.ts'
import type { State } from './open.ts'
import { bumpRevision } from './revisions.ts'
import type { PersonTable } from './schema.ts'
import { windowStart } from './windows.ts'

export type Person = Readonly<PersonTable>

/** Ends a transaction, so that nothing of it stays. */
class Taken extends Error {}

/** An account of the free plan with its person. The address is unique: of two at once one gets it. */
export async function signUp(
  { db }: State,
  { email, password }: Pick<Person, 'email' | 'password'>,
  doer: Doer,
): Promise<Account | 'taken'> {
  return db
    .transaction()
    .execute(async (within) => {
      const account = await insertAccount(within, { ...doer, name: email, plan: 'free' })
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('person')
        .values({ account: account.id, email, password, created_at: account.created_at })
        .onConflict((on) => on.column('email').doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) throw new Taken()
      return account
    })
    .catch((error: unknown) => {
      if (error instanceof Taken) return 'taken'
      throw error
    })
}

export async function personByEmail({ db }: State, email: string): Promise<Person | null> {
  return (await db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

export async function personOf({ db }: State, account: string): Promise<Person | null> {
  return (await db.selectFrom('person').selectAll().where('account', '=', account).executeTakeFirst()) ?? null
}

/**
 * Sets a password, unless it changed since `before` was read, and ends every session of the person but that of `token`. False where it had
 * changed.
 */
export async function setPassword(
  { db }: State,
  { account, before, password, token }: { account: string; before: string | null; password: string; token: string },
  doer: Doer,
): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('person')
      .set({ password })
      .where('account', '=', account)
      .where('password', 'is not distinct from', before)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await within
      .deleteFrom('session')
      .where('account', '=', account)
      .where('key', 'is', null)
      .where('hash', '!=', keyHash(token))
      .execute()
    await record(within, doer, { what: 'password.changed', account })
    return true
  })
}

/** A link to set a password works this long. */
export const resetMs = 3_600_000

/**
 * Makes the code of a link that sets a new password, once; earlier links of the account end. An account without a person gets one by `email`.
 */
export async function issueReset(
  { db }: State,
  account: string,
  email: string | null,
  doer: Doer,
): Promise<{ readonly code: string; readonly email: string } | 'no account' | 'no email' | 'taken'> {
  const code = randomBytes(32).toString('base64url')
  return db.transaction().execute(async (within) => {
    const owner = await within.selectFrom('account').select('id').where('id', '=', account).executeTakeFirst()
    if (owner === undefined) return 'no account'
    let person = await within.selectFrom('person').selectAll().where('account', '=', account).executeTakeFirst()
    if (person === undefined) {
      if (email === null) return 'no email'
      person = await within
        .insertInto('person')
        .values({ account, email, password: null, created_at: Math.floor(doer.now) })
        .onConflict((on) => on.column('email').doNothing())
        .returningAll()
        .executeTakeFirst()
      if (person === undefined) return 'taken'
    }
    await within.deleteFrom('reset_link').where('account', '=', account).execute()
    const row = { hash: keyHash(code), account, expires_at: Math.floor(doer.now) + resetMs }
    await within.insertInto('reset_link').values(row).execute()
    await record(within, doer, { what: 'reset.issued', account })
    return { code, email: person.email }
  })
}

/** Whether a code would set a password now. */
export async function resetIsOpen({ db }: State, code: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('reset_link')
    .select('account')
    .where('hash', '=', keyHash(code))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets a password by a code, which ends with it, as does every session of the person. Gives the account; null where the code has ended. */
export async function resetPassword({ db }: State, code: string, password: string, doer: Doer): Promise<string | null> {
  return db.transaction().execute(async (within) => {
    const used = await within
      .deleteFrom('reset_link')
      .where('hash', '=', keyHash(code))
      .where('expires_at', '>', doer.now)
      .returning('account')
      .executeTakeFirst()
    if (used === undefined) return null
    const { account } = used
    await within.updateTable('person').set({ password }).where('account', '=', account).execute()
    await within.deleteFrom('session').where('account', '=', account).where('key', 'is', null).execute()
    await record(within, doer, { what: 'password.reset', account })
    return account
  })
}

/** Requests counted on each day from `since` on, by the begin of the day; days without any are left out. */
export async function usageOf({ db }: State, account: string, since: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('call_window')
    .select(['start', 'granted'])
    .where('account', '=', account)
    .where('span', '=', 'day')
    .where('start', '>=', windowStart('day', since))
    .execute()
  return new Map(rows.map(({ start, granted }) => [start, granted]))
}

/** Claims of agents that a person decided, as they see them: neither the token nor the address an agent asked from. */
export async function claimsOf({ db }: State, account: string) {
  return db
    .selectFrom('claim')
    .select(['code', 'state', 'client_name', 'purpose', 'client_version', 'created_at', 'decided_at', 'key', 'delivered_at'])
    .where((row) => row.or([row('account', '=', account), row('decided_by', '=', account)]))
    .orderBy('created_at')
    .orderBy('code')
    .execute()
}

/** Deletes an account and all it has. Its rows of the audit log stay without addresses and names. False where there is none. */
export async function deleteAccount({ db }: State, account: string, doer: Doer): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const own = within.selectFrom('webhook').select('id').where('account', '=', account)
    await within.deleteFrom('webhook_delivery').where('webhook', 'in', own).execute()
    for (const table of [
      'webhook',
      'session',
      'reset_link',
      'passkey',
      'person',
      'claim',
      'key',
      'call_window',
      'call_lease',
    ] as const)
      await within.deleteFrom(table).where('account', '=', account).execute()
    // those that the person denied belong to no account
    await within.deleteFrom('claim').where('decided_by', '=', account).execute()
    const { numDeletedRows } = await within.deleteFrom('account').where('id', '=', account).executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await bumpRevision(within, 'keys')
    await within.updateTable('audit').set({ address: null, by: null, detail: null }).where('account', '=', account).execute()
    await record(within, { actor: doer.actor ?? 'operator', now: doer.now }, { what: 'account.deleted', account })
    return true
  })
}
