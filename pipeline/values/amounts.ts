import { metricByName } from '../../data/metrics.ts'
import { nearLevel } from '../documents/near-level.ts'
import type { TrendWindow } from '../documents/reading.ts'
import { monthNames } from '../time/day.ts'
import { memoized } from './memoized.ts'
import { twelveDigits } from './rounding.ts'

/** Amounts as a sentence has them: thousands separated, a plain minus, and no more digits than the reader needs. */

/** Decimals that leave about four significant digits. */
function digitsOf(value: number): Digits {
  const size = Math.abs(value)
  if (size >= 1000) return 0
  if (size >= 100) return 1
  return size >= 1 || size === 0 ? 2 : size >= 0.1 ? 3 : 4
}

/** The sign stands before the unit: `-$5bn`. */
function dollars(
  value: number,
  rounding: Rounding,
  digits = Math.abs(value) >= 100 && Math.abs(value) < 1000 ? 2 : digitsOf(value),
): string {
  const text = figure(value, digits, rounding)
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}

/** Amounts of millions of dollars and more with their scale and three digits at least; `unit`: how many dollars the value counts. */
function scaledDollars(value: number, rounding: Rounding, unit = 1): string {
  const size = Math.abs(value) * unit
  if (size < 1e6) return dollars(twelveDigits(value * unit), rounding)
  const [scale, letters] = size < 1e9 ? [1e6, 'mn'] : [1e9, 'bn']
  const shown = twelveDigits(value / (scale / unit))
  return `${dollars(shown, rounding, Math.abs(shown) >= 100 ? 0 : Math.abs(shown) >= 10 ? 1 : 2)}${letters}`
}

/** Thousands of people: `22,000`, and from a million on `159.485 million`. */
function thousands(value: number, rounding: Rounding): string {
  return Math.abs(value) < 1_000
    ? figure(1_000 * Number(figure(value, 0, rounding)), 0)
    : `${figure(twelveDigits(value / 1_000), 3, rounding)} million`
}

/** A count without a unit, as one of hashes: `133.9 trillion`. */
function count(value: number, rounding: Rounding): string {
  if (Math.abs(value) >= 1e12) return `${figure(value / 1e12, 1, rounding)} trillion`
  // a level that is rounded one way only would be far off with two decimals: 1.005
  return figure(value, rounding === 'nearest' || Math.abs(value) >= 10 ? digitsOf(value) : 3, rounding)
}

type Writer = (value: number, rounding: Rounding) => string

const units: Readonly<Record<string, Writer>> = {
  percent: (value, rounding) => `${figure(value, 2, rounding)}%`,
  USD: scaledDollars,
  'USD mn': (value, rounding) => scaledDollars(value, rounding, 1e6),
  'USD bn': (value, rounding) => scaledDollars(value, rounding, 1e9),
  'USD/bbl': (value, rounding) => `${dollars(value, rounding)} a barrel`,
  'USD/MMBtu': (value, rounding) => `${dollars(value, rounding)} per MMBtu`,
  'USD/PH/day': (value, rounding) => `${dollars(value, rounding)} per PH/s a day`,
  'sat/TH/day': (value, rounding) => `${figure(value, 1, rounding)} sat per TH/s a day`,
  'cents/kWh': (value, rounding) => `${figure(value, 2, rounding)} cents per kWh`,
  'USD/oz': (value, rounding) => `${dollars(value, rounding)} an ounce`,
  'USD/t': (value, rounding) => `${dollars(value, rounding)} a tonne`,
  'mn bbl': (value, rounding) => `${figure(value, 1, rounding)} million barrels`,
  'mn bbl/d': (value, rounding) => `${figure(value, 2, rounding)} million barrels a day`,
  bcf: (value, rounding) => `${figure(value, 0, rounding)} bcf`,
  contracts: (value, rounding) => `${figure(value, 0, rounding)} contracts`,
  persons: (value, rounding) => figure(value, 0, rounding),
  'thousand persons': thousands,
  '1': count,
  index: (value, rounding) => figure(value, 2, rounding),
  points: (value, rounding) => figure(value, 2, rounding),
  'standard deviations': (value, rounding) => figure(value, 3, rounding),
}

/** A value with its unit: `$5,917bn`, `4.31%`, `162.43 yen`. */
export function amount(value: number, unit: string, rounding: Rounding = 'nearest'): string {
  return units[unit]?.(value, rounding) ?? `${figure(value, digitsOf(value), rounding)} ${unit}`
}

