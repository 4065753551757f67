import { metricRows } from '../../data/metrics.ts'
import type { TrendWindow } from '../documents/reading.ts'
import { nearLevel } from './hysteresis.ts'
import { type Digits, figure, type Rounding } from './words.ts'

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

/** Amounts of millions of dollars and more with their scale. */
function scaledDollars(value: number, rounding: Rounding): string {
  const size = Math.abs(value)
  if (size < 1e6) return dollars(value, rounding)
  return size < 1e9 ? `${dollars(value / 1e6, rounding, 1)}mn` : `${dollars(value / 1e9, rounding, 1)}bn`
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
  'USD mn': (value, rounding) => `${dollars(value, rounding, Math.abs(value) >= 100 ? 0 : 1)}mn`,
  'USD bn': (value, rounding) => `${dollars(value, rounding, Math.abs(value) >= 10 ? 0 : 1)}bn`,
  'USD/bbl': (value, rounding) => `${dollars(value, rounding)} a barrel`,
  'USD/MMBtu': (value, rounding) => `${dollars(value, rounding)} per MMBtu`,
  'USD/PH/day': (value, rounding) => `${dollars(value, rounding)} per PH/s a day`,
  'sat/TH/day': (value, rounding) => `${figure(value, 1, rounding)} sat per TH/s a day`,
  'cents/kWh': (value, rounding) => `${figure(value, 2, rounding)} cents per kWh`,
  'USD/EUR': (value, rounding) => dollars(value, rounding, 3),
  'EUR/USD': (value, rounding) => `${figure(value, 3, rounding)} euros`,
  'CNY/USD': (value, rounding) => `${figure(value, 3, rounding)} yuan`,
  'JPY/USD': (value, rounding) => `${figure(value, 2, rounding)} yen`,
  'USD/oz': (value, rounding) => `${dollars(value, rounding)} an ounce`,
  'USD/t': (value, rounding) => `${dollars(value, rounding)} a tonne`,
  'mn bbl': (value, rounding) => `${figure(value, 1, rounding)} million barrels`,
  'mn bbl/d': (value, rounding) => `${figure(value, 2, rounding)} million barrels a day`,
  bcf: (value, rounding) => `${figure(value, 0, rounding)} bcf`,
  contracts: (value, rounding) => `${figure(value, 0, rounding)} contracts`,
  persons: (value, rounding) => figure(value, 0, rounding),
  'thousand persons': (value, rounding) => `${figure(value, 0, rounding)} thousand`,
  '1': count,
  index: (value, rounding) => figure(value, 2, rounding),
  points: (value, rounding) => figure(value, 2, rounding),
  'standard deviations': (value, rounding) => figure(value, 3, rounding),
}

/** A value with its unit: `$5,917bn`, `4.31%`, `162.43 yen`. */
export function amount(value: number, unit: string, rounding: Rounding = 'nearest'): string {
  return units[unit]?.(value, rounding) ?? `${figure(value, digitsOf(value), rounding)} ${unit}`
}

/** Differences of yields and rates, stated in percent: a sentence has them in basis points. A breakeven is quoted as the inflation it is. */
const spreads = new Set<string>(
  metricRows
    .filter(({ unit, change }) => unit === 'percent' && change === 'basis_points')
    .filter(({ metric, formula }) => formula === 'butterfly' || (formula === 'difference' && !/^breakeven-\d+y$/.test(metric)))
    .map(({ metric }) => metric),
)

const isSpread = (metric: string): boolean => spreads.has(metric)

/** A value of a metric with its unit, a difference of yields in basis points: `36 bp`. */
export function amountOf(metric: string, value: number, unit: string, rounding: Rounding = 'nearest'): string {
  if (!isSpread(metric)) return amount(value, unit, rounding)
  return `${figure(Number((100 * value).toPrecision(12)), 1, rounding)} bp`
}

/**
 * The value at which something turns, the same wherever it is printed: rounded away from where it would not turn, so that the printed value
 * turns it too. A value that lies a hair beyond a level is that level.
 */
export function levelText(
  metric: string,
  { side, value }: { readonly side: 'above' | 'below'; readonly value: number },
  unit: string,
): string {
  const near = nearLevel(value)
  return near === 0 ? 'zero' : amountOf(metric, near ?? value, unit, side === 'above' ? 'up' : 'down')
}

/** The size of a change without its sign: `24 bp`, `1.2%`, `$5bn`; a change of percentages in points. */
export function sizeOf({ change, change_unit }: Pick<TrendWindow, 'change' | 'change_unit'>, unit: string): string {
  const size = Math.abs(change ?? 0)
  if (change_unit === 'percent') return `${figure(size, size >= 10 ? 0 : size >= 0.1 ? 1 : 2)}%`
  if (change_unit === 'basis_points') return `${figure(size, 1)} bp`
  if (unit === 'percent') return `${figure(size, 2)} percentage points`
  return amount(size, unit)
}

/** A distance in percent without its sign: `1.2% below`. */
export const gapInWords = (percent: number): string => `${figure(Math.abs(percent), 1)}% ${percent < 0 ? 'below' : 'above'}`

const words = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
]

/** A small count in words. */
export function inWords(count: number): string {
  return words[count] ?? String(count)
}

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `22 July`, with the year where it is not that of `today` (both `YYYY-MM-DD`). */
export function dayInWords(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`
  return `${Number(day.slice(8))} ${monthNameOf(day)}${year}`
}

/** `March 2025`. */
export function monthInWords(day: string): string {
  return `${monthNameOf(day)} ${day.slice(0, 4)}`
}

function monthNameOf(day: string): string {
  return months[Number(day.slice(5, 7)) - 1]!
}
