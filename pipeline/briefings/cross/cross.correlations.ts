import { briefingById } from '../../../data/briefings.ts'
import { metricByName } from '../../../data/metrics.ts'
import { comparedChanges, correlate } from '../../analysis/correlation.ts'
import { type Side, stateOn } from '../../analysis/hysteresis.ts'
import { head, indexAtOrBefore } from '../../column.ts'
import type { Correlation } from '../../documents/reading.ts'
import { type Briefer, type Day, type Measured, unknown } from '../day.ts'
import { strongestFacts } from '../links.ts'
import { firstFoldedDay, ownValue } from '../state.ts'

const id = 'cross.correlations'
const pairs = briefingById.get(id)!.pairs

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
const price = ownValue('bitcoin-price')

/** Mean sizes at which a state is entered and left. Of nine series that have nothing to do with bitcoin half show more than 0.15. */
const couplingLevels = { decoupled: { enter: 0.18, leave: 0.22 }, coupled: { enter: 0.3, leave: 0.26 } } as const

/** Partners whose correlation must count for the mean to say something. */
export const leastPartners = 5

const coupling = (before: Side, mean: number): Side => {
  const { decoupled, coupled } = couplingLevels
  if (mean >= (before > 0 ? coupled.leave : coupled.enter)) return 1
  return mean < (before < 0 ? decoupled.leave : decoupled.enter) ? -1 : 0
}

/**
 * How bitcoin has moved with other markets. State from the mean of the absolute correlations of bitcoin with those whose newest value is
 * not stale, five at least: `decoupled` below 0.18 until it is 0.22, `coupled` from 0.3 until it is below 0.26, else `loosely coupled`.
 */
export const correlations: Briefer = {
  id,
  deciders: ['bitcoin-price'],
  reads: ['bitcoin-price', ...pairs.flat()],
  state: (day) => {
    const sources = [day.figures(price), ...sizes.map((size) => day.figures(size))]
    const side = stateOn<Side>(day.asOf, firstFoldedDay, sources, 0, (before, figures) => {
      let sum = 0
      let count = 0
      for (let k = 1; k < figures.length; k++) {
        if (Number.isNaN(figures[k]!)) continue
        sum += figures[k]!
        count++
      }
      return Number.isNaN(figures[0]!) || count < leastPartners ? null : coupling(before, sum / count)
    })
    return side === null ? unknown : { [-1]: 'decoupled', 0: 'loosely coupled', 1: 'coupled' }[side]
  },
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
