import { type Lead, metricByName, metricRows, type Prose } from '../../../data/metrics.ts'
import { changeBetween } from '../../analysis/changes.ts'
import type { Extreme, NearExtreme, Reading, TrendWindow, WindowName } from '../../documents/reading.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { amount, amountInWords, changeSizeText, dayInWords, inWords, monthInWords } from '../../values/amounts.ts'
import type { Column } from '../../values/column.ts'
import { valueBefore, yearAgoToleranceDays } from '../readings.ts'
import { nameOf } from './names.ts'

/** A change of a reading over one window, ready for a sentence. */
export interface WindowMove {
  readonly window: WindowName
  /** `week`, `four weeks`, `30 days`, `three months`. */
  readonly span: string
  /** Where it began at the low or the high of the last week: `from the low of 4 April`. */
  readonly from?: string
  readonly way: -1 | 1
  /** Without its sign: `15%`, `24 bp`. */
  readonly size: string
  /** The value it led to; of a figure with a weekday pattern the mean of its last seven days, and `isMean` says so. */
  readonly to: string
  readonly isMean: boolean
  /**
   * Size of its strength where the move went the way the strength points and is large enough to matter, else 0: a rise smaller than usual
   * is not an unusual rise. At most 1 of what stands between adjustments.
   */
  readonly strength: number
}

/** An extreme that is near: how far, as `3 bp`, and null where the value equals it; the extreme as a figure, and its day in words. */
export interface NearExtremeText extends Pick<NearExtreme, 'kind' | 'since' | 'known_from'> {
  readonly distance: string | null
  readonly on: string
}

/** A record that other values have followed since: its value and its day in words. */
export interface PassedRecordText extends Pick<Extreme, 'kind' | 'since' | 'known_from'> {
  readonly value: string
  readonly on: string
}

/** A reading as the thing a sentence is about. */
export interface ReadingSubject {
  readonly reading: Reading
  readonly name: Prose
  readonly leads: Lead
  /** The change over the year in percent, where the reading leads with it; null where a month is missing. */
  readonly year: number | null
  /** The day of the document, `YYYY-MM-DD`. */
  readonly today: string
  /** Its moves are judged against those of the same time of year. */
  readonly isSeasonal: boolean
  /** Whether its value became known within the last seven days. */
  readonly isNews: boolean
  /** Strongest first. */
  readonly moves: readonly WindowMove[]
  readonly record: Extreme | null
  /** A record that a value before the newest set and that became known within the last seven days; null where there is none. */
  readonly passed: PassedRecordText | null
  /** First day of its history, `YYYY-MM-DD`: as far as a record of all time goes back. */
  readonly begins: string
  /** An extreme that the value equals or nearly reaches; null where its level is a record itself. */
  readonly near: NearExtremeText | null
  /** `May was revised down by 74,000`, of the value before; null where it was not. */
  readonly revised: string | null
  /** A rise is good (1) or bad (-1) for what the metric is read for; 0 where that is disputed. */
  readonly good: -1 | 0 | 1
}

const seasonal = new Set<string>(metricRows.filter((row) => row.seasonal).map(({ metric }) => metric))

/** Days for which a value is news. */
const newsDays = 7

/** @param column the metric's history as known; `asOf` the day of the document, `YYYY-MM-DD` */
export function readingSubject(reading: Reading, column: Column | null, asOf: string, name = nameOf(reading)): ReadingSubject {
  const { record, near_record: near, signal } = reading
  const windows = new Set<WindowName>([
    '7d',
    '30d',
    ...(signal ? [signal.window] : []),
    ...(record?.window ? [record.window] : []),
  ])
  const moves = [...[...windows].flatMap((window) => moveOver(reading, window)), ...weekMove(reading, asOf)]
  const { floor = 0 } = metricByName.get(reading.metric) ?? {}
  const isLarge = (window: WindowName) => Math.abs(reading.trend[window]?.change ?? 0) >= floor
  const polarity = reading.signal?.polarity ?? 'none'
  const leads = leadOf(reading)
  const yearAgo = leads === 'year' ? valueBefore(column, 365, yearAgoToleranceDays) : null
  return {
    reading,
    name,
    leads,
    year: yearAgo === null ? null : changeBetween(yearAgo, reading.value, 'percent'),
    today: asOf,
    isSeasonal: seasonal.has(reading.metric),
    isNews: dayNumber(asOf)! - dayNumber(reading.known_at.slice(0, 10))! < newsDays,
    moves: moves.sort((a, b) => b.strength - a.strength),
    record: record === null || (record.window !== null && !isLarge(record.window)) ? null : record,
    passed: passedOf(reading, asOf),
    begins: column === null ? asOf : isoDay(column.period[0]!),
    near: near === undefined ? null : nearOf(reading, near, asOf),
    revised: revisionWords(reading, leads, asOf),
    good: { higher_is_bullish: 1, lower_is_bullish: -1, none: 0 }[polarity] as -1 | 0 | 1,
  }
}

/** The move from the low or the high of the last week, where that is far more than the week's change. */
function weekMove({ metric, value, unit, week_move: move }: Reading, asOf: string): WindowMove[] {
  const { leads, floor = 0 } = metricByName.get(metric) ?? {}
  if (move === undefined || leads === 'change' || Math.abs(move.change) < floor) return []
  const way = move.change > 0 ? 1 : -1
  return [
    {
      window: '7d',
      span: 'week',
      from: `from the ${way > 0 ? 'low' : 'high'} of ${dayInWords(move.period, asOf)}`,
      way,
      size: changeSizeText(move, unit),
      to: amountInWords(metric, value, unit),
      isMean: false,
      // a mean size is four fifths of a standard deviation
      strength: 0.8 * move.weeks,
    },
  ]
}

