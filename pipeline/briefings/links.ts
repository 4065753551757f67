import { inWords } from '../analysis/amounts.ts'
import { rankCorrelations } from '../analysis/correlation-interval.ts'
import type { Day } from '../days/day.ts'
import type { Correlation } from '../documents/reading.ts'
import { nameOf } from './story/names.ts'
import { type Fact, subjectFact } from './story/ranking.ts'

/** What bitcoin moves with: the clear correlations, and the strongest where one differs from all others. */
export function strongestFacts(pairs: readonly Correlation[], day: Day): Fact[] {
  const all = pairs.filter(({ b }) => day.reading(b)?.freshness.status !== 'stale')
  const largest = all.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0]
  if (!largest) return []
  const { clear, strongest } = rankCorrelations(all)
  const { b: metric, value, n } = clear[0] ?? largest
  const partner = nameOf({ metric, title: day.reading(metric)?.title ?? metric }).name
  const size = `${value.toFixed(2)} over the last ${n} common changes`
  const links = `bitcoin's ${inWords(all.length)} correlations`
  const fact = (text: string, clauses: Fact['clauses']) => [subjectFact({ metric, about: 'bitcoin', text, clauses })]
  if (clear.length === 0)
    return fact(`None of ${links} can be told apart from zero; the largest, with ${partner}, is ${size}.`, [
      [`No link of bitcoin stands out from noise`, `None of bitcoin's links can be told apart from zero`],
      [`Bitcoin moves with nothing in particular`, `Bitcoin goes its own way: no link stands out from noise`],
    ])
  const only = clear.length === 1
  const rest = inWords(clear.length - 1)
  return fact(
    only
      ? `Only one of ${links} can be told apart from zero: that with ${partner}, ${size}.`
      : strongest
        ? `Bitcoin is tied most closely to ${partner}: their correlation is ${size}.`
        : `Bitcoin's largest correlation, with ${partner}, is ${size}; ${rest} more can be told apart from zero.`,
    [
      [`Bitcoin moves ${value < 0 ? 'against' : 'with'} ${partner}`, `Bitcoin's clearest link is with ${partner}`],
      [
        `${only ? 'Only one link of bitcoin stands out: ' : 'The clearest link of bitcoin is with '}${partner}`,
        `Among its links, that of bitcoin with ${partner} stands out`,
      ],
    ],
  )
}
