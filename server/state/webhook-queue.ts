import type { ExpressionBuilder } from 'kysely'
import { plans, type Tier } from '../../data/plans.ts'
import type { Outcome } from '../delivery/schedule.ts'
import { record } from './audit.ts'
import type { State } from './open.ts'
import type { AccountTable, Tables, WebhookDeliveryTable, WebhookTable } from './schema.ts'
import { unsent } from './webhook-deliveries.ts'

/** What an event becomes for one address. */
export type QueuedEvent = Pick<WebhookDeliveryTable, 'cursor' | 'type' | 'tier' | 'body' | 'known_at'>

/** An address that is sent to, and what its account reads. */
export type Receiving = Pick<WebhookTable, 'id' | 'filter' | 'cursor' | 'created_at'> & Pick<AccountTable, 'plan'>

/** Rows of one statement: SQLite takes 32,766 values. */
const chunk = 500

/** Addresses that have not been looked at for the events up to a cursor. Those of suspended accounts are left out: their cursor stays. */
export async function behind({ db }: State, cursor: number): Promise<Receiving[]> {
  return db
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.account')
    .select(['webhook.id', 'webhook.filter', 'webhook.cursor', 'webhook.created_at', 'account.plan'])
    .where('webhook.state', '=', 'active')
    .where('account.suspended_at', 'is', null)
    .where((row) => row.or([row('webhook.cursor', 'is', null), row('webhook.cursor', '<', cursor)]))
    .execute()
}

/**
 * Queues the events of an address up to a cursor, in one transaction with the cursor. The id of a message follows from address and event: of
 * two processes that queue at once, each event gets one message.
 */
export async function queueEvents(
  { db }: State,
  webhook: string,
  events: readonly QueuedEvent[],
  cursor: number,
  time: number,
): Promise<void> {
  const now = Math.floor(time)
  await db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('webhook')
      .set({ cursor })
      .where('id', '=', webhook)
      .where('state', '=', 'active')
      .where((row) => row.or([row('cursor', 'is', null), row('cursor', '<', cursor)]))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const rows = events.map((event) => ({ ...unsent(now), ...event, id: messageId(webhook, event.cursor), webhook }))
    for (let at = 0; at < rows.length; at += chunk)
      await within
        .insertInto('webhook_delivery')
        .values(rows.slice(at, at + chunk))
        .onConflict((on) => on.column('id').doNothing())
        .execute()
  })
}

/** No full stop can be in it: what is signed is parted by them. */
function messageId(webhook: string, cursor: number): string {
  return `msg_${webhook.replace(/^wh_/, '')}_${cursor}`
}

/** Plans that read events at all. */
const receiving = plans.filter(({ tiers }) => (tiers as readonly Tier[]).includes('basic'))

/** Whether a message may be sent now: the account may read what it tells of. What may not be sent waits. */
function isReadable(row: ExpressionBuilder<Pick<Tables, 'account' | 'webhook_delivery'>, 'account' | 'webhook_delivery'>) {
  const reads = receiving.map(({ plan, tiers }) =>
    row.and([row('account.plan', '=', plan), row('webhook_delivery.tier', 'in', tiers)]),
  )
  return row.and([row('account.suspended_at', 'is', null), row.or(reads)])
}

