import { eventDays } from '../../data/event-types.ts'
import type { NewsKind } from '../../data/news-kinds.ts'
import { plans } from '../../data/plans.ts'
import { dayBefore } from '../time/day.ts'
import type { Entry, EventsIndex } from './edition.ts'
import { archivePlaceOf, sha256 } from './edition-files.ts'
import type { Placement } from './merge.ts'
import { sortedByPlaceIn } from './shard.ts'

/** Days that an edition holds its events for, counted back from the newest: those that a read reaches back, and five more. */
const heldDays = eventDays + 5

/** What every event says beside what it is about: when it was known here, by which rule, and where it can be read. None carries a figure. */
interface EventHead {
  /** Gap-free and in the order of publication. */
  readonly cursor: number
  /** Least plan that reads it, as far as it is one that reads events. */
  readonly tier: string
  /** When it was published, RFC 3339 UTC. */
  readonly known_at: string
  readonly rule: string
  readonly document: string
}

/** A briefing's state label is another one than in the previous edition. */
export interface StateChanged extends EventHead {
  readonly type: 'state.changed'
  readonly briefing: string
  readonly from: string
  readonly to: string
  /** First day of the new state. */
  readonly since: string
  /** Day of the document that shows it. */
  readonly as_of: string
  /** The past day whose label was revised; left out where the label of today changed. */
  readonly revised?: string
}

/** A tracked release has a newer period than in the previous edition. */
export interface ReleasePublished extends EventHead {
  readonly type: 'release.published'
  readonly release: string
  /** What it is about: the last day (YYYY-MM-DD) of its week, or the day of its decision or auction. */
  readonly period: string
  /** Which of several of one day, such as term and CUSIP of an auction. */
  readonly about?: string
  /** By the schedule of its publisher, or when it was first recorded if it came earlier; RFC 3339 UTC. */
  readonly released_at: string
}

interface CompanyEventHead extends EventHead {
  /** Its address: ticker, securities code, or its number in its market. */
  readonly company: string
  /** Issuer id. */
  readonly issuer: string
}

/** A filing of a company is listed that was not before. */
export interface CompanyNews extends CompanyEventHead {
  readonly type: 'company.news'
  /** Id of the record, as its source has it. */
  readonly record: string
  readonly kinds: readonly NewsKind[]
  /** RFC 3339 UTC, or the day (YYYY-MM-DD) where the source shows no time. */
  readonly happened_at: string
}

/** The briefing of a company has figures of a newer period than in the previous edition. */
export interface FiguresUpdated extends CompanyEventHead {
  readonly type: 'company.figures_updated'
  /** As the issuer counts: FY2026 Q1. */
  readonly period: string
  /** Its last day. */
  readonly period_end: string
  /** Day on which the report was filed. */
  readonly happened_at: string
}

/** A situation of a company turned on. */
export interface SituationChanged extends CompanyEventHead {
  readonly type: 'company.situation_changed'
  readonly situation: string
  readonly severity: 'high' | 'medium' | 'low'
  /** Day of the filing that turned it on. */
  readonly happened_at: string
}

export type ChangeEvent = StateChanged | ReleasePublished | CompanyNews | FiguresUpdated | SituationChanged

type Unnumbered<Row> = Row extends ChangeEvent ? Omit<Row, 'cursor'> : never
/** An event that has no cursor yet. */
export type NewEvent = Unnumbered<ChangeEvent>

const prefix = 'briefing/'
const { from } = plans.find(({ plan }) => plan === 'basic')!
/** First past day that a key of Basic reads. */
const basicFrom = from === 'all' ? '' : (from ?? '9999-12-31')

