import type {
  DataQuality,
  Freshness,
  InputPoint,
  MetricSource,
  Momentum,
  Reading,
  Revision,
  Signal,
  Trend,
  TrendWindow,
  Turn,
  WindowName,
} from '../documents/reading.ts'
import {
  type FreshnessWord,
  freshnessAt,
  freshnessTurns,
  periodsToCover,
  type ReleaseDue,
  readingQualityOf,
} from '../freshness.ts'
import { dayNumber, dayOf, isoDay, isoTime } from '../time/day.ts'
import { turnLevelText } from '../values/amounts.ts'
import { type Column, firstIndex, indexAtOrBefore, knownBases, type Versions } from '../values/column.ts'
import { twelveDigits, withoutNoise } from '../values/rounding.ts'
import { confidenceOf } from './confidence.ts'
import { moveFromExtreme, passedRecordOf } from './lately.ts'
import { type MetricFacts, methodology } from './metric-facts.ts'
import type { PastSignalEntry } from './past.ts'
import { percentileOf } from './percentile.ts'
import { nearRecordOf, recordExtremeAt } from './record.ts'
import { mapWindows, type Rhythm, rhythmOf, windowStartPeriod } from './rhythm.ts'
import { signalDirectionOf } from './signal.ts'
import { trendOf } from './trend.ts'
import { meanAbsoluteStep } from './usual-step.ts'

const methodologyUrl = '/docs/methodology'

export interface ReadingInputs {
  readonly metric: MetricFacts
  /** The metric's values in its own unit as known at `now`; `last` is the index of the newest one to read. */
  readonly column: Column
  readonly last: number
  /** The column trend and signal are judged on, to its end: that of the values, or of their seven-day means. */
  readonly judged: Column
  /** Milliseconds since 1970 UTC: the earlier of the run's logical time and the end of `as_of`. */
  readonly now: number
  /** Day numbers of the periods due by `now` in the last 90 days. */
  readonly expected: readonly number[]
  readonly release: Omit<ReleaseDue, 'cadence'>
  /** `id` is `calculated` for a metric that is computed from others. */
  readonly source: MetricSource
  readonly inputs: readonly InputPoint[]
  readonly notes?: readonly string[]
  readonly disagreement?: string | null
  /** Why there is no value for a period (day number), as the end of a sentence, or null. */
  readonly why?: (period: number) => string | null
  /** Whether nobody had the value at `now`: it is of a vintage first seen later. */
  readonly isOfLaterVintage?: boolean
  /** Whether its history reaches the beginning of its series; absent where it does. */
  readonly isWhole?: () => boolean
  /** All values of its one series; absent where the metric is calculated. */
  readonly versions?: Versions | undefined
  /** How the value stands to all that came before it. */
  readonly past: PastSignalEntry
  /** The values at which the signal would change. */
  readonly turns: readonly Turn[]
}

/**
 * Everything said about a metric at one moment. Values of a source stand as given; values of a calculated metric lose their binary noise
 * (`withoutNoise`); statistics have twelve significant digits. What could not be computed is null and, where the reader cannot see why, named
 * in the notes of `data_quality`. A stale value gives no signal. Looks at no entry after `last`.
 */
