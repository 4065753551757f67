import { metricByName } from '../../../data/metrics.ts'
import { rhythmOf } from '../../analysis/rhythm.ts'
import { twelveDigits } from '../../analysis/rounding.ts'
import { changeAt, strengthsOf } from '../../analysis/strength.ts'
import { isoDay } from '../../calendar/day.ts'
import type { Briefer, Day, Measured } from '../day.ts'
import { currentOf } from '../readings.ts'
import { labelOfSide } from '../state.ts'
import { dayInWords } from '../story/amounts.ts'
import { type Fact, unusual, wayOf } from '../story/ranking.ts'
import { figure } from '../words.ts'

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

/**
 * The last 24 hours of bitcoin among those of the last 90 days. A percentile of 95 (or 5) weighs as much as a strength of 1.8, one of 50
 * nothing.
 */
const lastDayFacts = (day: Day): Fact[] =>
  currentOf(day, ['bitcoin-change-24h'], ({ metric, reading: { value, period, percentile_90d: rank } }) => {
    const strength = rank === null ? 0 : Math.abs(rank.value - 50) / 25
    const way = wayOf(value)
    const size = `${figure(Math.abs(value), 1)}%`
    const [fell, down, loss] = way < 0 ? ['fell', 'down', 'loss'] : ['rose', 'up', 'gain']
    const place = strength >= unusual ? ', a large move by the last 90 days' : ', well within the last 90 days'
    const among = rank === null ? '' : place
    return {
      metric,
      about: 'bitcoin',
      kind: 'move',
      isNews: true,
      weight: strength,
      strength,
      way,
      meaning: way,
      text: `Bitcoin ${fell} ${size} in the 24 hours to ${dayInWords(period, isoDay(day.asOf))}${among}.`,
      clauses: [
        [`Bitcoin ${fell} ${size} in 24 hours${among}`, `In 24 hours bitcoin ${fell} ${size}${among}`],
        [`A day's ${loss} of ${size} for bitcoin${among}`, `Bitcoin is ${down} ${size} on the day${among}`],
      ],
      asides: [`bitcoin ${fell} ${size} in 24 hours`, `bitcoin ${fell}`],
    }
  })
