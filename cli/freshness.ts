import { type Briefing, briefingRows } from '../data/briefings.ts'
import { followedFilers } from '../data/filers.ts'
import { type Metric, metricRows } from '../data/metrics.ts'
import { type Series, series } from '../data/series.ts'
import { freshnessOf } from '../pipeline/analysis/freshness.ts'
import { rhythmOfSeries } from '../pipeline/briefings/day-view.ts'
import type { BriefingDocument } from '../pipeline/briefings/document.ts'
import { isoDay } from '../pipeline/calendar/day.ts'
import { nextDue, tolerance } from '../pipeline/calendar/release.ts'
import { asKnownAt, type Column, type Versions } from '../pipeline/column.ts'
import type { Feed } from '../pipeline/feeds/feed.ts'
import { evaluator, seriesOf } from '../pipeline/metrics/evaluate.ts'
import type { FeedRecord } from '../pipeline/warehouse/read.ts'

/**
 * How one feed, series, metric or briefing stands. `late` past its due time and grace, `stale` long past it; `held` waits for an operator;
 * `missing` was never read or published; `off` has no credential; `unread` was never asked, another feed gives the same.
 */
export interface Line {
  readonly id: string
  readonly status: 'fresh' | 'late' | 'stale' | 'held' | 'missing' | 'off' | 'unread'
  readonly last_read_at: string | null
  /** Newest period; of a briefing the day it is for. */
  readonly newest: string | null
  readonly next_due_at: string | null
  readonly note: string | null
}

