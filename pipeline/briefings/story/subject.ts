import { type Lead, metricByName, metricRows, type Prose } from '../../../data/metrics.ts'
import { amount, amountInWords, dayInWords, inWords, monthInWords, months, sizeOf } from '../../analysis/amounts.ts'
import { changeBetween } from '../../analysis/changes.ts'
import { dayNumber, isoDay } from '../../calendar/day.ts'
import type { Column } from '../../column.ts'
import type { Reading, TrendWindow, WindowName } from '../../documents/reading.ts'
import { oldestDays, valueBefore } from '../own-history.ts'
import { nameOf } from './names.ts'

/** A change of a reading over one window, ready for a sentence. */
export interface Move {
  readonly window: WindowName
  /** `week`, `four weeks`, `30 days`, `three months`. */
  readonly span: string
  readonly way: -1 | 1
  /** Without its sign: `15%`, `24 bp`. */
  readonly size: string
  /** The value it led to; of a figure with a weekday pattern the mean of its last seven days, and `isMean` says so. */
  readonly to: string
  readonly isMean: boolean
  /** Size of its strength where the move went the way the strength points, else 0: a rise smaller than usual is not an unusual rise. */
  readonly strength: number
}

export interface Extreme {
  readonly kind: 'highest' | 'lowest' | 'largest_rise' | 'largest_fall'
  readonly window: WindowName | null
  /** The last day it was surpassed; null where it never was, as far as the history goes. */
  readonly since: string | null
}

/** A reading as the thing a sentence is about. */
export interface Subject {
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
  readonly moves: readonly Move[]
  readonly record: Extreme | null
  /** A rise is good (1) or bad (-1) for what the metric is read for; 0 where that is disputed. */
  readonly good: -1 | 0 | 1
}

const seasonal = new Set<string>(metricRows.filter((row) => row.seasonal).map(({ metric }) => metric))

/** Days for which a value is news. */
const newsDays = 7

/** @param column the metric's history as known; `asOf` the day of the document, `YYYY-MM-DD` */
export function subjectOf(reading: Reading, column: Column | null, asOf: string, name = nameOf(reading)): Subject {
  const windows = new Set<WindowName>(['7d', '30d', ...(reading.signal ? [reading.signal.window] : [])])
  const moves = [...windows].flatMap((window) => moveOver(reading, window))
  const polarity = reading.signal?.polarity ?? 'none'
  const leads = leadOf(reading)
  const yearAgo = leads === 'year' ? valueBefore(column, 365, oldestDays) : null
  return {
    reading,
    name,
    leads,
    year: yearAgo === null ? null : changeBetween(yearAgo, reading.value, 'percent'),
    today: asOf,
    isSeasonal: seasonal.has(reading.metric),
    isNews: dayNumber(asOf)! - dayNumber(reading.known_at.slice(0, 10))! < newsDays,
    moves: moves.sort((a, b) => b.strength - a.strength),
    record: extremeOf(reading, column),
    good: { higher_is_bullish: 1, lower_is_bullish: -1, none: 0 }[polarity] as -1 | 0 | 1,
  }
}

function moveOver(reading: Reading, window: WindowName): Move[] {
  const trend = reading.trend[window]
  if (!trend || trend.change === null || trend.direction === 'flat') return []
  const way = trend.direction === 'up' ? 1 : -1
  const strength = trend.strength !== null && Math.sign(trend.strength) === way ? Math.abs(trend.strength) : 0
  return [
    {
      window,
      span: spanOf(trend),
      way,
      size: leadOf(reading) === 'change' ? byUnits(trend, reading.unit) : sizeOf(trend, reading.unit),
      to: amountInWords(reading.metric, trend.to.value, reading.unit),
      isMean: trend.span.includes('mean'),
      strength,
    },
  ]
}

const leadOf = ({ metric }: Reading): Lead => metricByName.get(metric)?.leads ?? 'move'

/** `by 22,000 (0.02%)`. */
const byUnits = (trend: TrendWindow, unit: string): string =>
  `by ${amount(Math.abs(trend.to.value - trend.from.value), unit)} (${sizeOf(trend, unit)})`

/** The length of a window in words, without `one`. */
function spanOf({ span }: TrendWindow): string {
  const [count, unit] = span.split(/,? /)
  if (unit === undefined) return span
  if (unit.startsWith('day')) return Number(count) === 7 ? 'week' : `${count} days`
  return Number(count) === 1 ? unit.replace(/s$/, '') : `${inWords(Number(count))} ${unit}`
}

function extremeOf(reading: Reading, column: Column | null): Extreme | null {
  const { record } = reading
  if (!record || column === null) return null
  const { kind, window, since } = record
  return { kind, window, since: since <= isoDay(column.period[0]!) ? null : since }
}

export const valueText = ({ reading: { metric, value, unit } }: Subject): string => amountInWords(metric, value, unit)

/** `since October 2023`, or `on record`. */
export function sinceWords({ since }: Extreme): string {
  return since === null ? 'on record' : `since ${monthInWords(since)}`
}

/** `July`, `the quarter to June`, `22 July`: a period of a reading, as its cadence has it. */
export function periodInWords(period: string, { reading: { freshness }, today }: Subject): string {
  if (freshness.cadence === 'monthly') return monthOf(period, today)
  return freshness.cadence === 'quarterly' ? `the quarter to ${monthOf(period, today)}` : dayInWords(period, today)
}

/** `on 22 July`, of a month `for June`, of a quarter `for the quarter to June`. */
export function onWhichDay(subject: Subject): string {
  const { period, freshness } = subject.reading
  const isSpan = freshness.cadence === 'monthly' || freshness.cadence === 'quarterly'
  return `${isSpan ? 'for' : 'on'} ${periodInWords(period, subject)}`
}

/** `in the week to 17 July`, `in the three months to May`, `in May`. */
export function overSpan({ span }: Move, { reading: { period, freshness }, today }: Subject): string {
  const isMonth = freshness.cadence === 'monthly' || freshness.cadence === 'quarterly'
  if (isMonth && span === 'month') return `in ${monthOf(period, today)}`
  return `in the ${span} to ${isMonth ? monthOf(period, today) : dayInWords(period, today)}`
}

/** The same without the day: `in a week`, `in 30 days`. */
export function inSpan({ span }: Move): string {
  return /^\d|s$/.test(span) ? `in ${span}` : `in a ${span}`
}

/** `over four weeks`, `over the week`. */
export function overWords({ span }: Move): string {
  return /^\d|s$/.test(span) ? `over ${span}` : `over the ${span}`
}

/** The month a period ends in, with the year where it is not that of `today`. */
export function monthOf(period: string, today: string): string {
  const name = months[Number(period.slice(5, 7)) - 1]!
  return period.slice(0, 4) === today.slice(0, 4) ? name : `${name} ${period.slice(0, 4)}`
}
