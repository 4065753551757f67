import { briefingRows } from '../../data/briefings.ts'
import { eventDays } from '../../data/event-types.ts'
import type { NewsKind } from '../../data/news-kinds.ts'
import { type PlanName, plans, type Tier } from '../../data/plans.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { ChangeEvent, EditionView } from '../../pipeline/editions/reader.ts'
import { servedFreshnessAt } from '../editions/freshness.ts'
import { residentDocument } from '../editions/stored-document.ts'
import { markdownTable } from '../http/markdown-table.ts'
import { memoize } from '../http/once.ts'
import type { EventFilter } from '../openapi/event-filter.ts'
import type { EventPage, ServedEvent } from '../schemas/event.ts'

const dayMs = 86_400_000
/** How long an event can be read after it was published. */
export const eventMs = eventDays * dayMs

/** A page before it is known whether its edition is one of samples. */
type Page = Omit<EventPage, 'sample'> & Partial<Pick<EventPage, 'sample'>>

/** What of the feed is wanted, the companies by their issuer ids. */
export interface WantedEvents extends Pick<EventFilter, 'types' | 'kinds'> {
  readonly issuers: ReadonlySet<string>
}

/**
 * Whether an event concerns a read: its plan reads it, and it asks for such ones. One of a company reaches only a read that names it; a filing of
 * which nobody knows the items yet counts as a material event.
 */
export function eventMatches(event: ChangeEvent, { types, kinds, issuers }: WantedEvents, tiers: readonly Tier[]): boolean {
  if (!readable(event, tiers) || !(types as readonly string[]).includes(event.type)) return false
  if (!isOfCompany(event)) return true
  if (!issuers.has(event.issuer)) return false
  if (event.type !== 'company.news') return true
  const ofKinds: readonly NewsKind[] = event.kinds.length === 0 ? ['material-event'] : event.kinds
  return ofKinds.some((kind) => kinds.includes(kind))
}

const isOfCompany = (event: ChangeEvent) => 'issuer' in event

const readable = ({ tier }: ChangeEvent, tiers: readonly Tier[]): boolean => (tiers as readonly string[]).includes(tier)

/**
 * One page of the feed: the events that a read asks for and may see, in the order they were published.
 *
 * @param events what the edition holds, in the order of the cursors
 * @param tiers those that the caller's plan reads
 * @param now milliseconds since 1970
 * @param newest the cursor of the newest event there was, also of one that is no longer kept
 */
export function eventPageOf(
  events: readonly ChangeEvent[],
  filter: EventFilter & WantedEvents,
  tiers: readonly Tier[],
  now: number,
  newest = events.at(-1)?.cursor ?? 0,
): Page {
  const first = firstSince(events, now - eventMs)
  const after = filter.after ?? lastCursorBefore(events, now - dayMs)
  const page: ChangeEvent[] = []
  let more = false
  // cursors have no gaps
  for (let at = first + Math.max(0, after + 1 - (events[first]?.cursor ?? 0)); at < events.length && !more; at++) {
    const event = events[at]!
    if (!eventMatches(event, filter, tiers)) continue
    more = page.length === filter.limit
    if (!more) page.push(event)
  }
  const next = more ? page.at(-1)!.cursor : newest
  return { events: page.map(toServedEvent), next_cursor: String(next), has_more: more }
}

/** A page that holds no event of a read that names no company, with what to ask instead; any other as it is. */
export function withEventNote(
  page: Page,
  events: readonly ChangeEvent[],
  { companies }: EventFilter,
  tiers: readonly Tier[],
  now: number,
): Page {
  if (page.events.length > 0 || companies.length > 0) return page
  const kept = retainedEvents(events, now)
  return { ...page, note: noteOn(kept.filter((event) => !isOfCompany(event) && readable(event, tiers))) }
}

/** The events that are still kept. */
export function retainedEvents(events: readonly ChangeEvent[], now: number): readonly ChangeEvent[] {
  return events.slice(firstSince(events, now - eventMs))
}

/** Cursor of the last event before a moment; 0 where there is none. */
export function lastCursorBefore(events: readonly ChangeEvent[], moment: number): number {
  return events[firstSince(events, moment) - 1]?.cursor ?? 0
}

/** Index of the first event that was published at a moment or later. */
function firstSince(events: readonly ChangeEvent[], moment: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Date.parse(events[middle]!.known_at) < moment) low = middle + 1
    else high = middle
  }
  return low
}

function noteOn(open: readonly ChangeEvent[]): string {
  const companies = 'Events of companies come only when they are named in companies.'
  if (open.length === 0) return `No market-wide event of the last ${eventDays} days is open to this read. ${companies}`
  const count = open.length === 1 ? '1 market-wide event' : `${open.length} market-wide events`
  return `Nothing matches. The last ${eventDays} days have ${count} open to this read: cursor=${open[0]!.cursor - 1} without types reads them from the first. ${companies}`
}

