import { averageSection } from './average.ts'
import { type Briefer, unknown } from './day.ts'
import { summaryOf, told } from './words.ts'

/**
 * Price, net liquidity and their correlation. State, from the signals of the two: `supported` (price bullish, liquidity not bearish),
 * `pressured` (price bearish, liquidity not bullish), `diverging` (they point opposite ways), `quiet` (price neutral, whatever liquidity
 * says).
 */
export const quickCheck: Briefer = {
  id: 'btc.quick-check',
  deciders: ['bitcoin-price', 'net-liquidity'],
  state: (day) => {
    const price = day.reading('bitcoin-price')
    if (!price?.signal || price.freshness.status === 'stale') return unknown
    if (price.signal.direction === 'neutral') return 'quiet'
    const net = day.reading('net-liquidity')
    if (!net?.signal || net.freshness.status === 'stale') return unknown
    const liquidity = net.signal.direction
    if (price.signal.direction === 'bullish') return liquidity === 'bearish' ? 'diverging' : 'supported'
    return liquidity === 'bullish' ? 'diverging' : 'pressured'
  },
  tell: (day) => {
    const price = day.reading('bitcoin-price')
    const liquidity = day.reading('net-liquidity')
    const both = day.correlation('bitcoin-price', 'net-liquidity')
    const sentences = [
      price && `${told(price, '7d')}.`,
      liquidity && `${told(liquidity, '30d')}.`,
      both && `Correlation ${both.value.toFixed(2)} (${both.word}) over ${both.n} weekly changes.`,
    ]
    return {
      summary: summaryOf(sentences, 'No bitcoin price or net liquidity is on record for this day.'),
      sections: averageSection(day),
      notes: [],
    }
  },
}
