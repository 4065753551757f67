import { briefingRows } from '../../data/briefings.ts'
import type { Correlation } from '../documents/reading.ts'
import { type Briefer, type Day, unknown } from './day.ts'
import { strongestFacts } from './links.ts'

const id = 'cross.correlations'
const pairs = briefingRows.find((row) => row.id === id)!.pairs

const withBitcoin = (day: Day): Correlation[] =>
  pairs
    .filter(([a]) => a === 'bitcoin-price')
    .map(([a, b]) => day.correlation(a, b))
    .filter((found) => found !== null)

/**
 * How bitcoin has moved with other markets. State from the mean of the absolute correlations of bitcoin: `decoupled` below 0.2,
 * `loosely coupled` below 0.4, `coupled` from there.
 */
export const correlations: Briefer = {
  id,
  deciders: ['bitcoin-price'],
  reads: ['bitcoin-price', ...pairs.flat()],
  state: (day) => {
    const found = withBitcoin(day)
    if (found.length === 0 || day.reading('bitcoin-price')?.freshness.status === 'stale') return unknown
    const mean = found.reduce((sum, { value }) => sum + Math.abs(value), 0) / found.length
    if (mean < 0.2) return 'decoupled'
    return mean < 0.4 ? 'loosely coupled' : 'coupled'
  },
  tell: (day) => ({
    nothing: 'Too few common changes are on record for a correlation with bitcoin.',
    facts: strongestFacts(withBitcoin(day), day),
    sections: [],
    notes: [
      'Pearson correlation of the changes between consecutive days common to both series; it describes, it does not forecast.',
    ],
  }),
}
