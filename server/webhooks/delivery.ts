import { eventTypes } from '../../data/event-types.ts'
import type { ChangeEvent } from '../../pipeline/editions/reader.ts'
import { type ChatMessage, webhookBody } from '../delivery/formats.ts'
import { attemptAnswerName, attemptOutcome } from '../delivery/schedule.ts'
import { signedHeaders } from '../delivery/signature.ts'
import { eventMatches, eventTitle, lastCursorBefore, pageUrlOf, retainedEvents, toServedEvent } from '../events/page.ts'
import { planTiers } from '../events/route.ts'
import type { ServerClock } from '../http/clock.ts'
import { errorFields, type ServerLog } from '../http/log.ts'
import { oneAtATime } from '../http/once.ts'
import { defaultNewsKinds } from '../openapi/event-filter.ts'
import type { ServedEvent } from '../schemas/event.ts'
import type { State } from '../state/open.ts'
import type { WebhookDeliveryTable } from '../state/schema.ts'
import {
  dueWebhooks,
  leaseWebhook,
  nextDelivery,
  nextDue,
  type QueuedEvent,
  queueEvents,
  type ReceivingWebhook,
  releaseWebhook,
  settleDelivery,
  webhooksBehind,
} from '../state/webhook-queue.ts'
import { endWebhooksOfEndedKeys, type WebhookFilter, webhookSigningKeys } from '../state/webhooks.ts'
import type { PostMessage } from './post.ts'

/** The feed that addresses are sent, as the edition that is served has it. */
export interface WebhookFeed {
  /** In the order of their cursors. */
  readonly events: readonly ChangeEvent[]
  /** Issuer ids of companies, by the names that callers use for them. */
  issuersNamed(names: readonly string[]): Promise<ReadonlySet<string>>
}

export interface DeliveryParts extends Pick<ServerClock, 'now' | 'wall'> {
  readonly state: State
  /** As the edition that is served has it; without events where there is none yet. */
  feed(): WebhookFeed
  /** Where receivers reach this server, for links; left out, messages to people have none. */
  readonly origin?: string | null
  readonly post: PostMessage
  /** Names this process in leases. */
  readonly holder: string
  readonly log: Pick<ServerLog, 'warn'>
  /** From 0 to below 1. */
  random(): number
  /** An attempt was made. */
  attempted?(outcome: string): void
  /** Longest time between two looks into the store, for what another process has queued. */
  readonly pollMs?: number
  /** How long a lease on an address stands: longer than an attempt can take. */
  readonly leaseMs?: number
  /** Addresses that are sent to at a time. */
  readonly most?: number
}

export type DeliveryWorker = ReturnType<typeof openDelivery>

/** Messages that an address is sent before it waits for its next turn. */
const mostInTurn = 20
const soonestMs = 20

/**
 * Sends what is queued. One message at a time to each address, under a lease in the store, so that no other process sends to it; several
 * addresses at a time. Those that failed last may use half of the places, so that dead ones delay nobody. A process that ends between an
 * answer and its record leaves the lease to run out, and the message is sent once more, under the same id.
 */
