import { type Briefing, briefingRows } from '../../data/briefings.ts'
import { rosterOf } from '../../data/companies.ts'
import { metricRows } from '../../data/metrics.ts'
import { type Schedule, schedules as scheduleRows } from '../../data/schedules.ts'
import { feedMayProvide, filedSeries, keptSeries } from '../../data/series.ts'
import { freshnessTurnsOf } from '../briefings/standing.ts'
import { newestReadPeriod } from '../days/holes.ts'
import { nextValueDue, rhythmOfSeries } from '../days/release-times.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Feed } from '../feeds/feed.ts'
import { feedState } from '../feeds/index.ts'
import { metricEvaluator, seriesOf } from '../formulas/evaluate.ts'
import { type FreshnessTurns, feedWord, freshnessAt, freshnessTurns, type StandingWord, servedFreshness } from '../freshness.ts'
import { countText } from '../time/counted.ts'
import { isoDay, isoTime } from '../time/day.ts'
import { hasPeriods } from '../time/release.ts'
import { nextDueAfter } from '../time/schedule.ts'
import { asKnownAt, type Column, type Versions } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'
import type { FeedRecord } from '../warehouse/load/recordings.ts'

/** How one feed, series, metric or briefing stands; `freshness.ts` has the words. */
export interface StandingLine {
  readonly id: string
  readonly status: StandingWord
  /** When a feed was last read well; of a series, the feed that gave its newest value. */
  readonly last_read_at: string | null
  /** Newest period; of a briefing the day it is for. */
  readonly newest: string | null
  /** Null too where what is on record is stale: nothing is promised of it. */
  readonly next_due_at: string | null
  /** Since when and why it does not stand well. */
  readonly note: string | null
}

/** What a feed's line says from a moment (RFC 3339) on, as long as nothing is read. */
export interface FeedTurn extends Pick<StandingLine, 'status' | 'next_due_at' | 'note'> {
  readonly from: string
}

/** A feed's line, and what becomes of it as time passes. */
export interface FeedLine extends StandingLine {
  readonly turns: readonly FeedTurn[]
}

/** What a home holds. */
export interface HomeContents {
  /** The newest value of each series: its period (day number), and when it became known (milliseconds). */
  readonly newest: ReadonlyMap<string, { readonly period: number; readonly known: number }>
  readonly records: ReadonlyMap<string, FeedRecord>
  /** Feed of the newest value of each series. */
  readonly feedOf: ReadonlyMap<string, string>
  /** Series that wait for an operator. */
  readonly held: ReadonlySet<string>
  /** Refused rows and bodies by feed that nobody has dismissed. */
  readonly refused: ReadonlyMap<string, number>
  readonly sample: boolean
  readonly credentials: ReadonlySet<string>
}

/** A feed that brings nothing with a due time is late so long after the reading its schedule asks for, and stale. Holidays close a day or two. */
const reading = { graceMs: 36 * 3_600_000, staleMs: 5 * 86_400_000 }

const schedules: readonly Schedule[] = scheduleRows
const rowOf = new Map<string, (typeof keptSeries)[number]>(keptSeries.map((row) => [row.id, row]))

/**
 * Series a third party may or may not list, and current reports that nobody compared. They are optional: a missing or stale one raises no
 * alert.
 */
export const optionalSeries: ReadonlySet<string> = new Set([
  ...keptSeries.filter(({ rule }) => rule === 'third-party').map(({ id }) => id),
  ...filedSeries.filter(({ company }) => !company.reviewed.includes('current')).map(({ id }) => id),
])

/** Series of this kind of home: invented companies are in sample homes only, real ones in the others. */
function seriesNames(sample: boolean): string[] {
  const roster = rosterOf(sample)
  return keptSeries.filter(({ company }) => company === undefined || roster.includes(company)).map(({ id }) => id)
}

/** The newest entry of a column, when the next is due by the release rule of `clock`, and when its word changes. */
interface Newest {
  readonly period: number
  readonly due: number | null
  readonly turns: FreshnessTurns
}

function newestOf(
  { period, known }: { readonly period: number; readonly known: number },
  clock: string,
  cadence: string = rhythmOfSeries(clock).frequency,
  through = period,
): Newest {
  const due = nextValueDue(clock, through)
  return { period, due: due.nextDueAt, turns: freshnessTurns({ ...due, cadence }, known) }
}

interface Track {
  readonly line: StandingLine
  readonly newest: Newest | null
}

/** Whether a feed is off: it needs a credential that is not set. Sample feeds need none. */
export function isFeedOff({ needs }: Pick<Feed, 'needs'>, credentials: ReadonlySet<string>, sample: boolean): boolean {
  return !sample && needs !== null && !credentials.has(needs)
}

/** Whether all feeds of a series' upstream are off, or of closes all its providers. */
function isSeriesOff(id: string, feeds: readonly Feed[], { credentials, sample }: HomeContents): boolean {
  const own = feeds.filter((feed) => feedMayProvide({ feed: feed.id, upstream: feed.upstream }, rowOf.get(id)!))
  return own.length > 0 && own.every((feed) => isFeedOff(feed, credentials, sample))
}

