export type Digits = 0 | 1 | 2 | 3 | 4
/** `nearest`, or `up` and `down` along the number line, so that a level that must be reached is not printed short of it. */
export type Rounding = 'nearest' | 'up' | 'down'

const modes = { nearest: 'halfExpand', up: 'ceil', down: 'floor' } as const
const formats = new Map<string, Intl.NumberFormat>()

/** A figure for a sentence: thousands separated, at most `digits` decimals, no trailing zeros, never `-0`. */
export function figure(value: number, digits: Digits = 2, rounding: Rounding = 'nearest'): string {
  const key = `${digits} ${rounding}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { maximumFractionDigits: digits, roundingMode: modes[rounding] })
    formats.set(key, format)
  }
  const text = format.format(value)
  return text === '-0' ? '0' : text
}
