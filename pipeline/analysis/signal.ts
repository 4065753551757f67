import type { Polarity, Signal, Trend, WindowName } from './reading.ts'

/** Strengths smaller than this are usual moves: neutral. */
const neutralBand = 0.5

/**
 * What the deciding window says: bullish or bearish when the strength, as served, is at least 0.5 in size and points the way the change
 * itself went, read with the metric's polarity; else neutral. A rise smaller than usual has a negative strength but is no fall, so where
 * the two disagree the answer is neutral. A metric without polarity is always neutral. Null when that window or its strength does not exist.
 */
export function signalOf(trend: Trend, window: WindowName, polarity: Polarity): Signal | null {
  const over = trend[window]
  if (over === null || over.strength === null) return null
  const way = Math.abs(over.strength) < neutralBand ? 0 : Math.sign(over.strength)
  const agrees = (way > 0 && over.direction === 'up') || (way < 0 && over.direction === 'down')
  if (!agrees || polarity === 'none') return { direction: 'neutral', window, polarity }
  const bullish = way > 0 === (polarity === 'higher_is_bullish')
  return { direction: bullish ? 'bullish' : 'bearish', window, polarity }
}