/** Addresses to which something is due that nobody sends to, those that wait longest first. */
export async function dueWebhooks({ db }: State, now: number, failing: boolean, limit: number): Promise<string[]> {
  if (limit <= 0) return []
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.account')
    .innerJoin('webhook_delivery', 'webhook_delivery.webhook', 'webhook.id')
    .select('webhook.id')
    .select((row) => row.fn.min('webhook_delivery.next_at').as('due'))
    .where('webhook.state', '=', 'active')
    .where('webhook.lease_until', '<=', now)
    .where('webhook.not_before', '<=', now)
    .where('webhook.failures', failing ? '>' : '=', 0)
    .where((row) => isReadable(row as never))
    .where('webhook_delivery.state', '=', 'waiting')
    .where('webhook_delivery.next_at', '<=', now)
    .groupBy('webhook.id')
    .orderBy('due')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** When something may be due next, as far as the store says now; null where nothing waits. */
export async function nextDue({ db }: State): Promise<number | null> {
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.account')
    .innerJoin('webhook_delivery', 'webhook_delivery.webhook', 'webhook.id')
    .select(['webhook.not_before', 'webhook.lease_until'])
    .select((row) => row.fn.min('webhook_delivery.next_at').as('due'))
    .where('webhook.state', '=', 'active')
    .where((row) => isReadable(row as never))
    .where('webhook_delivery.state', '=', 'waiting')
    .groupBy(['webhook.id', 'webhook.not_before', 'webhook.lease_until'])
    .execute()
  const times = rows.map(({ due, not_before, lease_until }) => Math.max(due, not_before, lease_until))
  return times.length === 0 ? null : Math.min(...times)
}

/** Takes or extends the lease on an address: null where another process has it, or nothing may be sent to it now. */
export async function leaseWebhook(
  { db }: State,
  id: string,
  { holder, now, leaseMs }: { readonly holder: string; readonly now: number; readonly leaseMs: number },
): Promise<(WebhookTable & Pick<AccountTable, 'plan'>) | null> {
  const row = await db
    .updateTable('webhook')
    .set({ lease_holder: holder, lease_until: Math.ceil(now + leaseMs) })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('not_before', '<=', now)
    .where((each) => each.or([each('lease_until', '<=', now), each('lease_holder', '=', holder)]))
    .where((each) => each.or([each('key', 'is', null), each.exists(working(each, now))]))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const account = await db
    .selectFrom('account')
    .select('plan')
    .where('id', '=', row.account)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  const reads = receiving.some(({ plan }) => plan === account?.plan)
  return account === undefined || !reads ? null : { ...row, plan: account.plan }
}

/** The key of a webhook, while it works. */
function working(row: ExpressionBuilder<Tables, 'webhook'>, now: number) {
  return row
    .selectFrom('key')
    .select('key.id')
    .whereRef('key.id', '=', 'webhook.key')
    .where('key.revoked_at', 'is', null)
    .where((key) => key.or([key('key.expires_at', 'is', null), key('key.expires_at', '>', Math.floor(now))]))
}

/** Gives a lease back, where it is still this process's. */
export async function releaseWebhook({ db }: State, id: string, holder: string): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ lease_holder: null, lease_until: 0 })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute()
}

/** What an address is sent next: what was never tried, in the order of the events, then what is tried again. */
export async function nextDelivery(
  { db }: State,
  webhook: string,
  tiers: readonly string[],
  now: number,
): Promise<WebhookDeliveryTable | null> {
  const due = db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook', '=', webhook)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where('tier', 'in', tiers)
  const first = await due.where('attempts', '=', 0).orderBy('cursor').orderBy('created_at').limit(1).executeTakeFirst()
  return first ?? (await due.orderBy('next_at').orderBy('cursor').limit(1).executeTakeFirst()) ?? null
}

/**
 * Records what came of an attempt, and what that means for the address. Where the delivery was changed meanwhile (replayed, or sent by a
 * process that took the lease over) nothing is recorded, so that no outcome counts twice.
 */
export async function settleDelivery(
  { db }: State,
  delivery: WebhookDeliveryTable,
  { delivery: after, webhook: standing }: Outcome,
  { now, ms }: { readonly now: number; readonly ms: number },
): Promise<void> {
  const at = Math.floor(now)
  const taken = after.state === 'delivered'
  await db.transaction().execute(async (within) => {
    const { failures, not_before, disabled } = standing
    // the address first, as whoever deletes or changes it does
    const webhook = await within
      .updateTable('webhook')
      .set((row) => ({ url: row.ref('url') }))
      .where('id', '=', delivery.webhook)
      .returning(['account', 'state'])
      .executeTakeFirst()
    const { numUpdatedRows } = await within
      .updateTable('webhook_delivery')
      .set({ ...after, next_at: Math.ceil(after.next_at), last_at: at, ms: Math.round(ms), delivered_at: taken ? at : null })
      .where('id', '=', delivery.id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', delivery.attempts)
      .where('next_at', '=', delivery.next_at)
      .executeTakeFirst()
    if (webhook === undefined || numUpdatedRows === 0n) return
    const ends = disabled !== null && webhook.state === 'active'
    await within
      .updateTable('webhook')
      .set({
        failures,
        not_before: Math.ceil(not_before),
        ...(taken ? { last_delivered_at: at } : {}),
        ...(ends ? { state: 'disabled', reason: disabled, changed_at: at } : {}),
      })
      .where('id', '=', delivery.webhook)
      .execute()
    if (!ends) return
    const detail = { webhook: delivery.webhook, reason: disabled }
    await record(within, { actor: 'server', now }, { what: 'webhook.disabled', account: webhook.account, detail })
  })
}
