import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Account, insertAccount, revokeKeys } from './accounts.ts'
import { type Doer, recordAudit } from './audit.ts'
import { windowStart } from './calls.ts'
import { secretHash } from './key.ts'
import type { State } from './open.ts'
import { addRow, changeRows, findRow, insertRow, lockRow, removeRows, undoableTransaction } from './rows.ts'
import type { PersonTable, Tables } from './schema.ts'
import { endSessions } from './sessions.ts'
import { dropWebhooks } from './webhooks.ts'

export type Person = Readonly<PersonTable>

/** An account of the free plan with its person, whose address nobody has proved. The address is unique: of two simultaneous requests one gets it. */
export async function createPerson(
  state: State,
  person: Pick<Person, 'email' | 'password'>,
  doer: Doer,
): Promise<Account | 'taken'> {
  return undoableTransaction<Account | 'taken'>(state, (within, undo) =>
    insertPerson(within, { ...person, proved_at: null }, doer, undo),
  )
}

/** The same by the code of a link that was sent to the address, which proves it. `ended` where the code has. */
export async function createPersonByLink(
  state: State,
  code: string,
  password: string,
  doer: Doer,
): Promise<Account | 'taken' | 'ended'> {
  return undoableTransaction<Account | 'taken' | 'ended'>(state, async (within, undo) => {
    const link = await takeLink(within, code, doer.now)
    if (link === null || link.account !== null) return 'ended'
    return insertPerson(within, { email: link.email, password, proved_at: Math.floor(doer.now) }, doer, undo)
  })
}

async function insertPerson(
  within: Transaction<Tables>,
  person: Pick<Person, 'email' | 'password' | 'proved_at'>,
  doer: Doer,
  undo: (answer: 'taken') => never,
): Promise<Account> {
  const account = await insertAccount(within, { ...doer, name: person.email, plan: 'free' })
  const row = { ...person, account: account.id, created_at: account.created_at }
  return (await addRow(within, 'person', row)) ? account : undo('taken')
}

export async function personByEmail({ db }: State, email: string): Promise<Person | null> {
  return findRow(db, 'person', { email })
}

export async function personOf({ db }: State, account: string): Promise<Person | null> {
  return findRow(db, 'person', { account })
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
    if (!(await changeRows(within, 'person', { account, password: before }, { password }))) return false
    await endSessions({ db: within }, account, { except: token })
    await recordAudit(within, doer, { what: 'password.changed', account })
    return true
  })
}

/** A link to set a password works this long. */
export const resetMs = 3_600_000

/**
 * Makes the code of a link that sets a new password, once; earlier links of the address end. An account without a person gets one by `email`.
 */
export async function issueReset(
  { db }: State,
  account: string,
  email: string | null,
  doer: Doer,
): Promise<{ readonly code: string; readonly email: string } | 'no account' | 'no email' | 'taken'> {
  return db.transaction().execute(async (within) => {
    if ((await findRow(within, 'account', { id: account })) === null) return 'no account'
    let person = await findRow(within, 'person', { account })
    if (person === null) {
      if (email === null) return 'no email'
      await addRow(within, 'person', { account, email, created_at: Math.floor(doer.now) })
      person = await findRow(within, 'person', { account })
      if (person === null) return 'taken'
    }
    const code = await insertLink(within, { email: person.email, account }, doer.now)
    await recordAudit(within, doer, { what: 'reset.issued', account })
    return { code, email: person.email }
  })
}

/** Makes the code of a link that makes an account, once; earlier links of the address end. */
export async function issueSignUp({ db }: State, email: string, now: number): Promise<string> {
  return db.transaction().execute((within) => insertLink(within, { email, account: null }, now))
}

async function insertLink(
  within: Transaction<Tables>,
  link: Pick<MailedLink, 'email' | 'account'>,
  now: number,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await within
    .deleteFrom('mailed_link')
    .where((row) => row.or([row('email', '=', link.email), row('expires_at', '<=', now)]))
    .execute()
  await insertRow(within, 'mailed_link', { ...link, hash: secretHash(code), expires_at: Math.floor(now) + resetMs })
  return code
}

/** What a link is for: a new password of the account, or a new account of the address where `account` is null. */
export type MailedLink = Pick<Tables['mailed_link'], 'email' | 'account'>