/** Every line of a status at `now` (milliseconds), from what is known then. */
export function standings(holdings: HomeContents, feeds: readonly Feed[], now: number) {
  const lastRead = (id: string): string | null => holdings.records.get(holdings.feedOf.get(id) ?? '')?.lastReadAt ?? null

  const names = seriesNames(holdings.sample).filter((id) => !optionalSeries.has(id) || holdings.newest.has(id))
  const tracks = names.map((id): Track => {
    const known = holdings.newest.get(id)
    const newest = known === undefined ? null : newestOf(known, id)
    const isHeld = holdings.held.has(id)
    const waits = isHeld && 'values wait for a decision: briefing quarantine list, briefing review list'
    const line = lineOf(id, newest, now, isSeriesOff(id, feeds, holdings), waits, lastRead(id))
    return { line: isHeld ? { ...line, status: 'held' } : line, newest }
  })
  const feedLines = feeds.map((feed) => {
    const own = tracks.filter(({ line }) => holdings.feedOf.get(line.id) === feed.id)
    return feedLine(feed, holdings, own, isFeedOff(feed, holdings.credentials, holdings.sample), now)
  })
  return { feeds: feedLines, series: tracks.map(({ line }) => line) }
}

/** A line for each metric with a series among these lines, at `now` (milliseconds). */
export function metricLines(
  holdings: HomeContents,
  feeds: readonly Feed[],
  { series, versions }: { readonly series: readonly StandingLine[]; readonly versions: ReadonlyMap<string, Versions> },
  now: number,
): StandingLine[] {
  const columns = new Map<string, Column | null>()
  const column = (id: string) =>
    memoized(columns, id, () => {
      const all = versions.get(id)
      const read = all ? asKnownAt(all, now) : null
      return read && read.period.length > 0 ? read : null
    })
  const shown = new Set(series.map(({ id }) => id))
  const calculated = metricEvaluator(column)
  const off = (id: string) => isSeriesOff(id, feeds, holdings)
  return metricRows
    .filter((row) => seriesOf(row.metric).some((id) => shown.has(id)))
    .map((row) => {
      const read = calculated(row.metric)?.column
      const last = read && { period: read.period.at(-1)!, known: read.known.at(-1)! }
      const through = (period: number) => newestReadPeriod(row, period, { column, calculated })
      const newest = last ? newestOf(last, row.clock, row.cadence, through(last.period)) : null
      const rests = seriesOf(row.metric)
      const waiting = rests.filter((id) => holdings.held.has(id))
      return lineOf(row.metric, newest, now, rests.some(off), waiting.length > 0 && `values of ${waiting.join(', ')} are held`)
    })
}

/** The line of a series or a metric: where it has no value, whether that is because a feed is off. */
const lineOf = (
  id: string,
  newest: Newest | null,
  now: number,
  off: boolean,
  waits: string | false,
  lastRead: string | null = null,
): StandingLine => ({
  id,
  status: newest === null ? (off ? 'off' : 'missing') : freshnessAt(newest.turns, now),
  last_read_at: lastRead,
  newest: newest && isoDay(newest.period),
  next_due_at: promised(newest, now),
  note: noteOf(waits, newest && sinceWhen(newest, now)),
})

/** When the next value is due; null of what is stale, which promises none. */
function promised(newest: Newest | null, now: number): string | null {
  return newest === null || newest.due === null || freshnessAt(newest.turns, now) === 'stale' ? null : isoTime(newest.due)
}

function sinceWhen({ period, turns }: Newest, now: number): string | null {
  const word = freshnessAt(turns, now)
  if (word === 'fresh') return null
  return `${word} since ${isoTime(word === 'stale' ? turns.staleAt : turns.lateAt)}: nothing newer than ${isoDay(period)}`
}

/** The notes there are, in a line; null of none. */
const noteOf = (...notes: readonly (string | false | null)[]): string | null => notes.filter(Boolean).join('; ') || null

/** What a feed brings that can be late: its series with due times; else what it was last read for. */
interface Brought {
  readonly id: string
  readonly newest: Newest | null
  readonly turns: FreshnessTurns
}

function broughtBy(feed: Feed, { records, sample }: HomeContents, own: readonly Track[], now: number): Brought[] {
  const known = own.flatMap(({ line: { id }, newest }) => (newest === null ? [] : [{ id, newest, turns: newest.turns }]))
  const owed = known.filter(({ id }) => !optionalSeries.has(id) && hasPeriods(rhythmOfSeries(id)))
  if (owed.length > 0) return owed
  const parts: Brought[] = []
  const lastReadAt = records.get(feed.id)?.lastReadAt
  const credentials = new Set(feed.needs === null ? [] : [feed.needs])
  const asks = feed.plan({ ...feedState({ now, newestPeriod: new Map(), credentials, sample }), credentials }).length > 0
  const times = schedules.flatMap(({ runs, when }) =>
    runs.orchestration === 'refresh' && runs.feeds.some((id) => id === feed.id) ? [when] : [],
  )
  if (lastReadAt && asks && times.length > 0) {
    const read = Date.parse(lastReadAt)
    const next = Math.min(...times.map((when) => nextDueAfter(when, read) ?? Number.POSITIVE_INFINITY))
    parts.push({
      id: 'its last reading',
      newest: null,
      turns: freshnessTurns({ nextDueAt: next, ...reading, cadence: 'daily' }, read),
    })
  }
  // nobody has to file: where one company is silent the feed is well, and where all are it is not
  const latest = known.reduce<(typeof known)[number] | null>(
    (best, each) => (best === null || each.turns.staleAt > best.turns.staleAt ? each : best),
    null,
  )
  return latest === null ? parts : [...parts, latest]
}

