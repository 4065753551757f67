import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Doer, recordAudit } from './audit.ts'
import type { State } from './open.ts'
import { changeRows, countRows, findRow, lockRow } from './rows.ts'
import type { WebhookDeliveryTable } from './schema.ts'
import type { WebhookTarget } from './webhooks.ts'

/** A delivery as it is listed. */
export type ListedDelivery = Readonly<WebhookDeliveryTable>

/** The message of a test. */
const testType = 'webhook.test'
/** Tests of one address that may wait at a time. */
const mostTests = 5

/** The newest deliveries of an address. */
export async function listDeliveries({ db }: State, webhook: string, limit: number): Promise<ListedDelivery[]> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook', '=', webhook)
    .orderBy('created_at', 'desc')
    .orderBy('cursor', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Queues a message that tests an address. */
export async function queueTest(
  { db }: State,
  { id: webhook, account }: WebhookTarget,
  doer: Doer,
): Promise<ListedDelivery | 'too many'> {
  const now = Math.floor(doer.now)
  const row = {
    ...newDelivery(now),
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    webhook,
    cursor: 0,
    type: testType,
    tier: 'free',
    body: JSON.stringify({ type: testType, webhook, created_at: new Date(now).toISOString() }),
    known_at: now,
  }
  return db.transaction().execute(async (within) => {
    // simultaneous calls wait for each other
    await lockRow(within, 'webhook', { id: webhook })
    const waiting = within.selectFrom('webhook_delivery').where('webhook', '=', webhook).where('state', '=', 'waiting')
    if ((await countRows(waiting.where('cursor', '=', 0))) >= mostTests) return 'too many'
    const queued = await within.insertInto('webhook_delivery').values(row).returningAll().executeTakeFirstOrThrow()
    await recordAudit(within, doer, { what: 'webhook.tested', account, detail: { webhook, message: row.id } })
    return queued
  })
}

/** A delivery before its first attempt. */
export const newDelivery = (now: number) => ({ state: 'waiting', attempts: 0, next_at: now, created_at: now }) as const

/** Sends a message again, under its id, whether it was taken or given up. */
export async function redeliver(
  { db }: State,
  { id: webhook, account }: WebhookTarget,
  delivery: string,
  { oldest, ...doer }: Doer & { readonly oldest: number },
): Promise<ListedDelivery | 'no delivery' | 'too old'> {
  return db.transaction().execute(async (within) => {
    const row = await findRow(within, 'webhook_delivery', { id: delivery, webhook })
    if (row === null) return 'no delivery'
    if (row.known_at < oldest) return 'too old'
    const again = { state: 'waiting', attempts: 0, next_at: Math.floor(doer.now) } as const
    await changeRows(within, 'webhook_delivery', { id: delivery }, again)
    await recordAudit(within, doer, { what: 'webhook.replayed', account, detail: { webhook, message: delivery } })
    return { ...row, ...again }
  })
}

/** Forgets deliveries of events that are not kept any more. */
export async function dropOldDeliveries({ db }: State, oldest: number): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('known_at', '<', Math.floor(oldest)).execute()
}

/** How deliveries stand, for operators. */
export interface DeliveryFigures {
  /** Messages that wait for an attempt, to addresses that are sent to. */
  readonly waiting: number
  /** When the oldest of them was queued, milliseconds since 1970; null where there is none. */
  readonly oldest: number | null
  /** Attempts that failed in a row, by the id of each address that failed last. */
  readonly failures: ReadonlyMap<string, number>
  /** Addresses by state. */
  readonly webhooks: ReadonlyMap<string, number>
}

export async function deliveryFigures({ db }: State): Promise<DeliveryFigures> {
  const { n, oldest } = await db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook')
    .where('webhook_delivery.state', '=', 'waiting')
    .where('webhook.state', '=', 'active')
    .select((each) => [each.fn.countAll<number>().as('n'), each.fn.min('webhook_delivery.created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  const failing = await db.selectFrom('webhook').select(['id', 'failures']).where('failures', '>', 0).execute()
  const states = await db
    .selectFrom('webhook')
    .select(['state', sql<number>`count(*)`.as('n')])
    .groupBy('state')
    .execute()
  return {
    waiting: Number(n),
    oldest: oldest === null ? null : Number(oldest),
    failures: new Map(failing.map(({ id, failures }) => [id, failures])),
    webhooks: new Map(states.map((row) => [row.state, Number(row.n)])),
  }
}
