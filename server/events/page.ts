import type { Tier } from '../../data/plans.ts'
import type { ChangeEvent } from '../../pipeline/publish/reader.ts'
import { markdownTable } from '../markdown-table.ts'
import type { EventPage, ServedEvent } from '../openapi/schemas/event.ts'
import type { EventFilter } from './filter.ts'

const dayMs = 86_400_000
/** Days that an event can be read after it was published. */
const eventDays = 30

/**
 * One page of the feed: the events that a read asks for and may see, in the order they were published.
 *
 * @param events what the edition holds, in the order of the cursors
 * @param tiers those that the caller's plan reads
 * @param now milliseconds since 1970
 */
export function pageOf(events: readonly ChangeEvent[], filter: EventFilter, tiers: readonly Tier[], now: number): EventPage {
  const kept = events.slice(firstSince(events, now - eventDays * dayMs))
  const after = filter.after ?? events[firstSince(events, now - dayMs) - 1]?.cursor ?? 0
  const readable = (event: ChangeEvent) => (tiers as readonly string[]).includes(event.tier)
  const page: ChangeEvent[] = []
  let more = false
  // cursors have no gaps
  for (const event of kept.slice(Math.max(0, after + 1 - (kept[0]?.cursor ?? 0)))) {
    if (!readable(event) || !(filter.types as readonly string[]).includes(event.type)) continue
    more = page.length === filter.limit
    if (more) break
    page.push(event)
  }
  const next = more ? page.at(-1)!.cursor : Math.max(after, events.at(-1)?.cursor ?? 0)
  return {
    events: page.map(served),
    next_cursor: String(next),
    has_more: more,
    ...(page.length > 0 || filter.companies.length > 0 ? {} : { note: noteOn(kept.filter(readable)) }),
  }
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

/** An event as it is served. */
export function served(event: ChangeEvent): ServedEvent {
  const { cursor, type, known_at, rule, document } = event
  const head = { id: String(cursor), type, known_at, rule, fetch: document }
  if (event.type === 'release.published') {
    const { release, period, about, released_at } = event
    return { ...head, type: event.type, happened_at: released_at, release, period, ...(about === undefined ? {} : { about }) }
  }
  const { briefing, from, to, since, revised } = event
  return {
    ...head,
    type: event.type,
    happened_at: since,
    briefing,
    from,
    to,
    ...(revised === undefined ? {} : { revised }),
  }
}

/** The same page as Markdown. */
export function pageText({ events, next_cursor, has_more, note }: EventPage): string {
  const table = markdownTable(
    [
      { label: 'id', cell: ({ id }) => id },
      { label: 'happened', cell: ({ happened_at }) => happened_at },
      { label: 'known', cell: ({ known_at }) => known_at },
      { label: 'what', cell: wordsFor },
      { label: 'read', cell: ({ fetch }) => fetch },
    ],
    events,
  )
  const end = has_more ? `More follow: cursor=${next_cursor}.` : `These are all. Later events: cursor=${next_cursor}.`
  return `# Changes (${events.length})\n\n${events.length === 0 ? (note ?? 'No event of these companies.') : table}\n\n${end}\n`
}

/** What happened, in a few words. */
export function wordsFor(event: ServedEvent): string {
  if (event.type === 'release.published')
    return `${event.release} of ${event.period}${event.about === undefined ? '' : ` (${event.about})`}`
  const change = `${event.briefing}: ${event.from} to ${event.to}`
  return event.revised === undefined ? change : `${change} (revised for ${event.revised})`
}
