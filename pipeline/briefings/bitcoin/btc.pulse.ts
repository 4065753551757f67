import { metricByName } from '../../../data/metrics.ts'
import { rhythmOf } from '../../analysis/rhythm.ts'
import { twelveDigits } from '../../analysis/rounding.ts'
import { changeAt, strengthsOf } from '../../analysis/strength.ts'
import type { Briefer, Measured } from '../day.ts'
import { labelOfSide } from '../state.ts'
import { lastDayFacts } from './last-day.ts'

/** Strength of the price over seven days; 0 where it is not of the way the price went. */
const week: Measured = {
  metrics: ['bitcoin-price'],
  measuring: () => {
    const facts = metricByName.get('bitcoin-price')!
    const window = rhythmOf(facts.cadence).windows['7d']
    const strengths = strengthsOf(facts, window)
    return ([price], i) => {
      const { z } = strengths.at(price!, i)
      if (z === null) return Number.NaN
      return Math.sign(changeAt(price!, i, window, facts.change)) === Math.sign(z) ? twelveDigits(z) : 0
    }
  },
}

/** Strengths at which a week is fast, and below which it is no more. */
const fastLevels = { enter: 2, leave: 1 } as const

/**
 * The last week. State from the strength of the price over seven days: `rising fast` from 2 on, `falling fast` from -2 down, each until it
 * is below 1 in size, else `calm`.
 */
export const pulse: Briefer = {
  id: 'btc.pulse',
  deciders: ['bitcoin-price'],
  state: (day) => labelOfSide(day, week, fastLevels, { [-1]: 'falling fast', 0: 'calm', 1: 'rising fast' }),
  tell: (day) => ({
    nothing: 'No bitcoin price is on record for this day.',
    facts: lastDayFacts(day),
    sections: [],
    notes: [],
  }),
}