function feedLine(feed: Feed, holdings: HomeContents, own: readonly Track[], off: boolean, now: number): FeedLine {
  const record = holdings.records.get(feed.id)
  const brings = broughtBy(feed, holdings, own, now)
  const isHeld = (record?.held ?? 0) > 0 || own.some(({ line }) => line.status === 'held')
  const at = (moment: number): Pick<StandingLine, 'status' | 'next_due_at' | 'note'> => {
    const words = brings.map(({ turns }) => freshnessAt(turns, moment))
    const due = brings.flatMap(({ newest }) => promised(newest, moment) ?? []).sort()
    return {
      status: feedWord({ held: isHeld, off, read: record !== undefined, brings: words }),
      next_due_at: due[0] ?? null,
      note: feedNote(feed, holdings, own, off, behind(brings, record?.lastReadAt ?? null, moment)),
    }
  }
  const moments = [...new Set(brings.flatMap(({ turns: { lateAt, staleAt } }) => [lateAt, staleAt]))]
  const newest = own.flatMap(({ line }) => line.newest ?? []).sort()
  return {
    id: feed.id,
    last_read_at: record?.lastReadAt ?? null,
    newest: newest.at(-1) ?? null,
    ...at(now),
    turns: moments
      .filter((moment) => moment > now && Number.isFinite(moment))
      .sort((a, b) => a - b)
      .map((moment) => ({ from: isoTime(moment), ...at(moment) })),
  }
}

function feedNote(
  { id, needs }: Feed,
  { records, refused }: HomeContents,
  own: readonly Track[],
  off: boolean,
  late: readonly string[],
): string | null {
  const refusedBodies = records.get(id)?.held ?? 0
  const waiting = own.filter(({ line }) => line.status === 'held').map(({ line }) => line.id)
  return noteOf(
    off && `off: set ${needs}`,
    refusedBodies > 0 &&
      `${countText(refusedBodies, 'response')} ${refusedBodies === 1 ? 'was' : 'were'} refused: briefing quarantine list`,
    refusedBodies === 0 && refused.has(id) && `${refused.get(id)} rows in quarantine`,
    waiting.length > 0 && `values wait for a decision: ${waiting.join(', ')}`,
    ...late,
  )
}

/** What a feed brings that is behind at a moment, together where it is so since the same time for want of the same period. */
function behind(brings: readonly Brought[], lastReadAt: string | null, moment: number): string[] {
  const groups = new Map<string, string[]>()
  for (const { id, newest, turns } of brings) {
    const word = freshnessAt(turns, moment)
    if (word === 'fresh') continue
    const since = isoTime(word === 'stale' ? turns.staleAt : turns.lateAt)
    const why = newest === null ? `last read ${lastReadAt}` : `nothing newer than ${isoDay(newest.period)}`
    const head = `${word} since ${since}, ${why}`
    groups.set(head, [...(groups.get(head) ?? []), ...(newest === null ? [] : [id])])
  }
  return [...groups].map(([head, ids]) => (ids.length === 0 ? head : `${head}: ${ids.join(', ')}`))
}

/** A published briefing with what its edition says of it. */
export interface PublishedBriefing {
  readonly document: BriefingDocument
  readonly facts: Readonly<Record<string, unknown>>
}

/** The published briefings, judged at `now` as the server judges them; one that is not published is missing. */
export function briefingLines(published: (id: string) => PublishedBriefing | null, now: number): StandingLine[] {
  return briefingRows.map((row: Briefing) => {
    const one = published(row.id)
    const base = { id: row.id, last_read_at: null }
    if (!one) return { ...base, status: 'missing', newest: null, next_due_at: null, note: 'not published' }
    const { document, facts } = one
    const judged = Object.values(document.readings).map((reading) => ({
      metric: reading.metric,
      word: freshnessAt(freshnessTurnsOf(reading), now),
    }))
    const late = judged.filter(({ word }) => word !== 'fresh').map(({ metric, word }) => `${metric} ${word}`)
    const due = judged.flatMap(({ metric, word }) =>
      word === 'stale' ? [] : (document.readings[metric]?.freshness.next_due_at ?? []),
    )
    return {
      ...base,
      status: servedFreshness(facts, now).word ?? 'fresh',
      newest: document.as_of,
      next_due_at: due.sort()[0] ?? null,
      note: late.length > 0 ? late.join(', ') : null,
    }
  })
}