/** A value of a metric with its unit, as its row has it quoted: `36 bp`, `EUR/USD 1.144`. */
export function amountOf(metric: string, value: number, unit: string, rounding: Rounding = 'nearest'): string {
  const quoted = metricByName.get(metric)?.quoted
  if (quoted === 'basis points') return `${figure(twelveDigits(100 * value), 1, rounding)} bp`
  if (typeof quoted !== 'object' || !('pair' in quoted)) return amount(value, unit, rounding)
  return `${quoted.pair} ${figure(value, Math.abs(value) < 20 ? 3 : 2, rounding)}`
}

/** The same within a sentence, where a position has a side and money a direction: `2,782 contracts net short`, `net sales of $84bn`. */
export function amountInWords(metric: string, value: number, unit: string): string {
  const quoted = metricByName.get(metric)?.quoted
  const size = amountOf(metric, Math.abs(value), unit)
  if (value !== 0 && quoted === 'position') return `${size} net ${value < 0 ? 'short' : 'long'}`
  if (value !== 0 && typeof quoted === 'object' && 'flow' in quoted)
    return `${quoted.flow[value < 0 ? 1 : 0]} ${size}`.trimStart()
  return amountOf(metric, value, unit)
}

/**
 * The value at which something turns, the same wherever it is printed: rounded away from where it would not turn, so that the printed value
 * turns it too, and to a value the metric can have. A value that lies a hair beyond a level is that level.
 */
export function turnLevelText(
  metric: string,
  { side, value }: { readonly side: 'above' | 'below'; readonly value: number },
  unit: string,
): string {
  const near = nearLevel(value)
  const step = metricByName.get(metric)?.step
  if (near !== null && Math.abs(near) <= 1e-6 * (step ?? 0)) return 'zero'
  const isAbove = side === 'above'
  const at = near ?? (step === undefined ? value : reached(value, step, isAbove))
  return amountOf(metric, at, unit, isAbove ? 'up' : 'down')
}

/** The first multiple of `step` that reaches a value from its other side. */
function reached(value: number, step: number, isAbove: boolean): number {
  const steps = twelveDigits(value / step)
  return twelveDigits((isAbove ? Math.ceil(steps) : Math.floor(steps)) * step)
}

/** The size of a change without its sign: `24 bp`, `1.2%`, `$5bn`; a change of percentages in points. */
export function changeSizeText({ change, change_unit }: Pick<TrendWindow, 'change' | 'change_unit'>, unit: string): string {
  const size = Math.abs(change ?? 0)
  if (change_unit === 'percent') return `${figure(size, size >= 10 ? 0 : size >= 0.1 ? 1 : 2)}%`
  if (change_unit === 'basis_points') return `${figure(size, 1)} bp`
  if (unit === 'percent') return `${figure(size, 2)} percentage points`
  return amount(size, unit)
}

/** A distance in percent without its sign: `1.2% below`. */
export const gapInWords = (percent: number): string => `${figure(Math.abs(percent), 1)}% ${percent < 0 ? 'below' : 'above'}`

const words = 'no one two three four five six seven eight nine ten eleven twelve thirteen'.split(' ')

/** A small count in words. */
export function inWords(count: number): string {
  return words[count] ?? String(count)
}

/** `22 July`, with the year where it is not that of `today` (both `YYYY-MM-DD`). */
export const dayInWords = (day: string, today: string | null = null): string =>
  `${Number(day.slice(8, 10))} ${monthInWords(day, today)}`

/** `March 2025`, the month alone where the year is that of `today`. */
export const monthInWords = (day: string, today: string | null = null): string =>
  `${monthNames[Number(day.slice(5, 7)) - 1]!}${yearSuffix(day, today)}`

/** The year after a blank, unless it is that of `today`. */
export const yearSuffix = (day: string, today: string | null): string =>
  today?.slice(0, 4) === day.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`

type Digits = 0 | 1 | 2 | 3 | 4
/** `nearest`, or `up` and `down` along the number line, so that a level that must be reached is not printed short of it. */
type Rounding = 'nearest' | 'up' | 'down'

const modes = { nearest: 'halfExpand', up: 'ceil', down: 'floor' } as const
const formats = new Map<string, Intl.NumberFormat>()

/** A figure for a sentence: thousands separated, at most `digits` decimals, no trailing zeros, never `-0`. */
export function figure(value: number, digits: Digits = 2, rounding: Rounding = 'nearest'): string {
  const format = memoized(
    formats,
    `${digits} ${rounding}`,
    () => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits, roundingMode: modes[rounding] }),
  )
  const text = format.format(value)
  return text === '-0' ? '0' : text
}
