import type { Briefer } from './day.ts'
import { averageSentences } from './distance.ts'
import { vote } from './signals.ts'
import { voteDecision } from './story/decisions.ts'

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
  tell: (day) => ({
    nothing: 'Nothing about bitcoin is on record for this day.',
    also: averageSentences(day),
    decides: {
      metrics: drivers,
      decision: (standing) =>
        voteDecision(
          { drivers, enter: lead, stay: lead, labels: { up: 'tailwind', down: 'headwind', mixed: 'mixed' } },
          standing,
        ),
    },
    sections: [],
    notes: [],
  }),
}
