import { briefingById } from '../../../data/briefings.ts'
import { metricByName } from '../../../data/metrics.ts'
import { inWords } from '../../analysis/amounts.ts'
import { comparedChanges, correlate } from '../../analysis/correlation.ts'
import type { Day, Measured } from '../../analysis/days/day.ts'
import { head, indexAtOrBefore } from '../../column.ts'
import type { Correlation } from '../../documents/reading.ts'
import type { Briefer } from '../briefer.ts'
import { strongestFacts } from '../links.ts'
import { type Indicator, level, meanOf, ownValue } from '../states/level.ts'

const id = 'cross.correlations'
const { metrics, pairs } = briefingById.get(id)!

/** Metrics whose correlation with bitcoin decides. */
export const coupledPartners = pairs.flatMap(([a, b]) => (a === 'bitcoin-price' ? [b] : []))

const withBitcoin = (day: Day): Correlation[] =>
  coupledPartners.map((partner) => day.correlation('bitcoin-price', partner)).filter((correlation) => correlation !== null)

/** Size of bitcoin's correlation with each partner, at each of the partner's values. */
const sizes = coupledPartners.map((partner): Measured => {
  const kinds = [metricByName.get(partner)!.change, metricByName.get('bitcoin-price')!.change] as const
  return {
    metrics: [partner, 'bitcoin-price'],
    measuring:
      () =>
      ([other, bitcoin], i) => {
        const known = head(bitcoin!, indexAtOrBefore(bitcoin!, other!.period[i]!))
        return Math.abs(correlate(head(other!, i), known, comparedChanges, kinds)?.value ?? Number.NaN)
      },
  }
})
/** Partners whose correlation must count for the mean to say something. */
export const leastPartners = 5

const coupling: Indicator = {
  inputs: ['bitcoin-price'],
  reads: ['bitcoin-price', ...pairs.flat()],
  measures: [ownValue('bitcoin-price'), ...sizes],
  read: ([price, ...all]) => {
    const mean = Number.isNaN(price!) ? Number.NaN : meanOf(all, leastPartners)
    return [mean, mean]
  },
  called: `the mean size of bitcoin’s correlations, of ${inWords(leastPartners)} partners at least`,
  noLevels: 'Each correlation follows from 30 changes of two series: no next value turns their mean alone.',
}

/** How bitcoin has moved with other markets. */
export const correlations: Briefer = {
  id,
  state: level(coupling, {
    labels: ['decoupled', 'loosely coupled', 'coupled'],
    // of nine series that have nothing to do with bitcoin half show more than 0.15
    high: { enter: 0.3, leave: 0.26 },
    low: { enter: 0.18, leave: 0.22 },
  }),
  charts: (day) => ({ pairs: everyPair(day) }),
  tell: (day) => ({
    nothing: 'Too few common changes are on record for a correlation with bitcoin.',
    facts: strongestFacts(withBitcoin(day), day),
    sections: [],
    notes: [
      'Equity indices, gold and corporate credit spreads are not among the partners: their histories belong to third parties and may not be resold.',
      'Pearson correlation of the changes between consecutive days common to both series; it describes, it does not forecast.',
    ],
  }),
}

/** Every pair of the metrics of the briefing. */
function everyPair(day: Day): Correlation[] {
  return metrics.flatMap((a, i) => metrics.slice(i + 1).flatMap((b) => day.correlation(a, b) ?? []))
}
