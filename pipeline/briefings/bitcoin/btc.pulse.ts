import { metricByName } from '../../../data/metrics.ts'
import { rhythmOf, startOf } from '../../analysis/rhythm.ts'
import { twelveDigits } from '../../analysis/rounding.ts'
import { changeAt, strengthsOf } from '../../analysis/strength.ts'
import { extendedBy } from '../../analysis/turns.ts'
import { nextPeriod } from '../../calendar/release.ts'
import type { Briefer } from '../day.ts'
import { rhythmOfSeries } from '../release-times.ts'
import { type Indicator, level } from '../states/level.ts'
import { lastDayFacts } from './last-day.ts'

const price = metricByName.get('bitcoin-price')!
const window = rhythmOf(price.cadence).windows['7d']!

/** Strength of the price over seven days; 0 where it is not of the way the price went. */
const week: Indicator = {
  inputs: ['bitcoin-price'],
  measures: [
    {
      metrics: ['bitcoin-price'],
      measuring: () => {
        const strengths = strengthsOf(price, window)
        return ([column], i) => {
          const { z } = strengths.at(column!, i)
          if (z === null) return Number.NaN
          return Math.sign(changeAt(column!, i, window, price.change)) === Math.sign(z) ? twelveDigits(z) : 0
        }
      },
    },
  ],
  called: 'the strength of bitcoin over seven days',
  solve: (day, strength) => {
    const column = day.column('bitcoin-price')
    if (column === null) return null
    const last = column.period.length
    const next = extendedBy(
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
    return { metric: 'bitcoin-price', value: next.value[startOf(next, last, window)]! * (1 + change / 100) }
  },
}

/** The last week. */
export const pulse: Briefer = {
  id: 'btc.pulse',
  state: level(week, { enter: 2, leave: 1, labels: ['falling fast', 'calm', 'rising fast'] }),
  tell: (day) => ({
    nothing: 'No bitcoin price is on record for this day.',
    facts: lastDayFacts(day),
    sections: [],
    notes: [],
  }),
}
