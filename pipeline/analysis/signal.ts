import type { Polarity, SignalDirection } from '../documents/reading.ts'
import { nextSide, type Side } from './hysteresis.ts'

/** Which way a signal points in the metric itself: 1 rising, -1 falling, 0 neither. */
export type Way = Side

/** A signal is entered at this strength and left below the other (`docs/methodology.md`, Signal). */
export const enterStrength = 0.7
export const leaveStrength = 0
/** A change less than this many times its scale away from the middle of earlier ones is a usual one. */
export const neutralBand = 0.5

/** What a signal is judged by: strengths and changes over the deciding windows, averaged over the entries of the last seven days. */
export interface Pull {
  readonly strength: number
  /** Mean change, in the unit of the metric's changes. */
  readonly move: number
}

/**
 * The signal after `before`. A rise smaller than usual has a negative strength but is no fall: where strength and move disagree none is
 * entered, and one that stands is left. A value at an extreme of a year has the signal of that extreme: at its highest a metric rises.
 *
 * @param extreme 1 at the highest of a year, -1 at the lowest, else 0 (`yearExtreme`)
 */
export function nextWay(before: Way, { strength, move }: Pull, extreme: Way = 0): Way {
  if (extreme !== 0) return extreme
  const side = nextSide(before, strength, { enter: enterStrength, leave: leaveStrength })
  return Math.sign(move) === side ? side : 0
}

/** A metric without polarity is always neutral: for whom its rise is good is disputed. */
export function directionOf(way: Way, polarity: Polarity): SignalDirection {
  if (way === 0 || polarity === 'none') return 'neutral'
  return way > 0 === (polarity === 'higher_is_bullish') ? 'bullish' : 'bearish'
}
