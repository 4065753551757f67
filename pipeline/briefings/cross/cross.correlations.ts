import { briefingById } from '../../../data/briefings.ts'
import { metricByName } from '../../../data/metrics.ts'
import { comparedChanges, correlate, rankCorrelations } from '../../analysis/correlation.ts'
import type { Day } from '../../days/day.ts'
import type { Correlation } from '../../documents/reading.ts'
import { inWords } from '../../values/amounts.ts'
import { head, indexAtOrBefore } from '../../values/column.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { levelState, meanWithQuorum, measureOf, metricValueMeasure, type StateIndicator } from '../states/level.ts'
import { fitsHeadline } from '../story/headline.ts'
import { nameOf } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'

const id = 'cross.correlations'
const { metrics, pairs } = briefingById.get(id)!

/** Metrics whose correlation with bitcoin decides. */
export const bitcoinPairMetrics = pairs.flatMap(([a, b]) => (a === 'bitcoin-price' ? [b] : []))

const withBitcoin = (day: Day): Correlation[] =>
  bitcoinPairMetrics.map((partner) => day.correlation('bitcoin-price', partner)).filter((correlation) => correlation !== null)

/** Size of bitcoin's correlation with each partner, at each of the partner's values. */
const sizes = bitcoinPairMetrics.map((partner) => {
  const kinds = [metricByName.get(partner)!.change, metricByName.get('bitcoin-price')!.change] as const
  return measureOf([partner, 'bitcoin-price'], ([other, bitcoin], i) => {
    const known = head(bitcoin!, indexAtOrBefore(bitcoin!, other!.period[i]!))
    return Math.abs(correlate(head(other!, i), known, comparedChanges, kinds)?.value ?? Number.NaN)
  })
})
/** Partners whose correlation must count for the mean to say something. */
export const minCorrelationPartners = 5

const coupling: StateIndicator = {
  inputs: ['bitcoin-price'],
  reads: ['bitcoin-price', ...pairs.flat()],
  measures: [metricValueMeasure('bitcoin-price'), ...sizes],
  read: ([price, ...all]) => {
    const mean = Number.isNaN(price!) ? Number.NaN : meanWithQuorum(all, minCorrelationPartners)
    return [mean, mean]
  },
  called: `the mean size of bitcoin’s correlations, of ${inWords(minCorrelationPartners)} partners at least`,
  noLevels: 'Each correlation follows from 30 changes of two series: no next value turns their mean alone.',
}

/** How bitcoin has moved with other markets. */
export const crossCorrelations: BriefingDefinition = {
  id,
  state: levelState(coupling, {
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

/** What bitcoin moves with: the clear correlations, and the strongest where one differs from all others. */
function strongestFacts(pairs: readonly Correlation[], day: Day): Fact[] {
  const all = pairs.filter(({ b }) => day.reading(b)?.freshness.status !== 'stale')
  const largest = all.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0]
  if (!largest) return []
  const { clear, strongest } = rankCorrelations(all)
  const { b: metric, value, n } = clear[0] ?? largest
  const partner = nameOf({ metric, title: day.reading(metric)?.title ?? metric }).name
  const size = `${value.toFixed(2)} over the last ${n} common changes`
  const links = `bitcoin’s ${inWords(all.length)} correlations`
  const fact = (text: string, clauses: Fact['clauses']) => [subjectFact({ metric, about: 'bitcoin', text, clauses })]
  if (clear.length === 0)
    return fact(`None of ${links} can be told apart from zero; the largest, with ${partner}, is ${size}.`, [
      [
        `None of ${links} over ${n} changes is clear: the largest, with ${partner}, is ${value.toFixed(2)}`,
        `None of ${links} over ${n} changes differs clearly from zero`,
      ],
      [`Bitcoin goes its own way: its largest correlation over ${n} changes is ${value.toFixed(2)}`],
    ])
  const only = clear.length === 1
  const [, next] = clear
  const tied = !strongest && next ? ` and ${nameOf({ metric: next.b, title: next.b }).name} (${next.value.toFixed(2)})` : null
  const rest = inWords(clear.length - 1)
  return fact(
    only
      ? `Only one of ${links} can be told apart from zero: that with ${partner}, ${size}.`
      : strongest
        ? `Bitcoin is tied most closely to ${partner}: their correlation is ${size}.`
        : `Bitcoin is tied about equally to ${partner} (correlation ${size})${tied}; ${rest} more of ${links} can be told apart from zero.`.replace(
            `; one more of ${links} can be told apart from zero`,
            '',
          ),
    tied && fitsHeadline(`Bitcoin’s links over ${n} changes are clearest with ${partner} (${value.toFixed(2)})${tied}`)
      ? [
          [`Bitcoin’s links over ${n} changes are clearest with ${partner} (${value.toFixed(2)})${tied}`],
          [`Over ${n} changes bitcoin is tied to ${partner} (${value.toFixed(2)})${tied}`],
        ]
      : [
          [`Bitcoin moves ${value < 0 ? 'against' : 'with'} ${partner}: correlation ${value.toFixed(2)} over ${n} changes`],
          [`Over ${n} changes bitcoin’s clearest link is with ${partner}: ${value.toFixed(2)}`],
        ],
  )
}
