import type { ChangeEvent } from '../../pipeline/publish/reader.ts'
import { eventTypes, usualKinds } from '../events/filter.ts'
import { concerns, keptOf, lastBefore, served } from '../events/page.ts'
import { tiersOf } from '../events/route.ts'
import type { State } from '../state/open.ts'
import { behind, type QueuedEvent, queueEvents, type Receiving } from '../state/webhook-queue.ts'
import type { WebhookFilter } from '../state/webhooks.ts'

/** The feed that addresses are sent, as the edition that is served has it. */
export interface Feed {
  /** In the order of their cursors. */
  readonly events: readonly ChangeEvent[]
  /** Issuer ids of companies, by the names that callers use for them. */
  issuersNamed(names: readonly string[]): Promise<ReadonlySet<string>>
}

/**
 * Queues what happened since the last look for every address, by the decision of the feed: the plan of its account now, and its filter. An
 * address that was registered later than an event does not get it.
 */
export async function queueNews(state: State, feed: Feed, now: number): Promise<void> {
  const last = feed.events.at(-1)?.cursor
  if (last === undefined) return
  for (const webhook of await behind(state, last))
    await queueEvents(state, webhook.id, await newsFor(webhook, feed, now), last, now)
}

async function newsFor(
  { filter: text, cursor, created_at, plan }: Receiving,
  { events, issuersNamed }: Feed,
  now: number,
): Promise<QueuedEvent[]> {
  const after = cursor ?? lastBefore(events, created_at)
  const { types = eventTypes, kinds = usualKinds, companies = [] } = JSON.parse(text) as WebhookFilter
  const wanted = { types, kinds, issuers: await issuersNamed(companies) }
  // the free plan has no events: an account that was moved to it gets none
  const tiers = plan === 'free' ? [] : tiersOf(plan)
  return keptOf(events, now)
    .filter((event) => event.cursor > after && concerns(event, wanted, tiers))
    .map(messageOf)
}

/** The record of the feed, as it is sent. */
function messageOf(event: ChangeEvent): QueuedEvent {
  const { cursor, type, tier, known_at } = event
  return { cursor, type, tier, body: JSON.stringify(served(event)), known_at: Date.parse(known_at) }
}