export function makeReading(facts: ReadingInputs): Reading {
  const { metric, column, last, judged, now, past } = facts
  const newest = judged.period.length - 1
  const rhythm = rhythmOf(metric.cadence)
  const shown = facts.source.id === 'calculated' ? withoutNoise : asGiven
  const trend = shownTrend(trendOf(judged, newest, metric.change, metric.cadence, past.strengths, dayOf(now)), shown, metric)
  const percentile = percentileOf(column, last, rhythm.others)
  const freshness = freshnessOf({ ...facts.release, cadence: metric.cadence }, column.known[last]!, now)
  const notes = [...(facts.notes ?? []), ...missingFigures(trend, rhythm, past, judged.period[newest]!, facts.why)]
  if (percentile === null) notes.push(`No percentile: fewer than ${rhythm.others} other values in the 90 days to the newest one.`)
  const told = { disagreement: facts.disagreement ?? null, notes, isCount: facts.release.statedAt !== undefined }
  const quality = dataQualityOf(column, last, facts.expected, now, freshness.status, told)
  return {
    metric: metric.metric,
    title: metric.title,
    category: metric.category,
    unit: metric.unit,
    value: shown(column.value[last]!),
    period: isoDay(column.period[last]!),
    known_at: isoTime(column.known[last]!),
    known_basis: knownBases[column.basis[last]!]!,
    source: facts.source,
    inputs: [...facts.inputs],
    freshness,
    trend,
    momentum: momentumOf(trend, rhythm.momentum),
    signal: freshness.status === 'stale' || metric.mechanical || isOver(trend, metric) ? null : signalOf(facts),
    ...(freshness.status === 'stale' || metric.mechanical ? { record: null } : extremesOf(facts, newest, shown)),
    ...revisedBy(facts),
    ...vintageOf(facts),
    confidence: confidenceOf(metric, past, quality.status),
    percentile_90d: percentile,
    data_quality: quality,
    method: { version: `${methodology}.${metric.version}`, url: methodologyUrl },
  }
}

/** Whether what stands until it is changed has not changed in any window that decides its signal. */
const isOver = (trend: Trend, { cadence }: MetricFacts): boolean =>
  cadence === 'on change' && rhythmOf(cadence).deciding.every((name) => (trend[name]?.change ?? 0) === 0)

/** Days for which what became known is news. */
const newsMs = 7 * 86_400_000

/**
 * What is extreme about a value: its record or the one it is near, one that the values before it set within the last seven days, and the move from
 * the low or high of its week. Each has the first day of our data where it may be surpassed before them.
 */
function extremesOf(
  facts: ReadingInputs,
  last: number,
  shown: (value: number) => number,
): Pick<Reading, 'record' | 'near_record' | 'passed_record' | 'week_move'> {
  const { metric, judged: column, now, past } = facts
  const dated = <Of extends { readonly since: string | null }>(extreme: Of): Of =>
    extreme.since !== null || (facts.isWhole?.() ?? true) ? extreme : { ...extreme, known_from: isoDay(facts.column.period[0]!) }
  const at = (i: number) => ({ value: shown(column.value[i]!), period: isoDay(column.period[i]!) })
  const record = recordExtremeAt(metric, facts.column, facts.last, { judged: column, newest: last })
  // of a mean of seven days the distance would not be that of the value
  const near =
    metric.weekdays || (record !== null && record.window === null)
      ? null
      : nearRecordOf(metric, column, last, nearness(metric, column, last))
  const passed = passedRecordOf(metric, column, now - newsMs, record)
  // the highest before a fall that has a signal is not the news
  const isPast = passed !== null && past.signal?.way === (passed.kind === 'highest' ? -1 : 1)
  const move = moveFromExtreme(metric, column, last)
  return {
    record: record && dated(record),
    ...(near === null ? {} : { near_record: dated(near) }),
    ...(passed === null || isPast ? {} : { passed_record: dated({ kind: passed.kind, ...at(passed.at), since: passed.since }) }),
    ...(move && {
      week_move: {
        ...at(move.from),
        change: twelveDigits(move.change),
        change_unit: metric.change,
        weeks: twelveDigits(move.times),
      },
    }),
  }
}

/** A usual day's move and at most a twentieth of the value: near zero everything is near. What moves by the week or month moves too far. */
function nearness({ cadence, change }: MetricFacts, column: Column, last: number): number {
  if (!cadence.endsWith('daily')) return 0
  const step = usualDay * meanAbsoluteStep(column, last)
  return change === 'basis_points' ? step : Math.min(step, Math.abs(column.value[last]!) / 20)
}

/** Standard deviation over mean size, of a normal distribution. */
const usualDay = 1.2533

function revisedBy({ column, last, versions }: ReadingInputs): Pick<Reading, 'revised'> {
  const revised = versions && revisionOf(column, last, versions)
  return revised ? { revised } : {}
}

