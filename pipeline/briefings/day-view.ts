import { rosterOf } from '../../data/companies.ts'
import { type Metric, metricRows } from '../../data/metrics.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { type Series, series } from '../../data/series.ts'
import { upstreams } from '../../data/upstreams.ts'
import { type ConfidenceMemory, forecastsOf } from '../analysis/confidence.ts'
import { correlate } from '../analysis/correlation.ts'
import { disagreementOf, type Witness } from '../analysis/disagreement.ts'
import { lateRelease } from '../analysis/late-release.ts'
import { makeReading } from '../analysis/make-reading.ts'
import { RegimeHistory, type RegimeMemory } from '../analysis/regime.ts'
import { slidingStrengths } from '../analysis/sliding-strength.ts'
import type { Strengths } from '../analysis/strength.ts'
import { asOfMoment, dayOf, endOfDay, isoDay, isoTime } from '../calendar/day.ts'
import { expectedPeriods, nextDue, type Rhythm, releaseRule, releaseTimes, tolerance } from '../calendar/release.ts'
import { asKnown, type Column, type Versions } from '../column.ts'
import type { InputPoint, MetricSource, Reading } from '../documents/reading.ts'
import { type Due, dueOfCount } from '../freshness.ts'
import { evaluator, type MetricMemory } from '../metrics/evaluate.ts'
import type { Calculated, Part } from '../metrics/formula.ts'
import type { FiledCount } from '../treasuries/known.ts'
import type { FiledPassages, FiledReport, FiledTotal, FinancingFiling } from '../warehouse/read.ts'
import type { Day, FiledCompany } from './day.ts'
import type { Labels } from './fold.ts'
import { type LaterVintages, laterVintageNotes } from './later-vintage.ts'
import { type Treasuries, treasuriesOn } from './treasuries.ts'

/** Everything known at any time, as the warehouse holds it. */
export interface Known {
  readonly versions: ReadonlyMap<string, Versions>
  /** Which of these are of a later vintage; left out where none is. */
  readonly vintages?: LaterVintages
  /** Filed totals by CIK, oldest first. */
  readonly totals: ReadonlyMap<string, readonly FiledTotal[]>
  /** Every total a filing states, held ones too, by CIK. */
  readonly counts: ReadonlyMap<string, readonly FiledCount[]>
  /** Periodic reports by CIK, oldest first. */
  readonly reports: ReadonlyMap<string, readonly FiledReport[]>
  /** Financing filings by CIK, oldest first. */
  readonly financingFilings: ReadonlyMap<string, readonly FinancingFiling[]>
  /** Passages of current reports on share programs, by CIK, oldest first. */
  readonly programPassages: ReadonlyMap<string, readonly FiledPassages[]>
  readonly sample: boolean
}

/** Where no filing is known, or none is looked at. */
export const nothingFiled: Pick<Known, 'totals' | 'counts' | 'reports' | 'financingFilings' | 'programPassages'> = {
  totals: new Map(),
  counts: new Map(),
  reports: new Map(),
  financingFilings: new Map(),
  programPassages: new Map(),
}

/**
 * What days of one `Known` computed one after another share: it changes no figure, only what must be worked out again. The days themselves
 * are let go of when nothing looks back to them any more, so that thousands follow one another in the same room.
 */
export interface Memory {
  readonly confidence: ConfidenceMemory
  readonly metrics: MetricMemory
  readonly labels: Labels
  readonly regimes: RegimeMemory
  readonly columns: Map<string, (moment: number) => Column>
  readonly strengths: Strengths
  /** The newest days, each judged at its end. */
  readonly days: Map<number, Day>
}

export function emptyMemory(): Memory {
  return {
    confidence: new Map(),
    metrics: new Map(),
    labels: new Map(),
    regimes: new Map(),
    columns: new Map(),
    strengths: slidingStrengths(),
    days: new Map(),
  }
}

/** Days that stay in memory: those that what changed in a week is told against. */
const keptDays = 7

/** Changes a correlation is made of. */
const correlationChanges = 30

const seriesRows = new Map<string, Series>(series.map((row) => [row.id, row]))
const metricsByName = new Map<string, Metric>(metricRows.map((row) => [row.metric, row]))
const upstreamNames = new Map<string, string>(upstreams.map((row) => [row.id, row.name]))

const timesByRule = new Map<string, (period: number) => number>()

/** When the periods of a series are due, milliseconds UTC: a remembered pure function. */
function dueTimes(id: string): (period: number) => number {
  const { rule } = rhythmOfSeries(id)
  let times = timesByRule.get(rule.id)
  if (!times) {
    times = releaseTimes(rule)
    timesByRule.set(rule.id, times)
  }
  return times
}

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
export function dayView(known: Known, asOf: number, now: number, memory: Memory = emptyMemory()): Day {
  for (const day of memory.days.keys()) if (day < asOf - keptDays) memory.days.delete(day)
  const before = (day: number): Day => {
    let view = memory.days.get(day)
    if (!view) {
      view = oneDay(known, day, endOfDay(day), memory, before)
      if (day >= asOf - keptDays) memory.days.set(day, view)
    }
    return view
  }
  return now >= endOfDay(asOf) ? before(asOf) : oneDay(known, asOf, now, memory, before)
}

