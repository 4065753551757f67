import type { ChangeEvent } from '../../pipeline/publish/reader.ts'
import { eventTypes } from '../events/filter.ts'
import { concerns, keptOf, lastBefore, served } from '../events/page.ts'
import { tiersOf } from '../events/route.ts'
import type { State } from '../state/open.ts'
import { behind, type QueuedEvent, queueEvents, type Receiving } from '../state/webhook-queue.ts'
import type { WebhookFilter } from '../state/webhooks.ts'

/**
 * Queues what happened since the last look for every address, by the decision of the feed: the plan of its account now, and its filter. An
 * address that was registered later than an event does not get it.
 *
 * @param events those of the edition that is served, in the order of their cursors
 */
export async function queueNews(state: State, events: readonly ChangeEvent[], now: number): Promise<void> {
  const last = events.at(-1)?.cursor
  if (last === undefined) return
  const kept = keptOf(events, now)
  for (const webhook of await behind(state, last)) await queueEvents(state, webhook.id, newsFor(webhook, events, kept), last, now)
}

function newsFor(
  { filter: text, cursor, created_at, plan }: Receiving,
  events: readonly ChangeEvent[],
  kept: readonly ChangeEvent[],
): QueuedEvent[] {
  const after = cursor ?? lastBefore(events, created_at)
  const filter = { types: eventTypes, ...(JSON.parse(text) as WebhookFilter) }
  // the free plan has no events: an account that was moved to it gets none
  const tiers = plan === 'free' ? [] : tiersOf(plan)
  return kept.filter((event) => event.cursor > after && concerns(event, filter, tiers)).map(messageOf)
}

/** The record of the feed, as it is sent. */
function messageOf(event: ChangeEvent): QueuedEvent {
  const { cursor, type, tier, known_at } = event
  return { cursor, type, tier, body: JSON.stringify(served(event)), known_at: Date.parse(known_at) }
}