/** The link of a code that works now, or null. Looking at it uses nothing up. */
export async function readMailedLink({ db }: State, code: string, now: number): Promise<MailedLink | null> {
  const query = db.selectFrom('mailed_link').select(['email', 'account']).where('hash', '=', secretHash(code))
  return (await query.where('expires_at', '>', now).executeTakeFirst()) ?? null
}

/** Takes a link: the transaction that does what it is for uses it up. */
async function takeLink(within: Transaction<Tables>, code: string, now: number): Promise<MailedLink | null> {
  const ending = within.deleteFrom('mailed_link').where('hash', '=', secretHash(code)).where('expires_at', '>', now)
  return (await ending.returning(['email', 'account']).executeTakeFirst()) ?? null
}

/** Keys and passkeys, by their ids, that a new password leaves as they are. */
export type KeptCredentials = Readonly<Record<'keys' | 'passkeys' | 'webhooks', readonly string[]>>

/**
 * Sets a password by the code of a link, which ends with it. Every session of the account ends, every passkey and webhook is removed and every
 * key revoked that is not kept, claims that wait for their key get none, and the address counts as proved. Gives the account; null where the
 * code has ended or makes accounts.
 */
export async function resetPassword(
  { db }: State,
  code: string,
  { password, keys, passkeys, webhooks }: KeptCredentials & { readonly password: string },
  doer: Doer,
): Promise<string | null> {
  return db.transaction().execute(async (within) => {
    const account = (await takeLink(within, code, doer.now))?.account ?? null
    if (account === null) return null
    await changeRows(within, 'person', { account }, { password, proved_at: Math.floor(doer.now) })
    // an agent that has not polled since its approval would get a key afterwards; a poll locks the claim before the account too
    await changeRows(within, 'claim', { account, state: 'approved' }, { state: 'denied' })
    // keys are made in transactions that lock the account
    await lockRow(within, 'account', { id: account })
    await removeRows(within, 'session', { account })
    const own = within.deleteFrom('passkey').where('account', '=', account)
    const removed = await (passkeys.length === 0 ? own : own.where('id', 'not in', passkeys)).returning('name').execute()
    for (const { name } of removed) await recordAudit(within, doer, { what: 'passkey.removed', account, detail: { name } })
    const working = within.selectFrom('key').select('id').where('account', '=', account).where('revoked_at', 'is', null)
    for (const { id } of await working.execute()) {
      if (keys.includes(id)) continue
      const [revoked] = await revokeKeys(within, doer, { id })
      if (revoked !== undefined)
        await recordAudit(within, doer, { what: 'key.revoked', account, key: id, detail: { name: revoked.name } })
    }
    await dropWebhooks(
      within,
      (rows) => {
        const ofAccount = rows.where('account', '=', account)
        return webhooks.length === 0 ? ofAccount : ofAccount.where('id', 'not in', webhooks)
      },
      { ...doer, key: null },
    )
    await recordAudit(within, doer, { what: 'password.reset', account })
    return account
  })
}

/** Requests counted on each day from `since` on, by the begin of the day; days without any are left out. */
export async function usageOf({ db }: State, account: string, since: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('call_count')
    .select(['day', 'in_day'])
    .where('account', '=', account)
    .where('day', '>=', windowStart('day', since))
    .execute()
  return new Map(rows.map(({ day, in_day }) => [day, in_day]))
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

const ownTables = ['webhook', 'morning', 'session', 'mailed_link', 'passkey', 'person', 'claim', 'key', 'call_count'] as const

/** Deletes an account and all it has. Its rows of the audit log stay without addresses and names. False where there is none. */
export async function deleteAccount({ db }: State, account: string, doer: Doer): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const own = within.selectFrom('webhook').select('id').where('account', '=', account)
    await within.deleteFrom('webhook_delivery').where('webhook', 'in', own).execute()
    for (const table of ownTables) await removeRows(within, table, { account })
    // those that the person denied belong to no account
    await removeRows(within, 'claim', { decided_by: account })
    if (!(await removeRows(within, 'account', { id: account }))) return false
    await changeRows(within, 'audit', { account }, { address: null, by: null, detail: null })
    await recordAudit(within, { actor: doer.actor ?? 'operator', now: doer.now }, { what: 'account.deleted', account })
    return true
  })
}
