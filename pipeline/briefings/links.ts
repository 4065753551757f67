import { inWords } from '../analysis/amounts.ts'
import { rankCorrelations } from '../analysis/correlation-interval.ts'
import type { Day } from '../analysis/days/day.ts'
import type { Correlation } from '../documents/reading.ts'
import { fits } from './story/headline.ts'
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
    tied && fits(`Bitcoin's links over ${n} changes are clearest with ${partner} (${value.toFixed(2)})${tied}`)
      ? [
          [`Bitcoin's links over ${n} changes are clearest with ${partner} (${value.toFixed(2)})${tied}`],
          [`Over ${n} changes bitcoin is tied to ${partner} (${value.toFixed(2)})${tied}`],
        ]
      : [
          [`Bitcoin moves ${value < 0 ? 'against' : 'with'} ${partner}: correlation ${value.toFixed(2)} over ${n} changes`],
          [`Over ${n} changes bitcoin's clearest link is with ${partner}: ${value.toFixed(2)}`],
        ],
  )
}
