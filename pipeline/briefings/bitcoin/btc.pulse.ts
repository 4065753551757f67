import { metricByName } from '../../../data/metrics.ts'
import { rhythmOf, windowStartIndex } from '../../analysis/rhythm.ts'
import { strengthsOf, windowChangeAt } from '../../analysis/strength.ts'
import { extendColumn } from '../../analysis/turns.ts'
import type { Day } from '../../days/day.ts'
import { rhythmOfSeries } from '../../days/release-times.ts'
import { isoDay } from '../../time/day.ts'
import { nextPeriod } from '../../time/release.ts'
import { dayInWords, figure } from '../../values/amounts.ts'
import { twelveDigits } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf } from '../readings.ts'
import { levelState, type StateIndicator } from '../states/level.ts'
import { type Fact, signOfChange, unusualWeight } from '../story/ranking.ts'

const price = metricByName.get('bitcoin-price')!
const window = rhythmOf(price.cadence).windows['7d']!

/** Strength of the price over seven days; 0 where it is not of the way the price went. */
const week: StateIndicator = {
  inputs: ['bitcoin-price'],
  measures: [
    {
      metrics: ['bitcoin-price'],
      measuring: () => {
        const strengths = strengthsOf(price, window)
        return ([column], i) => {
          const { z } = strengths.at(column!, i)
          if (z === null) return Number.NaN
          return Math.sign(windowChangeAt(column!, i, window, price.change)) === Math.sign(z) ? twelveDigits(z) : 0
        }
      },
    },
  ],
  called: 'the strength of bitcoin over seven days',
  solve: (day, strength) => {
    const column = day.column('bitcoin-price')
    if (column === null) return null
    const last = column.period.length
    const next = extendColumn(
      column,
      last - 1,
      [nextPeriod(rhythmOfSeries(price.clock), column.period[last - 1]!)],
      column.value[last - 1]!,
    )
    const usual = strengthsOf(price, window).at(next, last)
    if (usual.z === null) return null
    const change = strength * usual.scale + usual.median
    // a strength against the way of the price counts as none
    if (Math.sign(change) !== Math.sign(strength)) return null
    return { metric: 'bitcoin-price', value: next.value[windowStartIndex(next, last, window)]! * (1 + change / 100) }
  },
}

/** The last week. */
export const btcPulse: BriefingDefinition = {
  id: 'btc.pulse',
  state: levelState(week, { enter: 2, leave: 1, labels: ['falling fast', 'in range', 'rising fast'] }),
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
    const way = signOfChange(value)
    const size = `${figure(Math.abs(value), 1)}%`
    const [fell, down] = way < 0 ? ['fell', 'down'] : ['rose', 'up']
    const among = strength >= unusualWeight ? ', a large move by the last 90 days' : ''
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
        [`Bitcoin is ${down} ${size} on the day${among}`, `Bitcoin is ${down} ${size} in 24 hours${among}`],
      ],
      asides: [`bitcoin ${fell} ${size} in 24 hours`],
    }
  })
