import { type Briefer, unknown } from './day.ts'
import { balanceOf, readingsOf } from './signals.ts'
import { told } from './words.ts'

const drivers = ['net-liquidity', 'm2-supply', 'treasury-10y', 'real-yield-10y', 'dollar-index', 'vix', 'financial-conditions']
/** Signals that must point one way more than the other. */
const lead = 3

/**
 * Money, rates and the dollar at a glance. State from the signals of net liquidity, M2, the 10-year yield, the 10-year real yield, the
 * dollar, VIX and financial conditions: `easing` when at least three more point up than down, `tightening` when at least three more point
 * down than up, else `mixed`.
 */
export const snapshot: Briefer = {
  id: 'macro.snapshot',
  state: (day) => {
    const judged = readingsOf(day, drivers).filter(({ signal, freshness }) => signal !== null && freshness.status !== 'stale')
    if (judged.length < lead) return unknown
    const balance = balanceOf(judged)
    if (Math.abs(balance) < lead) return 'mixed'
    return balance > 0 ? 'easing' : 'tightening'
  },
  tell: (day) => {
    const sentences = [
      ...readingsOf(day, ['net-liquidity', 'dollar-index']).map((reading) => `${told(reading, '30d')}.`),
      ...readingsOf(day, ['treasury-10y', 'yield-curve']).map((reading) => `${told(reading, '30d')}.`),
    ]
    return {
      summary: sentences.length > 0 ? sentences.join(' ') : 'No macro data is on record for this day.',
      sections: [],
      notes: [],
    }
  },
}
