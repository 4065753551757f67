import type { Briefer } from './day.ts'
import { vote } from './signals.ts'
import { voteDecision } from './story/decisions.ts'

const drivers = [
  'net-liquidity',
  'm2-supply',
  'treasury-10y',
  'real-yield-10y',
  'dollar-index',
  'vix',
  'financial-conditions',
] as const
/** Signals that must point one way more than the other. */
const lead = 3

/**
 * Money, rates and the dollar at a glance. State from the signals of net liquidity, M2, the 10-year yield, the 10-year real yield, the
 * dollar, VIX and financial conditions: `easing` when at least three more point up than down, `tightening` when at least three more point
 * down than up, else `mixed`.
 */
export const snapshot: Briefer = {
  id: 'macro.snapshot',
  deciders: drivers,
  state: (day) => vote(day, drivers, lead, { up: 'easing', down: 'tightening', mixed: 'mixed' }),
  tell: () => ({
    nothing: 'No macro data is on record for this day.',
    decides: {
      metrics: drivers,
      decision: (standing) =>
        voteDecision(
          { drivers, enter: lead, stay: lead, labels: { up: 'easing', down: 'tightening', mixed: 'mixed' } },
          standing,
        ),
    },
    sections: [],
    notes: [],
  }),
}
