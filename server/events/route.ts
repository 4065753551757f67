import { eventDays } from '../../data/event-types.ts'
import { type PlanName, plans, type Tier } from '../../data/plans.ts'
import type { ChangeEvent, EditionView } from '../../pipeline/editions/reader.ts'
import { currentRead } from '../access/access.ts'
import type { Gate } from '../access/gate.ts'
import { type DocumentQuery, servedFormat } from '../answers/document-route.ts'
import type { EditionCache } from '../answers/edition-cache.ts'
import type { EditionWatch } from '../answers/edition-watch.ts'
import { callOfferOf, canonicalTarget } from '../answers/offer.ts'
import { needEdition, queryOf, type RequestContext } from '../answers/request-context.ts'
import { type PricedAnswer, servePriced } from '../answers/serve-priced.ts'
import { staleFilings } from '../companies/currency.ts'
import { type PreparedAnswer, prepareText } from '../editions/prepared-answer.ts'
import { Refusal } from '../http/errors.ts'
import { contentTypes, type TextFormat, textFormats } from '../http/formats.ts'
import { issuersNamed, unknownNames } from '../news/company.ts'
import { type EventFilter, readFilter } from '../openapi/event-filter.ts'
import type { Operation } from '../openapi/operation.ts'
import { readParameters } from '../openapi/query.ts'
import { eventPageOf, pageText, retainedEvents, sinceYesterday, withEventNote } from './page.ts'
import { refuseUnmatchable } from './reach.ts'

/** What a read of the feed works on beside the request. */
export interface EventFeed {
  readonly following: EditionWatch
  now(): number
  /** Where the caller asks from, and set where they have left: nobody waits for an event in their stead. */
  readonly address: string
  readonly left: AbortSignal
}

/** GET /api/events: one page of change events; with `wait`, as soon as there is one. The steps are those of `decide`, in its order. */
export async function eventsRoute(
  ctx: RequestContext,
  operation: Operation,
  gate: Gate,
  { following, now }: Omit<EventFeed, 'address' | 'left'>,
): Promise<void> {
  const left = new AbortController()
  ctx.res.once('close', () => left.abort())
  const feed = { following, now, address: ctx.state.address, left: left.signal }
  await servePriced(ctx, gate, await offeredEvents(ctx as RequestContext & DocumentQuery, operation, feed))
}

/** A page of events, ready to be sold or served: throws a `Refusal` for parameters that are not valid, or that no event can meet. */
export async function offeredEvents(asking: DocumentQuery, operation: Operation, feed: EventFeed): Promise<PricedAnswer> {
  const query = readParameters(queryOf(asking), operation)
  const format = servedFormat(asking, query, textFormats, 'json')
  const filter = readFilter(query)
  const cache = needEdition(asking)
  const { view } = cache
  const stale = staleFilings(view, null, 'the feed of change events', feed.now())
  if (stale !== null) throw stale
  await refuseUnmatchable(view, filter)
  const wanted = { ...currentRead, name: 'The feed of change events', tier: 'basic', price: operation.price! } as const
  return {
    wanted,
    sample: view.manifest.sample,
    offer: callOfferOf(wanted, operation, canonicalTarget(asking.path, queryOf(asking)), contentTypes[format]),
    isPage: false,
    mayWait: filter.wait > 0,
    isComposed: true,
    bytes: (_part, plan) => answerOf(cache, filter, plan, format, feed),
  }
}

/** The events that a plan reads, by their tiers. What a paid call reads is everything. */
export function planTiers(plan: PlanName | null): readonly Tier[] {
  return plan === null ? ['free', 'basic', 'pro'] : plans.find((row) => row.plan === plan)!.tiers
}

/** The page as it is now or, where it is empty and the caller waits, with the edition that brings an event. */
async function answerOf(
  first: EditionCache,
  filter: EventFilter,
  plan: PlanName | null,
  format: TextFormat,
  { following, now, address, left }: EventFeed,
): Promise<PreparedAnswer> {
  const tiers = planTiers(plan)
  let cache = first
  let page = await pageIn(cache, filter, tiers, now())
  const answer = async () => {
    const { view, edition } = cache
    const notes = notesOn(view, filter, await unknownNames(view, filter.companies), now())
    const noted = withEventNote(page, view.events, filter, tiers, now())
    const whole = {
      ...noted,
      ...(notes.length === 0 ? {} : { notes }),
      ...(filter.after === null ? { since_yesterday: sinceYesterday(view, plan, now()) } : {}),
      sample: view.manifest.sample,
    }
    return prepareText(format === 'json' ? `${JSON.stringify(whole)}\n` : pageText(whole), format, edition)
  }
  if (page.events.length > 0 || filter.wait === 0) return answer()
  // from where the first look ended: a start 24 hours back would move on with the clock
  const ahead = { ...filter, after: Number(page.next_cursor) }
  await following.wait({ address, ms: filter.wait * 1_000, left }, async (over) => {
    while (page.events.length === 0 && (await following.next(over))) {
      cache = following.current()!
      page = await pageIn(cache, ahead, tiers, now())
    }
  })
  // nobody reads the answer: it counts nothing and costs nothing
  if (left.aborted) throw new Refusal('REQUEST_TIMEOUT', 'The connection closed while the call waited for an event.')
  return answer()
}

async function pageIn({ view }: EditionCache, filter: EventFilter, tiers: readonly Tier[], now: number) {
  const wanted = { ...filter, issuers: await issuersNamed(view, filter.companies) }
  return eventPageOf(view.events, wanted, tiers, now, newestIn(view))
}

const newestIn = ({ events, manifest }: Pick<EditionView, 'events' | 'manifest'>): number =>
  Math.max(manifest.events?.cursor ?? 0, events.at(-1)?.cursor ?? 0)

/**
 * What a read should know of what it asked for: names and cursors that stand for nothing.
 *
 * @param unknown companies it names that no list has
 */
function notesOn(
  view: Pick<EditionView, 'events' | 'manifest'>,
  filter: EventFilter,
  unknown: readonly string[],
  now: number,
): string[] {
  return [...companiesNote(unknown), ...cursorNote(view.events, newestIn(view), filter.after, now)]
}

function companiesNote(unknown: readonly string[]): string[] {
  if (unknown.length === 0) return []
  return [
    `No list of companies that is read here contains ${unknown.join(', ')}, and events of a company that none contains cannot come. Name a company by its ticker or securities code, or as GET /api/companies prints it, rather than by its ISIN.`,
  ]
}

function cursorNote(events: readonly ChangeEvent[], newest: number, after: number | null, now: number): string[] {
  if (after === null) return []
  if (after > newest)
    return [
      `No event has the cursor ${after}: the newest has ${newest}. Omit cursor to begin 24 hours back, or read on from cursor=${newest}.`,
    ]
  const first = retainedEvents(events, now)[0]?.cursor ?? newest + 1
  return after + 1 < first
    ? [`Events up to the cursor ${first - 1} are no longer kept: they are older than ${eventDays} days.`]
    : []
}
