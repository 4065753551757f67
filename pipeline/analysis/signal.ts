import type { Direction, Polarity, Signal, SignalDirection, Trend, WindowName } from '../documents/reading.ts'

/** Strengths smaller than this are usual moves: neutral. */
export const neutralBand = 0.5

/**
 * What the deciding window says: bullish or bearish when the strength, as served, is at least 0.5 in size and points the way the change
 * itself went, read with the metric's polarity; else neutral. A rise smaller than usual has a negative strength but is no fall, so where
 * the two disagree the answer is neutral. A metric without polarity is always neutral. Null when that window or its strength does not exist.
 */
export function signalOf(trend: Trend, window: WindowName, polarity: Polarity): Signal | null {
  const over = trend[window]
  if (over === null || over.strength === null) return null
  return { direction: signalOfWay(wayOf(over.strength, over.direction, polarity), polarity), window, polarity }
}

/** Which way a signal points in the metric itself: 1 up, -1 down, 0 neither. */
export type Way = -1 | 0 | 1

/** `strength` as served, `direction` that of the change itself. */
export function wayOf(strength: number, direction: Direction, polarity: Polarity): Way {
  if (polarity === 'none' || Math.abs(strength) < neutralBand) return 0
  if (strength > 0) return direction === 'up' ? 1 : 0
  return direction === 'down' ? -1 : 0
}

export function signalOfWay(way: Way, polarity: Polarity): SignalDirection {
  if (way === 0) return 'neutral'
  return way > 0 === (polarity === 'higher_is_bullish') ? 'bullish' : 'bearish'
}
