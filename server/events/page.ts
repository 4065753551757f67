import type { Tier } from '../../data/plans.ts'
import type { ChangeEvent } from '../../pipeline/publish/reader.ts'
import { markdownTable } from '../markdown-table.ts'
import type { EventPage, ServedEvent } from '../openapi/schemas/event.ts'
import type { EventFilter } from './filter.ts'

const dayMs = 86_400_000
/** Days that an event can be read after it was published. */
const eventDays = 30
export const eventMs = eventDays * dayMs

/** Whether an event concerns a read: its plan reads it, and it asks for such ones. */
export function concerns(event: ChangeEvent, { types }: Pick<EventFilter, 'types'>, tiers: readonly Tier[]): boolean {
  return readable(event, tiers) && (types as readonly string[]).includes(event.type)
}

function readable({ tier }: ChangeEvent, tiers: readonly Tier[]): boolean {
  return (tiers as readonly string[]).includes(tier)
}

/** The events that are still kept. */
export function keptOf(events: readonly ChangeEvent[], now: number): readonly ChangeEvent[] {
  return events.filter(({ known_at }) => Date.parse(known_at) >= now - eventMs)
}

/**
 * One page of the feed: the events that a read asks for and may see, in the order they were published.
 *
 * @param events what the edition holds, in the order of the cursors
 * @param tiers those that the caller's plan reads
 * @param now milliseconds since 1970
 */
export function pageOf(events: readonly ChangeEvent[], filter: EventFilter, tiers: readonly Tier[], now: number): EventPage {
  const kept = keptOf(events, now)
  const after = filter.after ?? lastBefore(events, now - dayMs)
  const matching = kept.filter((event) => event.cursor > after && concerns(event, filter, tiers))
  const page = matching.slice(0, filter.limit)
  const more = matching.length > page.length
  const next = more ? page.at(-1)!.cursor : Math.max(after, events.at(-1)?.cursor ?? 0)
  return {
    events: page.map(served),
    next_cursor: String(next),
    has_more: more,
    ...(page.length > 0 || filter.companies.length > 0 ? {} : { note: noteOn(kept.filter((event) => readable(event, tiers))) }),
  }
}

/** Cursor of the last event before a moment; 0 where there is none. */
export function lastBefore(events: readonly ChangeEvent[], moment: number): number {
  return events.findLast(({ known_at }) => Date.parse(known_at) < moment)?.cursor ?? 0
}

function noteOn(open: readonly ChangeEvent[]): string {
  const companies = 'Events of companies come only when they are named in companies.'
  if (open.length === 0) return `No market-wide event of the last ${eventDays} days is open to this read. ${companies}`
  const count = open.length === 1 ? '1 market-wide event' : `${open.length} market-wide events`
  return `Nothing matches. The last ${eventDays} days have ${count} open to this read: cursor=${open[0]!.cursor - 1} without types reads them from the first. ${companies}`
}

/** An event as callers get it, on a page or in a message. */
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

function wordsFor(event: ServedEvent): string {
  if (event.type === 'release.published')
    return `${event.release} of ${event.period}${event.about === undefined ? '' : ` (${event.about})`}`
  const change = `${event.briefing}: ${event.from} to ${event.to}`
  return event.revised === undefined ? change : `${change} (revised for ${event.revised})`
}