/** Members that only events of a type have, in the order they are served. */
const ownMembers: Readonly<Record<ChangeEvent['type'], readonly string[]>> = {
  'release.published': ['release', 'period', 'about'],
  'company.news': ['company', 'record', 'kinds'],
  'company.figures_updated': ['company', 'period', 'period_end'],
  'company.situation_changed': ['company', 'situation', 'severity'],
  'state.changed': ['briefing', 'from', 'to', 'revised'],
}

/** An event as it is served. */
export function toServedEvent(event: ChangeEvent): ServedEvent {
  const { cursor, type, known_at, rule, document } = event
  const happened_at = 'since' in event ? event.since : 'released_at' in event ? event.released_at : event.happened_at
  const members = event as unknown as Readonly<Record<string, unknown>>
  const own = ownMembers[type].flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]]))
  const head = { id: String(cursor), type, known_at, rule, fetch: document, happened_at }
  return { ...head, ...Object.fromEntries(own) } as ServedEvent
}

/** The same page as Markdown. */
export function pageText({ events, next_cursor, has_more, note, notes = [], since_yesterday, sample = false }: Page): string {
  const rows = events.map((event) => [event.id, event.happened_at, event.known_at, eventText(event), event.fetch])
  const table = markdownTable(['id', 'happened', 'known', 'what', 'read'], rows)
  const end = has_more ? `More follow: cursor=${next_cursor}.` : `These are all. Later events: cursor=${next_cursor}.`
  const body = events.length === 0 ? (note ?? 'No event of these companies.') : table
  const before = since_yesterday === undefined ? [] : [changesText(since_yesterday)]
  return `${[`# Changes (${events.length})${sample ? ' (SAMPLE DATA)' : ''}`, body, ...notes, end, ...before].join('\n\n')}\n`
}

function changesText({ as_of, briefings }: NonNullable<EventPage['since_yesterday']>): string {
  const lines = briefings.map(
    ({ title, fetch, changes }) => `- [${title}](${fetch}): ${changes.map(({ text }) => text).join(' ')}`,
  )
  const list = lines.length === 0 ? 'Nothing in the briefings that this call reads.' : lines.join('\n')
  return `## Since the day before ${as_of}\n\n${list}`
}

/** What happened, in a few words. */
export function eventText(event: ServedEvent): string {
  if (event.type === 'release.published')
    return `${event.release} of ${event.period}${event.about === undefined ? '' : ` (${event.about})`}`
  if (event.type === 'company.news') return `${event.company}: filing (${event.kinds.join(', ') || 'kind not known'})`
  if (event.type === 'company.figures_updated') return `${event.company}: figures of ${event.period}`
  if (event.type === 'company.situation_changed') return `${event.company}: ${event.situation.replaceAll('_', ' ')}`
  const change = `${event.briefing}: ${event.from} to ${event.to}`
  return event.revised === undefined ? change : `${change} (revised for ${event.revised})`
}

/** The same for people: a briefing by its title, a release without hyphens. */
export function eventTitle(event: ServedEvent): string {
  if (event.type === 'release.published') return eventText({ ...event, release: event.release.replaceAll('-', ' ') })
  if (event.type !== 'state.changed') return eventText(event)
  return eventText({ ...event, briefing: briefingRows.find(({ id }) => id === event.briefing)?.title ?? event.briefing })
}

/** Where people read what an event says to fetch; news have no page. */
export function pageUrlOf(fetch: string, origin: string): string {
  if (fetch.startsWith('/api/news')) return `${origin}${fetch}`
  return `${origin}${fetch}${fetch.includes('?') ? '&' : '?'}format=html`
}

type Changed = NonNullable<EventPage['since_yesterday']>['briefings'][number] & { readonly tier: Tier; readonly place: string }

/** Changes of one briefing; the others are in its document. */
const mostChanges = 5

/** What differs from the day before in each briefing of an edition that has changes: read once an edition. */
const changedIn = memoize((view: EditionView): readonly Changed[] =>
  briefingRows.flatMap(({ id, title, tier, path }) => {
    const place = `briefing/${id}`
    const changes = residentDocument<Partial<BriefingDocument>>(view, place)?.changes?.['1d'] ?? []
    if (changes.length === 0) return []
    const own = changes.toSorted((a, b) => a.rank - b.rank).slice(0, mostChanges)
    const texts = own.map(({ field, text }) => ({ field, text }))
    return [{ briefing: id, title, fetch: path ?? `/api/context?briefing=${id}`, changes: texts, tier, place }]
  }),
)

/**
 * The same, of the briefings that a plan reads and that are served at `now` (milliseconds since 1970). A paid call costs less than any of them: it
 * reads those of the free tier.
 */
export function sinceYesterday(view: EditionView, plan: PlanName | null, now: number): NonNullable<EventPage['since_yesterday']> {
  const tiers: readonly Tier[] = plans.find((row) => row.plan === (plan ?? 'free'))!.tiers
  const briefings = changedIn(view).flatMap(({ tier, place, ...changed }) => {
    const entry = view.entries.get(place)
    return !tiers.includes(tier) || entry === undefined || servedFreshnessAt(view, entry, now).refused ? [] : [changed]
  })
  return { as_of: view.manifest.as_of, briefings }
}