/** What the home holds, as the analysts' copy and the edition tell it. */
export interface Holdings {
  readonly versions: ReadonlyMap<string, Versions>
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

const worstFirst = ['missing', 'stale', 'held', 'late', 'off', 'unread', 'fresh'] as const

function worst(statuses: Iterable<Line['status']>): Line['status'] {
  const all = new Set(statuses)
  return worstFirst.find((status) => all.has(status)) ?? 'fresh'
}

/** Freshness of the newest entry of a column at `now` (milliseconds) by the release calendar of the series `clock`. */
function freshnessAt(clock: string, period: number, known: number, now: number) {
  const rhythm = rhythmOfSeries(clock)
  return freshnessOf({ nextDueAt: nextDue(rhythm, period), ...tolerance(rhythm.rule), cadence: rhythm.frequency }, known, now)
}

const seriesRows: readonly Series[] = series

/** Series of this kind of home: invented companies are in sample homes only, real ones in the others. */
function seriesNames(sample: boolean): string[] {
  return [
    ...seriesRows.filter(({ company }) => company === undefined || company.sample === sample).map(({ id }) => id),
    ...followedFilers.filter((filer) => filer.sample === sample).map((filer) => filer.series),
  ]
}

/** Series of companies that a third party lists or not, or whose current reports nobody compared: nothing is missing where they tell nothing. */
const asTold = new Set([
  ...seriesRows.filter(({ rule }) => rule === 'third-party').map(({ id }) => id),
  ...followedFilers.filter(({ reviewed }) => !reviewed.includes('current')).map((filer) => filer.series),
])

const upstreamOf = new Map<string, string>(series.map(({ id, upstream }) => [id, upstream]))

/** Every line of a status at `now` (milliseconds), from what is known then. */
export function freshnessLines(holdings: Holdings, feeds: readonly Feed[], now: number) {
  const columns = new Map<string, Column | null>()
  const column = (id: string): Column | null => {
    let found = columns.get(id)
    if (found === undefined) {
      const versions = holdings.versions.get(id)
      const known = versions ? asKnownAt(versions, now) : null
      found = known && known.period.length > 0 ? known : null
      columns.set(id, found)
    }
    return found
  }
  const without = (feed: Feed) => !holdings.sample && feed.needs !== null && !holdings.credentials.has(feed.needs)
  const off = (id: string): boolean => {
    const own = feeds.filter((feed) => feed.upstream === (upstreamOf.get(id) ?? 'sec'))
    return own.length > 0 && own.every(without)
  }
  const lastRead = (id: string): string | null => holdings.records.get(holdings.feedOf.get(id) ?? '')?.lastReadAt ?? null

  const names = seriesNames(holdings.sample).filter((id) => !asTold.has(id) || column(id) !== null)
  const seriesLines = names.map((id): Line => {
    const known = column(id)
    const held = holdings.held.has(id)
    const note = held ? 'values wait for a decision: briefing quarantine list, briefing review list' : null
    const base = { id, last_read_at: lastRead(id), note }
    if (!known) return { ...base, status: held ? 'held' : off(id) ? 'off' : 'missing', newest: null, next_due_at: null }
    const last = known.period.length - 1
    const { status, next_due_at } = freshnessAt(id, known.period[last]!, known.known[last]!, now)
    return { ...base, status: held ? 'held' : status, newest: isoDay(known.period[last]!), next_due_at }
  })
  const bySeries = new Map(seriesLines.map((line) => [line.id, line]))

  const calculated = evaluator(column)
  const metricLines = metricRows
    .filter((row) => seriesOf(row.metric).some((id) => bySeries.has(id)))
    .map((row): Line => metricLine(row, calculated(row.metric)?.column ?? null, now, seriesOf(row.metric).some(off)))
  const feedLines = feeds.map((feed): Line => {
    const own = seriesLines.filter((line) => holdings.feedOf.get(line.id) === feed.id)
    return feedLine(feed, holdings, own, without(feed))
  })
  return { feeds: feedLines, series: seriesLines, metrics: metricLines }
}

function metricLine(row: Metric, column: Column | null, now: number, off: boolean): Line {
  const base = { id: row.metric, last_read_at: null, note: null }
  if (!column) return { ...base, status: off ? 'off' : 'missing', newest: null, next_due_at: null }
  const last = column.period.length - 1
  const { status, next_due_at } = freshnessAt(row.clock, column.period[last]!, column.known[last]!, now)
  return { ...base, status, newest: isoDay(column.period[last]!), next_due_at }
}

function feedLine(feed: Feed, { records, refused }: Holdings, own: readonly Line[], without: boolean): Line {
  const record = records.get(feed.id)
  const notes: string[] = []
  if (without) notes.push(`${feed.needs} is not set`)
  if (record && record.held > 0) notes.push(`${record.held} bodies were refused: briefing quarantine list`)
  else if (refused.has(feed.id)) notes.push(`${refused.get(feed.id)} rows in quarantine`)
  const behind = own.filter(({ status }) => status !== 'fresh').map(({ id, status }) => `${id} ${status}`)
  if (behind.length > 0) notes.push(behind.join(', '))
  const due = own.flatMap(({ next_due_at }) => next_due_at ?? []).sort()
  return {
    id: feed.id,
    status:
      without && own.length === 0
        ? 'off'
        : !record
          ? 'unread'
          : record.held > 0
            ? 'held'
            : worst(own.map(({ status }) => status)),
    last_read_at: record?.lastReadAt ?? null,
    newest:
      own
        .flatMap(({ newest }) => newest ?? [])
        .sort()
        .at(-1) ?? null,
    next_due_at: due[0] ?? null,
    note: notes.length > 0 ? notes.join('; ') : null,
  }
}

const clocks = new Map(metricRows.map(({ metric, clock }) => [metric, clock]))

/** The published briefings, judged at `now` by what each says of its metrics; one that is due and not published is missing. */
export function briefingLines(published: (id: string) => BriefingDocument | null, now: number): Line[] {
  return briefingRows.map((row: Briefing) => {
    const document = published(row.id)
    const base = { id: row.id, last_read_at: null }
    if (!document) return { ...base, status: 'missing', newest: null, next_due_at: null, note: 'not published' }
    const judged = Object.values(document.readings).map(({ metric, known_at, freshness: { next_due_at, cadence } }) => {
      const nextDueAt = next_due_at === null ? null : Date.parse(next_due_at)
      const release = { nextDueAt, cadence, ...tolerance(rhythmOfSeries(clocks.get(metric) ?? metric).rule) }
      return { metric, next_due_at, status: freshnessOf(release, Date.parse(known_at), now).status }
    })
    const behind = judged.filter(({ status }) => status !== 'fresh').map(({ metric, status }) => `${metric} ${status}`)
    return {
      ...base,
      status: worst(judged.map(({ status }) => status)),
      newest: document.as_of,
      next_due_at: judged.flatMap(({ next_due_at }) => next_due_at ?? []).sort()[0] ?? null,
      note: behind.length > 0 ? behind.join(', ') : null,
    }
  })
}
