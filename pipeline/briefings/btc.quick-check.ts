import type { SignalDirection } from '../documents/reading.ts'
import { averageSection } from './average.ts'
import { type Briefer, unknown } from './day.ts'
import { averageSentences } from './distance.ts'
import { linkSentences } from './links.ts'

/**
 * Price, net liquidity and their correlation. State, from the signals of the two: `supported` (price bullish, liquidity not bearish),
 * `pressured` (price bearish, liquidity not bullish), `diverging` (they point opposite ways), `quiet` (price neutral, whatever liquidity
 * says).
 */
export const quickCheck: Briefer = {
  id: 'btc.quick-check',
  deciders: ['bitcoin-price', 'net-liquidity'],
  state: (day) => {
    const [price, liquidity] = (['bitcoin-price', 'net-liquidity'] as const).map((metric) => {
      const reading = day.reading(metric)
      return reading?.signal && reading.freshness.status !== 'stale' ? reading.signal.direction : undefined
    })
    return stateOf(price, liquidity)
  },
  tell: (day) => ({
    nothing: 'No bitcoin price or net liquidity is on record for this day.',
    also: [...averageSentences(day), ...linkSentences(day)],
    decides: {
      metrics: ['bitcoin-price', 'net-liquidity'],
      decision: () => (directions) => stateOf(directions.get('bitcoin-price'), directions.get('net-liquidity')),
    },
    sections: averageSection(day),
    notes: [],
  }),
}

function stateOf(price: SignalDirection | undefined, liquidity: SignalDirection | undefined): string {
  if (price === undefined) return unknown
  if (price === 'neutral') return 'quiet'
  if (liquidity === undefined) return unknown
  if (price === 'bullish') return liquidity === 'bearish' ? 'diverging' : 'supported'
  return liquidity === 'bullish' ? 'diverging' : 'pressured'
}