export function openDelivery({
  state,
  feed,
  origin = null,
  post,
  holder,
  log,
  now,
  wall,
  random,
  attempted = () => {},
  pollMs = 10_000,
  leaseMs = 60_000,
  most = 64,
}: DeliveryParts) {
  /** Turns under way, by address, and whether the address failed last. */
  const turns = new Map<string, { readonly failing: boolean; readonly ended: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  const looking = oneAtATime(looks)
  let wanted = false
  let ended = false

  function wake(): void {
    if (ended) return
    clearTimeout(timer)
    wanted = true
    void looking.run()
  }

  async function looks(): Promise<void> {
    let wait = pollMs
    while (wanted && !ended) {
      wanted = false
      try {
        wait = await look()
      } catch (error) {
        wait = pollMs
        log.warn('webhooks could not be looked at', errorFields(error))
      }
    }
    if (!ended) timer = setTimeout(wake, wait).unref()
  }

  /** Begins the turns of all addresses that something is due to; gives the milliseconds until the next look. */
  async function look(): Promise<number> {
    await endWebhooksOfEndedKeys(state, now())
    await queueNews(state, feed(), now())
    const first = await nextDue(state)
    if (first === null || first > now()) return untilDue(first)
    for (const failing of [false, true]) {
      const places = failing ? Math.min(most / 2 - failingTurns(), most - turns.size) : most - turns.size
      for (const id of await dueWebhooks(state, now(), failing, Math.floor(places))) {
        if (ended || turns.has(id)) continue
        const turn = takeTurn(id).finally(() => {
          turns.delete(id)
          wake()
        })
        turns.set(id, { failing, ended: turn })
      }
    }
    // whatever is due now has its turn, or waits for the end of another
    return untilDue(await nextDue(state))
  }

  const untilDue = (next: number | null) =>
    next === null || next <= now() ? pollMs : Math.min(pollMs, Math.max(soonestMs, next - now()))

  const failingTurns = () => [...turns.values()].filter(({ failing }) => failing).length

  async function takeTurn(id: string): Promise<void> {
    try {
      for (let sent = 0; sent < mostInTurn && !ended; sent++) if (!(await sendNext(id))) break
      await releaseWebhook(state, id, holder)
    } catch (error) {
      log.warn('a webhook could not be sent to', { webhook: id, ...errorFields(error) })
    }
  }

  /** Whether something was sent, and more may be. */
  async function sendNext(id: string): Promise<boolean> {
    const webhook = await leaseWebhook(state, id, { holder, now: now(), leaseMs })
    if (webhook === null) return false
    const delivery = await nextDelivery(state, id, planTiers(webhook.plan), now())
    if (delivery === null) return false
    const begun = now()
    const body = webhookBody(webhook.format, webhook.url, delivery.body, () => messageFor(delivery, origin))
    const headers = signedHeaders({ id: delivery.id, body }, await webhookSigningKeys(state, webhook, begun), wall())
    const answer = await post(webhook.url, headers, body)
    const at = now()
    const tookOthers = (webhook.last_delivered_at ?? 0) > delivery.created_at
    const outcome = attemptOutcome({ ...delivery, failures: webhook.failures, tookOthers }, answer, at, random())
    await settleDelivery(state, delivery, outcome, { now: at, ms: at - begun })
    attempted(attemptAnswerName(answer))
    return outcome.webhook.disabled === null && outcome.webhook.not_before <= at
  }

  wake()
  return {
    /** Looks again: an edition was published, or something was queued. */
    wake,
    /** Begins nothing more and resolves when every attempt under way is recorded. */
    async close(): Promise<void> {
      ended = true
      clearTimeout(timer)
      await looking.ended()
      await Promise.all([...turns.values()].map((turn) => turn.ended))
    },
  }
}

/**
 * Queues what happened since the last look for every address, by the decision of the feed: the plan of its account now, and its filter. An
 * address that was registered later than an event does not get it.
 */
async function queueNews(state: State, feed: WebhookFeed, now: number): Promise<void> {
  const last = feed.events.at(-1)?.cursor
  if (last === undefined) return
  for (const webhook of await webhooksBehind(state, last))
    await queueEvents(state, webhook.id, await newsFor(webhook, feed, now), last, now)
}

async function newsFor(
  { filter: text, cursor, created_at, plan }: ReceivingWebhook,
  { events, issuersNamed }: WebhookFeed,
  now: number,
): Promise<QueuedEvent[]> {
  const after = cursor ?? lastCursorBefore(events, created_at)
  const { types = eventTypes, kinds = defaultNewsKinds, companies = [] } = JSON.parse(text) as WebhookFilter
  const wanted = { types, kinds, issuers: await issuersNamed(companies) }
  // the free plan has no events: an account that was moved to it gets none
  const tiers = plan === 'free' ? [] : planTiers(plan)
  return retainedEvents(events, now)
    .filter((event) => event.cursor > after && eventMatches(event, wanted, tiers))
    .map(messageOf)
}

/** What a message says to people; a test carries no event. */
function messageFor({ cursor, type, body, created_at }: WebhookDeliveryTable, origin: string | null): ChatMessage {
  const at = new Date(created_at).toISOString()
  if (cursor === 0) return { title: 'This is a test: events will be sent here.', type, link: null, at }
  const event = JSON.parse(body) as ServedEvent
  return { title: eventTitle(event), type, link: origin && pageUrlOf(event.fetch, origin), at: event.known_at }
}

/** The record of the feed, as it is sent. */
function messageOf(event: ChangeEvent): QueuedEvent {
  const { cursor, type, tier, known_at } = event
  return { cursor, type, tier, body: JSON.stringify(toServedEvent(event)), known_at: Date.parse(known_at) }
}
