import type { TrendWindow } from '../../documents/reading.ts'
import { figure } from '../words.ts'

/** Amounts as a sentence has them: thousands separated, a plain minus, and no more digits than the reader needs. */

/** Decimals that leave about four significant digits. */
function digitsOf(value: number): 0 | 1 | 2 | 3 | 4 {
  const size = Math.abs(value)
  if (size >= 1000) return 0
  return size >= 1 || size === 0 ? 2 : size >= 0.1 ? 3 : 4
}

const dollars = (value: number, digits = digitsOf(value)) => `${value < 0 ? '-' : ''}$${figure(Math.abs(value), digits)}`

const units: Readonly<Record<string, (value: number) => string>> = {
  percent: (value) => `${figure(value, 2)}%`,
  USD: (value) => dollars(value),
  'USD bn': (value) => `${dollars(value, Math.abs(value) >= 10 ? 0 : 1)}bn`,
  'USD/bbl': (value) => `${dollars(value)} a barrel`,
  'USD/MMBtu': (value) => `${dollars(value)} per MMBtu`,
  'USD/TH/day': (value) => `${dollars(value)} per TH a day`,
  'USD/EUR': (value) => dollars(value, 3),
  'EUR/USD': (value) => `${figure(value, 3)} euros`,
  'CNY/USD': (value) => `${figure(value, 3)} yuan`,
  'JPY/USD': (value) => `${figure(value, 2)} yen`,
  '1': (value) => figure(value, digitsOf(value)),
  index: (value) => figure(value, 2),
  points: (value) => figure(value, 2),
  'standard deviations': (value) => figure(value, 3),
}

/** A value with its unit: `$5,917bn`, `4.31%`, `162.43 yen`. */
export function amount(value: number, unit: string): string {
  return units[unit]?.(value) ?? `${figure(value, digitsOf(value))} ${unit}`
}

/** The size of a change without its sign: `24 bp`, `1.2%`, `$5bn`; a change of percentages in points. */
export function sizeOf({ change, change_unit }: Pick<TrendWindow, 'change' | 'change_unit'>, unit: string): string {
  const size = Math.abs(change ?? 0)
  if (change_unit === 'percent') return `${figure(size, size >= 10 ? 0 : size >= 0.1 ? 1 : 2)}%`
  if (change_unit === 'basis_points') return `${figure(size, 1)} bp`
  if (unit === 'percent') return `${figure(size, 2)} percentage points`
  return amount(size, unit)
}

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
