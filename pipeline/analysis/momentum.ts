import type { Momentum, Trend, TrendWindow, WindowName } from '../documents/reading.ts'
import { dayNumber } from '../time/day.ts'
import { twelveDigits } from './rounding.ts'

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
  return twelveDigits(change / (dayNumber(window.to.period)! - dayNumber(window.from.period)!))
}
