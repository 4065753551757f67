import { type Briefer, unknown } from './day.ts'
import { balanceOf, readingsOf, signalSection } from './signals.ts'
import { told } from './words.ts'

const drivers = ['bitcoin-price', 'net-liquidity', 'hash-ribbon', 'bitcoin-difficulty']

/**
 * What surrounds the price. State from the signals of price, net liquidity, hash ribbon and difficulty: `tailwind` when at least two more
 * point up than down, `headwind` when at least two more point down than up, else `mixed`.
 */
export const context: Briefer = {
  id: 'btc.context',
  state: (day) => {
    const price = day.reading('bitcoin-price')
    if (!price || price.freshness.status === 'stale') return unknown
    const balance = balanceOf(readingsOf(day, drivers))
    if (Math.abs(balance) < 2) return 'mixed'
    return balance > 0 ? 'tailwind' : 'headwind'
  },
  tell: (day) => {
    const price = day.reading('bitcoin-price')
    const liquidity = day.reading('net-liquidity')
    const difficulty = day.reading('bitcoin-difficulty')
    const sentences = [
      price && `${told(price, '7d')}.`,
      liquidity && `${told(liquidity, '30d')}.`,
      difficulty && `${told(difficulty, '30d', 0)}.`,
    ].filter((sentence) => sentence !== null)
    return {
      summary: sentences.length > 0 ? sentences.join(' ') : 'Nothing about bitcoin is on record for this day.',
      sections: signalSection(readingsOf(day, drivers)),
      notes: [],
    }
  },
}
