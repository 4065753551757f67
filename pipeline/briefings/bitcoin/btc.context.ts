import { averageSection, averageSentences, bitcoin } from '../average.ts'
import type { Briefer } from '../day.ts'
import { type Vote, vote } from '../signals.ts'
import { voteDecision } from '../story/decisions.ts'

const drivers = ['bitcoin-price', 'net-liquidity', 'dollar-index', 'hash-ribbon'] as const

/** Two more signals one way than the other to begin, one to go on. */
export const contextVote: Vote = {
  drivers,
  enter: 2,
  stay: 1,
  labels: { up: 'tailwind', down: 'headwind', mixed: 'mixed' },
}

/**
 * What surrounds the price. State from the signals of price, net liquidity, dollar and hash ribbon: `tailwind` once at least two more point
 * up than down and as long as one does, `headwind` the other way round, else `mixed`.
 */
export const context: Briefer = {
  id: 'btc.context',
  deciders: drivers,
  state: (day) => vote(day, contextVote),
  tell: (day) => ({
    nothing: 'Nothing about bitcoin is on record for this day.',
    also: averageSentences(day, bitcoin),
    decides: { metrics: drivers, decision: (standing) => voteDecision(contextVote, standing) },
    sections: averageSection(day, bitcoin),
    notes: [],
  }),
}
