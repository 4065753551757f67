import type { Briefer } from '../briefer.ts'
import { vote } from '../states/signals.ts'
import { backdropSection, backdropSentence } from './backdrop.ts'

/** Money, rates and the dollar at a glance. */
export const snapshot: Briefer = {
  id: 'macro.snapshot',
  state: vote(['net-liquidity', 'm2-supply', 'treasury-10y', 'real-yield-10y', 'dollar-index', 'vix', 'financial-conditions'], {
    enter: 3,
    stay: 2,
    quorum: 5,
    labels: ['tightening', 'mixed', 'easing'],
  }),
  tell: (day) => ({
    nothing: 'No macro data is on record for this day.',
    also: backdropSentence(day),
    sections: backdropSection(day),
    notes: [],
  }),
}
