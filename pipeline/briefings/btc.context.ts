import type { Briefer } from './day.ts'
import { vote } from './signals.ts'
import { summaryOf, told } from './words.ts'

const drivers = ['bitcoin-price', 'net-liquidity', 'hash-ribbon', 'bitcoin-difficulty'] as const

/** Signals that must point one way more than the other. */
const lead = 2

/**
 * What surrounds the price. State from the signals of price, net liquidity, hash ribbon and difficulty: `tailwind` when at least two more
 * point up than down, `headwind` when at least two more point down than up, else `mixed`.
 */
export const context: Briefer = {
  id: 'btc.context',
  deciders: drivers,
  state: (day) => vote(day, drivers, lead, { up: 'tailwind', down: 'headwind', mixed: 'mixed' }),
  tell: (day) => {
    const price = day.reading('bitcoin-price')
    const liquidity = day.reading('net-liquidity')
    const difficulty = day.reading('bitcoin-difficulty')
    const sentences = [
      price && `${told(price, '7d')}.`,
      liquidity && `${told(liquidity, '30d')}.`,
      difficulty && `${told(difficulty, '30d', 0)}.`,
    ]
    return {
      summary: summaryOf(sentences, 'Nothing about bitcoin is on record for this day.'),
      sections: [],
      notes: [],
    }
  },
}