function passedOf({ metric, unit, passed_record: passed }: Reading, asOf: string): PassedRecordText | null {
  if (passed === undefined) return null
  const { kind, since, known_from } = passed
  return { kind, since, known_from, value: amountInWords(metric, passed.value, unit), on: dayInWords(passed.period, asOf) }
}

/** Null where the gap is smaller than the printed precision: it neither equals the extreme nor has a distance. */
function nearOf({ unit }: Reading, near: NearExtreme, today: string): NearExtremeText | null {
  const distance = near.change === 0 ? null : changeSizeText(near, unit)
  if (distance !== null && !/[1-9]/.test(distance)) return null
  return { kind: near.kind, distance, on: dayInWords(near.period, today), since: near.since, known_from: near.known_from }
}

function revisionWords({ metric, unit, freshness, revised }: Reading, leads: Lead, today: string): string | null {
  if (revised === undefined) return null
  const { period, from, to, change } = revised
  const isMonth = freshness.cadence === 'monthly'
  const which = isMonth ? monthInWords(period, today) : `the figure for ${dayInWords(period, today)}`
  const how = change < 0 ? 'down' : 'up'
  if (leads === 'change') return `${which} was revised ${how} by ${amount(Math.abs(change), unit)}`
  return `${which} was revised ${how} from ${amountInWords(metric, from, unit)} to ${amountInWords(metric, to, unit)}`
}

function moveOver(reading: Reading, window: WindowName): WindowMove[] {
  const trend = reading.trend[window]
  if (!trend || trend.change === null || trend.direction === 'flat') return []
  const way = trend.direction === 'up' ? 1 : -1
  const { floor = 0, stepped = false } = metricByName.get(reading.metric) ?? {}
  const z = trend.strength ?? 0
  const size = Math.min(Math.abs(z), stepped ? 1 : Infinity)
  const strength = Math.sign(z) === way && Math.abs(trend.change) >= floor ? size : 0
  return [
    {
      window,
      span: spanOf(trend),
      way,
      size: leadOf(reading) === 'change' ? byUnits(trend, reading.unit) : changeSizeText(trend, reading.unit),
      to: amountInWords(reading.metric, trend.to.value, reading.unit),
      isMean: trend.span.includes('mean'),
      strength,
    },
  ]
}

const leadOf = ({ metric }: Reading): Lead => metricByName.get(metric)?.leads ?? 'move'

/** `by 22,000 (0.02%)`. */
const byUnits = (trend: TrendWindow, unit: string): string =>
  `by ${amount(Math.abs(trend.to.value - trend.from.value), unit)} (${changeSizeText(trend, unit)})`

/** The length of a window in words, without `one`. */
function spanOf({ span }: TrendWindow): string {
  const [count, unit] = span.split(/,? /)
  if (unit === undefined) return span
  if (unit.startsWith('day')) return Number(count) === 7 ? 'week' : `${count} days`
  return Number(count) === 1 ? unit.replace(/s$/, '') : `${inWords(Number(count))} ${unit}`
}

export const readingValueText = ({ reading: { metric, value, unit } }: ReadingSubject): string =>
  amountInWords(metric, value, unit)

/** After the year our data begin in. */
export const dataBeginClause = ', where our data begin'

/** `since October 2023`; of one that nothing surpasses `on record`, or `since 2021, where our data begin` where they may not have it all. */
export function recordSinceText({ since, known_from }: Pick<Extreme, 'since' | 'known_from'>): string {
  if (since !== null) return `since ${monthInWords(since)}`
  return known_from === undefined ? 'on record' : `since ${known_from.slice(0, 4)}${dataBeginClause}`
}

/** `July`, `the quarter to June`, `22 July`: a period of a reading, as its cadence has it. */
export function periodInWords(period: string, { reading: { freshness }, today }: ReadingSubject): string {
  if (freshness.cadence === 'monthly') return monthInWords(period, today)
  return freshness.cadence === 'quarterly' ? `the quarter to ${monthInWords(period, today)}` : dayInWords(period, today)
}

/** Whether its values are of months or quarters, which a sentence names. */
export const isMonthlyOrQuarterly = ({ reading: { freshness } }: Pick<ReadingSubject, 'reading'>): boolean =>
  freshness.cadence === 'monthly' || freshness.cadence === 'quarterly'

/** `on 22 July`, of a month `for June`, of a quarter `for the quarter to June`. */
export function onPeriodText(subject: ReadingSubject): string {
  return `${isMonthlyOrQuarterly(subject) ? 'for' : 'on'} ${periodInWords(subject.reading.period, subject)}`
}

/** `in the week to 17 July`, `in the three months to May`, `in May`. */
export function inSpanToDayText({ span, from }: WindowMove, { reading, today }: ReadingSubject): string {
  if (from !== undefined) return from
  const { period } = reading
  const isMonth = isMonthlyOrQuarterly({ reading })
  if (isMonth && span === 'month') return `in ${monthInWords(period, today)}`
  return `in the ${span} to ${isMonth ? monthInWords(period, today) : dayInWords(period, today)}`
}

/** The same without the day: `in a week`, `in 30 days`. */
export function inSpanText({ span, from }: WindowMove): string {
  return from ?? (/^\d|s$/.test(span) ? `in ${span}` : `in a ${span}`)
}

/** `over four weeks`, `over the week`. */
export function overSpanText({ span, from }: WindowMove): string {
  return from ?? (/^\d|s$/.test(span) ? `over ${span}` : `over the ${span}`)
}
