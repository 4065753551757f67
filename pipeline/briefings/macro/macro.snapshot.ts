import type { Briefer } from '../day.ts'
import { type Vote, vote } from '../signals.ts'
import { voteDecision } from '../story/decisions.ts'
import { backdropSection, backdropSentences } from './backdrop.ts'

const drivers = [
  'net-liquidity',
  'm2-supply',
  'treasury-10y',
  'real-yield-10y',
  'dollar-index',
  'vix',
  'financial-conditions',
] as const

/** Three more signals one way than the other to begin, two to go on. */
export const snapshotVote: Vote = {
  drivers,
  enter: 3,
  stay: 2,
  labels: { up: 'easing', down: 'tightening', mixed: 'mixed' },
}

/**
 * Money, rates and the dollar at a glance. State from the signals of net liquidity, M2, the 10-year yield, the 10-year real yield, the
 * dollar, VIX and financial conditions: `easing` once at least three more point up than down and as long as two do, `tightening` the other
 * way round, else `mixed`.
 */
export const snapshot: Briefer = {
  id: 'macro.snapshot',
  deciders: drivers,
  state: (day) => vote(day, snapshotVote),
  tell: (day) => ({
    nothing: 'No macro data is on record for this day.',
    also: backdropSentences(day),
    decides: { metrics: drivers, decision: (standing) => voteDecision(snapshotVote, standing) },
    sections: backdropSection(day),
    notes: [],
  }),
}