function oneDay(known: Known, asOf: number, now: number, memory: Memory, at: (day: number) => Day): Day {
  const moment = asOfMoment(asOf)
  const column = (id: string): Column | null => {
    const versions = known.versions.get(id)
    if (!versions) return null
    let found = memory.columns.get(id)
    if (!found) {
      found = asKnown(versions)
      memory.columns.set(id, found)
    }
    return found(moment)
  }
  const held = (id: string): Column | null => {
    const found = column(id)
    return found !== null && found.period.length > 0 ? found : null
  }
  const calculated = evaluator(column, memory.metrics)
  const witnessesOf = (row: Metric): Witness[] =>
    (row.witnesses ?? []).flatMap(({ series: name, ...allowed }) => {
      const found = metricsByName.has(name) ? (calculated(name)?.column ?? null) : column(name)
      const title = metricsByName.get(name)?.title ?? seriesRows.get(name)!.title
      return found && found.period.length > 0 ? [{ title, column: found, ...allowed }] : []
    })
  const vintageNotes = ({ column: { period }, rests }: Calculated): string[] =>
    rests.flatMap((id) => {
      const rested = known.vintages?.has(id) ? column(id) : null
      return rested === null ? [] : laterVintageNotes(rested, period.at(-1)!, moment, known.vintages!)
    })
  const readings = new Map<string, Reading | null>()
  let regimes: RegimeHistory | null = null
  let treasuries: Treasuries | null = null
  return {
    asOf,
    now,
    sample: known.sample,
    before: (days) => at(asOf - days),
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
        reading = found ? readingOf(row, found, now, memory, witnessesOf(row), vintageNotes(found)) : null
        readings.set(metric, reading)
      }
      return reading
    },
    late: (metric) => {
      const { clock, cadence } = metricsByName.get(metric)!
      const period = calculated(metric)?.column.period.at(-1)
      return period === undefined ? null : lateRelease(clock, cadence, dueAfter(clock, period), now)
    },
    forecasts: (metric) => {
      const found = calculated(metric)
      return found ? forecastsOf(metricsByName.get(metric)!, found.column, found.column.period.length - 1, memory.confidence) : []
    },
    correlation: (a, b) => {
      const [first, second] = [calculated(a), calculated(b)]
      if (!first || !second) return null
      const kinds = [metricsByName.get(a)!.change, metricsByName.get(b)!.change] as const
      const found = correlate(first.column, second.column, correlationChanges, kinds)
      return found && { a, b, value: found.value, n: found.n, word: found.word, from: found.from, to: found.to }
    },
    column: (metric) => calculated(metric)?.column ?? null,
    regimes: () => {
      regimes ??= new RegimeHistory(
        (metric) => {
          const facts = metricsByName.get(metric)
          const found = facts && calculated(metric)
          return found ? { facts, column: found.column, due: dueTimes(facts.clock) } : null
        },
        asOf,
        memory.regimes,
      )
      return regimes
    },
    companies: () => companiesAt(known, moment),
    treasuries: () => {
      treasuries ??= treasuriesOn({ ...known, column: held, price: calculated('bitcoin-price'), asOf, moment })
      return treasuries
    },
  }
}

function readingOf(
  row: Metric,
  { column, words, rests, parts, notes }: Calculated,
  now: number,
  memory: Memory,
  witnesses: readonly Witness[],
  vintageNotes: readonly string[],
): Reading {
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
    release: dueAfter(row.clock, period),
    source: sourceOf(rests[0] ?? column.series, words),
    inputs: parts(last).map(inputOf),
    notes: [...notes(last), ...vintageNotes],
    disagreement: disagreementOf(column, last, witnesses),
    strengths: memory.strengths,
    confidence: memory.confidence,
  })
}

/** When the value after that of a period (day number) is due, and how long its absence is borne; filed totals are counts. */
export function dueAfter(clock: string, period: number): Omit<Due, 'cadence'> {
  const rhythm = rhythmOfSeries(clock)
  if (rhythm.frequency === 'as filed') return dueOfCount('filing', period)
  if (rhythm.rule.id === 'third-party') return dueOfCount('third party', period)
  return { nextDueAt: nextDue(rhythm, period), ...tolerance(rhythm.rule) }
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
  return rosterOf(known.sample)
    .filter(({ series }) => series !== null)
    .map(({ ticker, name, code }) => {
      const byDay = new Map<string, FiledTotal>()
      for (const total of known.totals.get(code) ?? []) {
        if (Date.parse(total.knownAt) > moment) continue
        const standing = byDay.get(total.asOf)
        if (!standing || standing.value !== total.value) byDay.set(total.asOf, total)
      }
      return { ticker, name, totals: [...byDay.values()] }
    })
}
