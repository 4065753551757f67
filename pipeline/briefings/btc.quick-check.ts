import { averageSection } from './average.ts'
import { type Briefer, unknown } from './day.ts'
import { signalOn } from './signals.ts'
import { summaryOf, told } from './words.ts'

/**
 * Price, net liquidity and their correlation. State, from the signals of the two: `supported` (price bullish, liquidity not bearish),
 * `pressured` (price bearish, liquidity not bullish), `diverging` (they point opposite ways), `undecided` (price neutral, whatever liquidity
 * says).
 */
export const quickCheck: Briefer = {
  id: 'btc.quick-check',
  deciders: ['bitcoin-price', 'net-liquidity'],
  state: (day) => {
    const price = signalOn(day, 'bitcoin-price')
    if (price === null) return unknown
    if (price === 0) return 'undecided'
    const liquidity = signalOn(day, 'net-liquidity')
    if (liquidity === null) return unknown
    if (price * liquidity < 0) return 'diverging'
    return price > 0 ? 'supported' : 'pressured'
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