/** What changes with briefings that are added, by id; one that is new or gone changes no state. */
export function stateChanges(
  before: (place: string) => Entry | undefined,
  added: readonly Placement[],
  publishedAt: string,
): NewEvent[] {
  return sortedByPlaceIn(added, prefix).flatMap(({ place, artifact: { as_of }, facts }) => {
    const briefing = place.slice(prefix.length)
    const shown = { briefing, as_of, tier: String(facts['tier']), document: `/api/context?briefing=${briefing}` }
    return stateChange(before(place), facts, shown, publishedAt)
  })
}

type Shown = Pick<StateChanged, 'briefing' | 'tier' | 'as_of' | 'document' | 'revised'>

/** The change from the label of an entry to that of facts; none where one of them is missing, or both are the same. */
function stateChange(
  before: Entry | undefined,
  facts: Entry['facts'],
  { briefing, tier, as_of, ...shown }: Shown,
  publishedAt: string,
): NewEvent[] {
  const [from, to] = [before?.facts['state'] ?? null, facts['state'] ?? null]
  if (from === null || to === null || from === to) return []
  const states = { from: String(from), to: String(to), since: String(facts['since'] ?? as_of) }
  const rule = '/docs/methodology#states'
  return [{ type: 'state.changed', briefing, tier, ...states, as_of, known_at: publishedAt, rule, ...shown }]
}

/**
 * Revisions of past days whose state label is another one than was published for the day: one event each, which names the day.
 *
 * @param placed the entry at a place of the archive
 */
export function revisedStates(
  placed: (place: string) => Entry | undefined,
  added: readonly Placement[],
  publishedAt: string,
): NewEvent[] {
  return added.flatMap(({ place, facts }): NewEvent[] => {
    const { revision } = facts
    const day = archivePlaceOf(place)
    if (day === null || typeof revision !== 'number') return []
    const first = place.slice(0, place.lastIndexOf('/'))
    const before = placed(revision === 2 ? first : `${first}/r${revision - 1}`)
    // who gets the event reads the day that it points to
    const tier = day.day < basicFrom ? 'pro' : String(facts['tier'])
    const document = `/api/context?briefing=${day.briefing}&date=${day.day}`
    return stateChange(before, facts, { briefing: day.briefing, tier, as_of: day.day, document, revised: day.day }, publishedAt)
  })
}

/** The segment that events go to when they are published: that of the day, or of a later one where a clock has gone back. */
export function eventSegmentFor(standing: EventsIndex | undefined, publishedAt: string): string {
  const newest = newestOf(standing)
  const day = publishedAt.slice(0, 10)
  return newest === undefined || newest < day ? day : newest
}

const newestOf = (standing: EventsIndex | undefined) =>
  Object.keys(standing?.segments ?? {})
    .sort()
    .at(-1)

/**
 * Appends rows to a segment, and lets go of the segments whose events can no longer be read. Their cursors follow the last one without a gap,
 * and are given with the swap that publishes the edition: whoever is second counts on from whoever was first.
 *
 * @param standing the events of the edition that stands
 * @param bytes of the segment, or null
 * @param name of the segment, as `eventSegmentFor` has it
 */
export function appendEvents(
  standing: EventsIndex | undefined,
  bytes: Buffer | null,
  rows: readonly NewEvent[],
  name: string,
): { events: EventsIndex; hash: string; bytes: Buffer } {
  const last = standing?.cursor ?? 0
  const lines = rows.map((row, i) => JSON.stringify({ cursor: last + i + 1, ...row }))
  const longer = Buffer.concat([bytes ?? Buffer.alloc(0), Buffer.from(`${lines.join('\n')}\n`)])
  const hash = sha256(longer)
  const oldest = dayBefore(name, heldDays)
  const kept = Object.entries(standing?.segments ?? {}).filter(([day]) => day >= oldest)
  return { events: { cursor: last + rows.length, segments: { ...Object.fromEntries(kept), [name]: hash } }, hash, bytes: longer }
}

/** The rows of a segment, oldest first. */
export function parseEvents(segment: Buffer): ChangeEvent[] {
  return segment
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChangeEvent)
}
