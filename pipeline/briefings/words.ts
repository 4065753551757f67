import type { Reading, WindowName } from '../documents/reading.ts'

const formats = [0, 1, 2, 3].map((digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }))

/** A figure for a sentence: thousands separated, at most `digits` decimals, no trailing zeros. */
export function figure(value: number, digits: 0 | 1 | 2 | 3 = 2): string {
  return formats[digits]!.format(value)
}

/** `1,234.5 USD bn`; a pure number has no unit to show. */
function measured(reading: Reading, digits: 0 | 2 = 2): string {
  return reading.unit === '1' || reading.unit === 'index'
    ? figure(reading.value, digits)
    : `${figure(reading.value, digits)} ${reading.unit}`
}

/** `up 2.1 % in 7 days`, or null where there is no such change. */
function moved(reading: Reading, window: WindowName): string | null {
  const trend = reading.trend[window]
  if (!trend || trend.change === null) return null
  const unit = { percent: ' %', basis_points: ' bp', unit: reading.unit === '1' ? '' : ` ${reading.unit}` }[trend.change_unit]
  if (trend.direction === 'flat') return `flat in ${window.slice(0, -1)} days`
  return `${trend.direction} ${figure(Math.abs(trend.change))}${unit} in ${window.slice(0, -1)} days`
}

/** `Bitcoin price 66,086.61 USD on 2026-07-22, up 2.1 % in 7 days`. */
export function told(reading: Reading, window: WindowName, digits: 0 | 2 = 2): string {
  const change = moved(reading, window)
  return `${reading.title} ${measured(reading, digits)} on ${reading.period}${change ? `, ${change}` : ''}`
}

/** The sentences there is something to say in, or what is said where there are none. */
export function summaryOf(sentences: readonly (string | null | false | undefined)[], nothing: string): string {
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ') || nothing
}
