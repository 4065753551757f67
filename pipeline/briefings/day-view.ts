import { filers } from '../../data/filers.ts'
import { type Metric, metricRows } from '../../data/metrics.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { type Series, series } from '../../data/series.ts'
import { upstreams } from '../../data/upstreams.ts'
import type { ChangeMemo } from '../analysis/changes.ts'
import { correlate } from '../analysis/correlation.ts'
import { makeReading } from '../analysis/make-reading.ts'
import type { InputPoint, MetricSource, Reading } from '../analysis/reading.ts'
import { asOfMoment, dayOf, endOfDay, isoDay, isoTime } from '../calendar/day.ts'
import { expectedPeriods, nextDue, type Rhythm, releaseRule, tolerance } from '../calendar/release.ts'
import { asKnownAt, type Column, type Versions } from '../column.ts'
import { evaluator } from '../metrics/evaluate.ts'
import type { Calculated, Part } from '../metrics/formula.ts'
import type { FiledTotal } from '../warehouse/read.ts'
import type { Day, FiledCompany } from './day.ts'

/** Everything known at any time, as the warehouse holds it. */
export interface Known {
  readonly versions: ReadonlyMap<string, Versions>
  /** Filed totals by CIK, oldest first. */
  readonly totals: ReadonlyMap<string, readonly FiledTotal[]>
  readonly sample: boolean
}

/** Changes a correlation is made of. */
const correlationChanges = 30

const seriesRows = new Map<string, Series>(series.map((row) => [row.id, row]))
const metricsByName = new Map<string, Metric>(metricRows.map((row) => [row.metric, row]))
const upstreamNames = new Map<string, string>(upstreams.map((row) => [row.id, row.name]))

/** Which periods a series should have, and by which release rule; filed totals come when something is filed. */
export function rhythmOfSeries(id: string): Rhythm {
  const row = seriesRows.get(id)
  return row
    ? { frequency: row.frequency, holidays: row.holidays, rule: releaseRule(row.rule) }
    : { frequency: 'as filed', rule: releaseRules.find((rule) => rule.id === 'filing')! }
}

/**
 * The day `asOf` as it was known at its end, judged at `now` (milliseconds), the earlier of the run's logical time and that end.
 * Days before are judged at their own end.
 */
export function dayView(known: Known, asOf: number, now: number): Day {
  const days = new Map<number, Day>()
  const dayAt = (day: number, at: number): Day => {
    let view = days.get(day)
    if (!view) {
      view = oneDay(known, day, at, (back) => dayAt(day - back, endOfDay(day - back)))
      days.set(day, view)
    }
    return view
  }
  return dayAt(asOf, Math.min(now, endOfDay(asOf)))
}

function oneDay(known: Known, asOf: number, now: number, before: (days: number) => Day): Day {
  const moment = asOfMoment(asOf)
  const columns = new Map<string, Column | null>()
  const column = (id: string): Column | null => {
    let found = columns.get(id)
    if (found === undefined) {
      const versions = known.versions.get(id)
      found = versions ? asKnownAt(versions, moment) : null
      columns.set(id, found)
    }
    return found
  }
  const calculated = evaluator(column)
  const memo: ChangeMemo = new WeakMap()
  const readings = new Map<string, Reading | null>()
  return {
    asOf,
    now,
    sample: known.sample,
    before,
    rests: (metric) => calculated(metric)?.rests ?? [],
    notes: (metric) => {
      const found = calculated(metric)
      return found?.notes(found.column.period.length - 1) ?? []
    },
    reading: (metric) => {
      let reading = readings.get(metric)
      if (reading === undefined) {
        const row = metricsByName.get(metric)!
        const found = calculated(metric)
        reading = found ? readingOf(row, found, now, memo) : null
        readings.set(metric, reading)
      }
      return reading
    },
    correlation: (a, b) => {
      const [first, second] = [calculated(a), calculated(b)]
      if (!first || !second) return null
      const kinds = [metricsByName.get(a)!.change, metricsByName.get(b)!.change] as const
      const found = correlate(first.column, second.column, correlationChanges, kinds)
      return found && { a, b, value: found.value, n: found.n, word: found.word, from: found.from, to: found.to }
    },
    companies: () => companiesAt(known, moment),
  }
}

function readingOf(row: Metric, { column, words, rests, parts, notes }: Calculated, now: number, memo: ChangeMemo): Reading {
  const last = column.period.length - 1
  const period = column.period[last]!
  const rhythm = rhythmOfSeries(row.clock)
  const today = dayOf(now)
  const expected = expectedPeriods(rhythm, period, today - 89, today, now)
  return makeReading({
    metric: row,
    column,
    last,
    now,
    expected,
    release: { nextDueAt: nextDue(rhythm, period), ...tolerance(rhythm.rule) },
    source: sourceOf(rests[0] ?? column.series, words),
    inputs: parts(last).map(inputOf),
    notes: notes(last),
    memo,
  })
}

function sourceOf(lead: string, words: string | null): MetricSource {
  const row = seriesRows.get(lead)
  if (words !== null) return { id: 'calculated', name: 'Calculated', series: words, url: null }
  const upstream = row?.upstream ?? 'sec'
  return { id: upstream, name: upstreamNames.get(upstream)!, series: row?.key ?? lead, url: row?.url ?? null }
}

function inputOf(part: Part): InputPoint {
  return {
    series: part.series,
    period: isoDay(part.period),
    value: part.value,
    unit: part.unit,
    known_at: isoTime(part.known),
    url: seriesRows.get(part.series)?.url ?? null,
  }
}

/** Companies of the roster in use with the totals known by `moment`: for each as-of day the last one stated, first statement first. */
function companiesAt(known: Known, moment: number): FiledCompany[] {
  return filers
    .filter((filer) => filer.sample === known.sample)
    .map(({ ticker, name, cik }) => {
      const byDay = new Map<string, FiledTotal>()
      for (const total of known.totals.get(cik) ?? []) {
        if (Date.parse(total.knownAt) > moment) continue
        const standing = byDay.get(total.asOf)
        if (!standing || standing.value !== total.value) byDay.set(total.asOf, total)
      }
      return { ticker, name, cik, totals: [...byDay.values()] }
    })
}
