import type { Span } from '../documents/blocks.ts'
import { nearLevel } from '../documents/near-level.ts'
import type { TrendWindow } from '../documents/reading.ts'
import { turnLevelText } from '../values/amounts.ts'
import { decimalsOf, decimalsOfChange } from '../values/rounding.ts'

/**
 * The one way a number is written in a document for people: fixed decimals, rounded to the nearest (a tie by the number's exact binary
 * value), trailing zeros dropped, thousands separated by commas, a plain minus, never an exponent, never `-0`.
 *
 * @throws RangeError for NaN and infinities: what is not a figure must not reach a page
 */
export function formatNumber(value: number, decimals: number): string {
  const [whole = '', fraction] = plainNumber(value, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** The same without separators: for numbers without a unit, which may be years or ranks. */
export function plainNumber(value: number, decimals: number): string {
  if (!Number.isFinite(value)) throw new RangeError('Only finite numbers can be shown. Leave the figure out and say why.')
  const text = Math.abs(value) >= 1e21 ? BigInt(value).toString() : value.toFixed(decimals)
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}

/** A number of a text with its unit, with two decimals at most where it states none. */
export function numberText({
  number,
  unit = '1',
  decimals = Number.isInteger(number) ? 0 : 2,
  signed: isSigned,
}: Extract<Span, { number: number }>): string {
  const text = formatNumber(number, decimals)
  return withUnit(isSigned ? signed(text) : text, unit)
}

/** `at 4.46% or higher`, `above zero` */
export function levelInWords({ level, metric, unit }: Extract<Span, { level: unknown }>): string {
  const text = turnLevelText(metric, level, unit)
  return nearLevel(level.value) === null
    ? `at ${text} or ${level.side === 'above' ? 'higher' : 'lower'}`
    : `${level.side} ${text}`
}

/** A figure with its unit: `65,432.12 USD`, `2.1%`, `0.968` where the unit is `1`. */
export function formatFigure(value: number, unit: string): string {
  return withUnit(formatNumber(value, decimalsOf(value, unit)), unit)
}

/** A value of a text: with its unit, unless the head of its column has it. Without any, below ten thousand, it may be a year or a rank. */
export function figureText({ figure, unit, headed }: Extract<Span, { figure: number }>): string {
  if (unit !== null && !headed) return formatFigure(figure, unit)
  const write = unit === null && Math.abs(figure) < 10_000 ? plainNumber : formatNumber
  return write(figure, decimalsOf(figure, unit ?? '1'))
}

/** A signed change: `+2.1%`, `-16 bp`, `+12.3 USD bn`, `+0.4 pp` for a difference of percentages; `0%` when flat. */
export function formatChange(window: TrendWindow, unit: string): string {
  if (window.change === null) return `${window.direction}, no percent`
  const larger = Math.max(Math.abs(window.from.value), Math.abs(window.to.value))
  const number = signed(formatNumber(window.change, decimalsOfChange(window.change_unit, larger, unit)))
  if (window.change_unit === 'percent') return `${number}%`
  if (window.change_unit === 'basis_points') return `${number} bp`
  return unit === 'percent' ? `${number} pp` : withUnit(number, unit)
}

function signed(number: string): string {
  return number.startsWith('-') || number === '0' ? number : `+${number}`
}

function withUnit(number: string, unit: string): string {
  if (unit === '1' || unit === 'index') return number
  return unit === 'percent' ? `${number}%` : `${number} ${unit}`
}