/** What was first published where the value differs from it, or that nobody had the value on the day. */
function vintageOf({ column, last, versions, isOfLaterVintage }: ReadingInputs): Pick<Reading, 'first_print' | 'later_vintage'> {
  if (isOfLaterVintage) return { later_vintage: true }
  const first = versions ? firstOfPeriod(versions, column.period[last]!) : -1
  // of what is older than the recordings nobody has kept the first
  if (!versions || first < 0 || knownBases[versions.basis[first]!] === 'deadline') return {}
  if (versions.value[first] === column.value[last]) return {}
  return { first_print: { value: versions.value[first]!, known_at: isoTime(versions.known[first]!) } }
}

/** Index of the first version of a period, or -1 where there is none. */
function firstOfPeriod({ period }: Versions, wanted: number): number {
  const first = firstIndex(period.length, (i) => period[i]! >= wanted)
  return period[first] === wanted ? first : -1
}

function asGiven(value: number): number {
  return value
}

const moving = { 1: 'rising', 0: 'steady', [-1]: 'falling' } as const

function signalOf({
  metric: { metric, unit, polarity, window, for: whom },
  past: { signal },
  turns,
}: ReadingInputs): Signal | null {
  if (signal === null) return null
  return {
    direction: signalDirectionOf(signal.way, polarity),
    moving: moving[signal.way],
    window,
    polarity,
    for: polarity === 'none' ? null : whom,
    since: isoDay(signal.since),
    ...(signal.way !== signal.pulled && { by: 'record' as const }),
    turns: turns.map((turn) => ({ ...turn, display: turnLevelText(metric, turn, unit) })),
  }
}

function shownTrend(trend: Trend, shown: (value: number) => number, { weekdays }: MetricFacts): Trend {
  return mapWindows((name) => {
    const window = trend[name]
    if (window === null) return null
    const { from, to } = window
    const span = weekdays ? `${window.span}, 7-day mean` : window.span
    return { ...window, span, from: { ...from, value: shown(from.value) }, to: { ...to, value: shown(to.value) } }
  })
}

/** Why a window or its strength is missing, where the trend itself does not say. */
function missingFigures(
  trend: Trend,
  rhythm: Rhythm,
  { strengths }: PastSignalEntry,
  newest: number,
  why: (period: number) => string | null = () => null,
): string[] {
  const notes: string[] = []
  for (const name of ['7d', '30d', '90d'] as const) {
    const window = trend[name]
    const span = rhythm.windows[name]
    if (span === null) continue
    if (window === null) notes.push(`No ${name} change: ${why(windowStartPeriod(span, newest)) ?? 'no value is old enough'}.`)
    else if (window.change !== null && window.strength === null && strengths[name].z === null) {
      const strength = strengths[name]
      const reason =
        strength.z === null && strength.why === 'no spread'
          ? 'the earlier changes do not vary'
          : `${strength.n} earlier changes in three years, ${rhythm.changes} needed`
      notes.push(`No ${name} strength: ${reason}.`)
    }
  }
  return notes
}

/** Share of the usual step from one value to the next below which a revision is not worth a sentence. */
const leastRevision = 0.1

/**
 * How the release of the value at `last` revised the value before it: what was known of that just before, and what is known now. Null where it
 * did not, or by less than a tenth of the series' usual step.
 *
 * @param versions all values of the column's one series, by period and then by when they became known
 */
export function revisionOf(column: Column, last: number, versions: Versions): Revision | null {
  if (last < 1) return null
  const period = column.period[last - 1]!
  const released = column.known[last]!
  let before: number | null = null
  for (let i = versions.period.length - 1; i >= 0 && versions.period[i]! >= period; i--) {
    if (versions.period[i] !== period || versions.known[i]! >= released) continue
    before = versions.value[i]!
    break
  }
  const to = column.value[last - 1]!
  if (before === null || Math.abs(to - before) < leastRevision * meanAbsoluteStep(column, last) || to === before) return null
  return { period: isoDay(period), from: before, to, change: twelveDigits(to - before) }
}

