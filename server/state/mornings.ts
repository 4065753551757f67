import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { type Doer, recordAudit } from './audit.ts'
import type { State } from './open.ts'
import { findRow, removeRows, withoutColumns } from './rows.ts'
import type { AccountTable, PersonTable, Tables } from './schema.ts'
import { ensureSecret } from './secrets.ts'

export type MorningSubscription = Readonly<Omit<Tables['morning'], 'lease_holder' | 'lease_until'>>

/** A subscription whose mail is due, and who gets it. */
export type DueMorning = MorningSubscription &
  Pick<PersonTable, 'email' | 'proved_at'> &
  Pick<AccountTable, 'plan' | 'suspended_at'>

/** The morning mail of an account, or null. */
export async function morningOf({ db }: State, account: string): Promise<MorningSubscription | null> {
  const row = await findRow(db, 'morning', { account })
  return row && withoutColumns(row, 'lease_holder', 'lease_until')
}

/** Subscribes an account, or changes when it gets the mail; one that was refused is sent again. A day that had its mail has no second. */
export async function subscribeMorning(
  { db }: State,
  { account, ...when }: Pick<MorningSubscription, 'account' | 'zone' | 'hour' | 'next_at'>,
  doer: Doer,
): Promise<void> {
  const changed = { ...when, refused_at: null }
  await db.transaction().execute(async (within) => {
    await within
      .insertInto('morning')
      .values({ ...changed, account, day: null, lease_holder: null, lease_until: 0 })
      .onConflict((on) => on.column('account').doUpdateSet(changed))
      .execute()
    await recordAudit(within, doer, { what: 'morning.subscribed', account, detail: { zone: when.zone, hour: when.hour } })
  })
}

/** Ends the mail of an account. False where it had none. */
export async function unsubscribeMorning({ db }: State, account: string, doer: Doer): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    if (!(await removeRows(within, 'morning', { account }))) return false
    await recordAudit(within, doer, { what: 'morning.unsubscribed', account })
    return true
  })
}

/** What of a token in a link tells that this server made it. */
async function markOf(state: State, account: string): Promise<string> {
  return createHmac('sha256', await ensureSecret(state, 'unsubscribe'))
    .update(account)
    .digest('base64url')
}

/** The token by which whoever has a mail ends it, without signing in: good for nothing else, for as long as the account exists. */
export async function unsubscribeToken(state: State, account: string): Promise<string> {
  return `${account}.${await markOf(state, account)}`
}

/** The account of a token; null where this server did not make it. */
export async function accountOfToken(state: State, token: string): Promise<string | null> {
  const [account = '', mark = ''] = token.split('.')
  const [given, made] = [Buffer.from(mark), Buffer.from(await markOf(state, account))]
  return given.length === made.length && timingSafeEqual(given, made) ? account : null
}

const isDue = (now: number) => (row: ExpressionBuilder<Tables, 'morning'>) =>
  row.and([row('refused_at', 'is', null), row('next_at', '<=', now), row('lease_until', '<=', now)])

/** Accounts whose mail is due and that no process works on, those that wait longest first. */
export async function dueMornings({ db }: State, now: number, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('morning').select('account').where(isDue(now)).orderBy('next_at').limit(limit).execute()
  return rows.map(({ account }) => account)
}

/** Takes the lease on a mail that is due: of several processes one gets it. */
export async function leaseMorning(
  { db }: State,
  account: string,
  { holder, now, leaseMs }: { readonly holder: string; readonly now: number; readonly leaseMs: number },
): Promise<DueMorning | null> {
  const row = await db
    .updateTable('morning')
    .set({ lease_holder: holder, lease_until: Math.ceil(now + leaseMs) })
    .where('account', '=', account)
    .where(isDue(now))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const who = await db
    .selectFrom('person')
    .innerJoin('account', 'account.id', 'person.account')
    .select(['email', 'proved_at', 'plan', 'suspended_at'])
    .where('person.account', '=', account)
    .executeTakeFirst()
  return who === undefined ? null : { ...row, ...who }
}

/**
 * Notes what came of a mail and gives the lease back. Where the person has changed the hour meanwhile, the next one is when they said; the day
 * counts all the same.
 */
export async function settleMorning(
  { db }: State,
  { account, next_at: due }: Pick<MorningSubscription, 'account' | 'next_at'>,
  { next_at, ...to }: Pick<MorningSubscription, 'next_at'> & Partial<Pick<MorningSubscription, 'day' | 'refused_at'>>,
  { holder, now }: { readonly holder: string; readonly now: number },
): Promise<void> {
  await db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('morning')
      .set((row) => ({
        ...to,
        next_at: row.case().when('next_at', '=', due).then(next_at).else(row.ref('next_at')).end(),
        lease_holder: null,
        lease_until: 0,
      }))
      .where('account', '=', account)
      .where('lease_holder', '=', holder)
      .executeTakeFirst()
    if (numUpdatedRows > 0n && to.refused_at !== undefined)
      await recordAudit(within, { actor: 'server', now }, { what: 'morning.refused', account })
  })
}
