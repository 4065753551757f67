import type { ChangeEvent, EditionView } from '../../pipeline/publish/reader.ts'
import type { EventFilter } from '../openapi/event-filter.ts'
import { eventDays, keptOf } from './page.ts'

/**
 * What a read should be told of what it asked for: names and cursors that stand for nothing.
 *
 * @param unknown companies it names that no list has
 */
export function notesOn(
  { events, manifest }: Pick<EditionView, 'events' | 'manifest'>,
  filter: EventFilter,
  unknown: readonly string[],
  now: number,
): string[] {
  return [...companiesNote(unknown), ...cursorNote(events, manifest.events?.cursor ?? 0, filter.after, now)]
}

function companiesNote(unknown: readonly string[]): string[] {
  if (unknown.length === 0) return []
  return [
    `No list of companies that is read here contains ${unknown.join(', ')}, and events of a company that none contains cannot come. Name a company by its ticker (USA), securities code (Japan), CIK or issuer id rather than by its ISIN.`,
  ]
}

function cursorNote(events: readonly ChangeEvent[], counted: number, after: number | null, now: number): string[] {
  if (after === null) return []
  const newest = Math.max(counted, events.at(-1)?.cursor ?? 0)
  if (after > newest)
    return [
      `No event has the cursor ${after}: the newest has ${newest}. Omit cursor to begin 24 hours back, or read on from cursor=${newest}.`,
    ]
  const first = keptOf(events, now)[0]?.cursor ?? newest + 1
  return after + 1 < first
    ? [`Events up to the cursor ${first - 1} are no longer kept: they are older than ${eventDays} days.`]
    : []
}