/** The short pace against the long: above this share of it a move gathers pace, below the next it loses it. */
const faster = 1.25
const slower = 0.75

/**
 * The pace of the short window against that of the long one, each its change over the calendar days between its two ends, in the unit of
 * the trend a day, twelve significant digits. `reversing`: both changed, in opposite directions (neither is flat); `accelerating`:
 * |short| > 1.25 x |long|; `decelerating`: |short| < 0.75 x |long|; else `steady`, also when both are flat.
 * Null when either window or its change does not exist.
 */
export function momentumOf(trend: Trend, windows: readonly [short: WindowName, long: WindowName]): Momentum | null {
  const short = trend[windows[0]]
  const long = trend[windows[1]]
  if (short === null || long === null || short.change === null || long.change === null) return null
  const pace = { short: paceOf(short, short.change), long: paceOf(long, long.change) }
  return { state: stateOf(short, long, pace.short, pace.long), ...pace }
}

function stateOf(short: TrendWindow, long: TrendWindow, shortPace: number, longPace: number): Momentum['state'] {
  const moves = short.direction !== 'flat'
  if (moves && long.direction !== 'flat' && short.direction !== long.direction) return 'reversing'
  if (!moves && long.direction === 'flat') return 'steady'
  if (Math.abs(shortPace) > faster * Math.abs(longPace)) return 'accelerating'
  return Math.abs(shortPace) < slower * Math.abs(longPace) ? 'decelerating' : 'steady'
}

function paceOf(window: TrendWindow, change: number): number {
  if (change === 0) return 0
  return twelveDigits(change / (dayNumber(window.to.period)! - dayNumber(window.from.period)!))
}

/**
 * How complete and how old the newest 90 days are.
 *
 * `coverage_90d` is the share (0 to 1) of the periods to cover (`periodsToCover`) that have a value, `gaps` how many have none; with nothing
 * to cover they are 1 and 0. `age_days` counts from the newest period to the UTC day of `now`. Up to five missing periods are named in the
 * notes, newest first.
 *
 * @param expected day numbers of the periods due by `now` in the last 90 days, from the release calendar
 * @param now milliseconds since 1970 UTC
 * @param told what else the reader must know: a disagreement between sources, notes of the metric; `isCount`: it ages with the day it is stated for
 */
export function dataQualityOf(
  column: Column,
  last: number,
  expected: readonly number[],
  now: number,
  word: FreshnessWord,
  told: { readonly disagreement: string | null; readonly notes: readonly string[]; readonly isCount?: boolean },
): DataQuality {
  const newest = column.period[last]!
  const due = periodsToCover(expected, newest, word)
  const missing = due.filter((period) => {
    const at = indexAtOrBefore(column, period)
    return at < 0 || at > last || column.period[at] !== period
  })
  const coverage = due.length === 0 ? 1 : (due.length - missing.length) / due.length
  const notes = [...told.notes]
  if (missing.length > 0) notes.push(sentenceOf(missing))
  return {
    status: readingQualityOf(coverage, word, told.isCount),
    coverage_90d: twelveDigits(coverage),
    gaps: missing.length,
    age_days: dayOf(now) - newest,
    disagreement: told.disagreement,
    notes,
  }
}

function sentenceOf(missing: readonly number[]): string {
  const newest = [...missing].sort((a, b) => b - a)
  const named = newest.slice(0, 5).map(isoDay).join(', ')
  const more = newest.length > 5 ? ` and ${newest.length - 5} more` : ''
  return `No value for ${named}${more}.`
}

/**
 * How fresh a metric is and until when, as it is served: by the release rule of its clock (`freshness.ts` has the words).
 *
 * @param known when the newest value became known, `now` the moment asked about: milliseconds since 1970 UTC
 */
export function freshnessOf(due: ReleaseDue, known: number, now: number): Freshness {
  const turns = freshnessTurns(due, known)
  return {
    status: freshnessAt(turns, now),
    cadence: due.cadence,
    next_due_at: due.nextDueAt === null ? null : isoTime(due.nextDueAt),
    stale_after: isoTime(turns.staleAt),
  }
}
