import { rankCorrelations } from '../analysis/correlation-interval.ts'
import type { Correlation } from '../documents/reading.ts'
import type { Day } from './day.ts'
import { inWords } from './story/amounts.ts'
import { nameOf } from './story/names.ts'
import type { Fact } from './story/ranking.ts'

const partnerOf = ({ b }: Correlation, day: Day): string => nameOf({ metric: b, title: day.reading(b)?.title ?? b }).name

/** How bitcoin has moved with net liquidity. */
export function linkSentences(day: Day): string[] {
  const link = day.correlation('bitcoin-price', 'net-liquidity')
  if (!link) return []
  return [`The correlation of the two over ${link.n} weekly changes is ${link.value.toFixed(2)}: ${link.word}.`]
}

/** What bitcoin moves with: the clear correlations, and the strongest where one differs from all others. */
export function strongestFacts(pairs: readonly Correlation[], day: Day): Fact[] {
  const all = pairs.filter(({ b }) => day.reading(b)?.freshness.status !== 'stale')
  const largest = [...all].sort((a, b) => Math.abs(b.value) - Math.abs(a.value))[0]
  if (!largest) return []
  const { clear, strongest } = rankCorrelations(all)
  const first = clear[0] ?? largest
  const partner = partnerOf(first, day)
  const value = first.value.toFixed(2)
  const over = `over the last ${first.n} common changes`
  const only = clear.length === 1
  const words: Pick<Fact, 'text' | 'clauses'> =
    clear.length === 0
      ? {
          text: `None of bitcoin's ${inWords(all.length)} correlations can be told apart from zero; the largest, with ${partner}, is ${value} ${over}.`,
          clauses: [
            [`No link of bitcoin stands out from noise`, `None of bitcoin's links can be told apart from zero`],
            [`Bitcoin moves with nothing in particular`, `Bitcoin goes its own way: no link stands out from noise`],
          ],
        }
      : {
          text: only
            ? `Only one of bitcoin's ${inWords(all.length)} correlations can be told apart from zero: that with ${partner}, ${value} ${over}.`
            : strongest
              ? `Bitcoin is tied most closely to ${partner}: their correlation is ${value} ${over}.`
              : `Bitcoin's largest correlation, with ${partner}, is ${value} ${over}; ${inWords(clear.length - 1)} more can be told apart from zero.`,
          clauses: [
            [`Bitcoin moves ${first.value < 0 ? 'against' : 'with'} ${partner}`, `Bitcoin's clearest link is with ${partner}`],
            [
              `${only ? 'Only one link of bitcoin stands out: ' : 'The clearest link of bitcoin is with '}${partner}`,
              `Among its links, that of bitcoin with ${partner} stands out`,
            ],
          ],
        }
  return [
    {
      metric: first.b,
      about: 'bitcoin',
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: 0,
      way: 0,
      meaning: 0,
      ...words,
      asides: [],
    },
  ]
}
