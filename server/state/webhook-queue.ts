import { plans, type Tier } from '../../data/plans.ts'
import type { AttemptOutcome } from '../delivery/schedule.ts'
import { activeKeyCondition } from './accounts.ts'
import { recordAudit } from './audit.ts'
import type { State } from './open.ts'
import { changeRows, findRow, lockRow } from './rows.ts'
import type { AccountTable, WebhookDeliveryTable, WebhookTable } from './schema.ts'
import { newDelivery } from './webhook-deliveries.ts'

/** What an event becomes for one address. */
export type QueuedEvent = Pick<WebhookDeliveryTable, 'cursor' | 'type' | 'tier' | 'body' | 'known_at'>

/** An address that is sent to, and what its account reads. */
export type ReceivingWebhook = Pick<WebhookTable, 'id' | 'filter' | 'cursor' | 'created_at'> & Pick<AccountTable, 'plan'>

/** Rows of one statement: SQLite takes 32,766 values. */
const chunk = 500

/** Addresses that have not been looked at for the events up to a cursor. Those of suspended accounts are left out: their cursor stays. */
export async function webhooksBehind({ db }: State, cursor: number): Promise<ReceivingWebhook[]> {
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
 * two processes that queue together, each event gets one message.
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
    // no full stop can be in an id: what is signed is parted by them
    const idOf = ({ cursor: at }: QueuedEvent) => `msg_${webhook.replace(/^wh_/, '')}_${at}`
    const rows = events.map((event) => ({ ...newDelivery(now), ...event, id: idOf(event), webhook }))
    for (let at = 0; at < rows.length; at += chunk)
      await within
        .insertInto('webhook_delivery')
        .values(rows.slice(at, at + chunk))
        .onConflict((on) => on.column('id').doNothing())
        .execute()
  })
}

/** Plans that read events at all. */
const receiving = plans.filter(({ tiers }) => (tiers as readonly Tier[]).includes('basic'))

/** What waits for addresses that are sent to, as far as their accounts read it now. The rest waits on. */
function waiting(db: State['db']) {
  return db
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.account')
    .innerJoin('webhook_delivery', 'webhook_delivery.webhook', 'webhook.id')
    .where('webhook.state', '=', 'active')
    .where('account.suspended_at', 'is', null)
    .where((row) =>
      row.or(
        receiving.map(({ plan, tiers }) => row.and([row('account.plan', '=', plan), row('webhook_delivery.tier', 'in', tiers)])),
      ),
    )
    .where('webhook_delivery.state', '=', 'waiting')
    .select((row) => row.fn.min('webhook_delivery.next_at').as('due'))
}

/** Addresses to which something is due that nobody sends to, those that wait longest first. */
export async function dueWebhooks({ db }: State, now: number, failing: boolean, limit: number): Promise<string[]> {
  if (limit <= 0) return []
  const rows = await waiting(db)
    .select('webhook.id')
    .where('webhook.lease_until', '<=', now)
    .where('webhook.not_before', '<=', now)
    .where('webhook.failures', failing ? '>' : '=', 0)
    .where('webhook_delivery.next_at', '<=', now)
    .groupBy('webhook.id')
    .orderBy('due')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** When something may be due next, as far as the store says now; null where nothing waits. */
export async function nextDue({ db }: State): Promise<number | null> {
  const rows = await waiting(db)
    .select(['webhook.not_before', 'webhook.lease_until'])
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
    .where((each) =>
      each.or([each('key', 'is', null), each('key', 'in', db.selectFrom('key').select('id').where(activeKeyCondition(now)))]),
    )
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const account = await findRow(db, 'account', { id: row.account, suspended_at: null })
  const reads = receiving.some(({ plan }) => plan === account?.plan)
  return account === null || !reads ? null : { ...row, plan: account.plan }
}

/** Gives a lease back, where it is still this process's. */
export async function releaseWebhook({ db }: State, id: string, holder: string): Promise<void> {
  await changeRows(db, 'webhook', { id, lease_holder: holder }, { lease_holder: null, lease_until: 0 })
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
  { delivery: after, webhook: standing }: AttemptOutcome,
  { now, ms }: { readonly now: number; readonly ms: number },
): Promise<void> {
  const at = Math.floor(now)
  const taken = after.state === 'delivered'
  await db.transaction().execute(async (within) => {
    const { failures, not_before, disabled } = standing
    // the address first, as whoever deletes or changes it does
    const webhook = await lockRow(within, 'webhook', { id: delivery.webhook })
    const { id, attempts, next_at } = delivery
    const attempt = { last_at: at, ms: Math.round(ms), delivered_at: taken ? at : null }
    const isRecorded = await changeRows(
      within,
      'webhook_delivery',
      { id, state: 'waiting', attempts, next_at },
      { ...after, ...attempt, next_at: Math.ceil(after.next_at) },
    )
    if (webhook === null || !isRecorded) return
    const ends = disabled !== null && webhook.state === 'active'
    const to = {
      failures,
      not_before: Math.ceil(not_before),
      ...(taken ? { last_delivered_at: at } : {}),
      ...(ends ? ({ state: 'disabled', reason: disabled, changed_at: at } as const) : {}),
    }
    await changeRows(within, 'webhook', { id: webhook.id }, to)
    if (!ends) return
    const detail = { webhook: webhook.id, reason: disabled }
    await recordAudit(within, { actor: 'server', now }, { what: 'webhook.disabled', account: webhook.account, detail })
  })
}
