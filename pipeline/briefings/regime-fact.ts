import type { RegimeDay, RegimePart } from '../analysis/regime.ts'
import type { StandingState } from '../documents/briefing.ts'
import { nameOf } from './story/names.ts'
import type { Fact } from './story/ranking.ts'

/** What one regime must be likelier than another by to be called so. */
const clearLead = 0.05

/** Stands for an input where there is none. */
const none: Pick<RegimePart, 'metric' | 'contribution'> = { metric: 'financial-conditions', contribution: 0 }

/**
 * The regime as what its briefing is for: the label, and the inputs that speak most for and against expansion.
 *
 * @param text the sentence of the briefing on its regime; `today` is `YYYY-MM-DD`
 */
export function regimeFact(
  { regime, inputs, probabilities, mostLikely }: RegimeDay,
  { since, previous }: StandingState,
  today: string,
  text: string,
): Fact {
  const sorted = [...inputs].sort((a, b) => b.contribution - a.contribution)
  const [most, least] = [sorted[0] ?? none, sorted.at(-1) ?? none]
  const isNew = since === today && previous !== null
  const even = isNew ? `From ${previous} to ${regime}` : `In ${regime}`
  const odd = isNew ? `Now in ${regime}, after ${previous}` : `Still in ${regime}`
  const isDivided = most.contribution > 0 && least.contribution < 0
  const { name: favours, plural: several = false } = nameOf({ metric: most.metric, title: most.metric })
  const { name: weighs, plural: many = false } = nameOf({ metric: least.metric, title: least.metric })
  const sides = [
    `${favours} ${several ? 'favour' : 'favours'} risk, ${weighs} ${many ? 'do' : 'does'} not`,
    regime === 'contraction'
      ? `${weighs} ${many ? 'weigh' : 'weighs'} on risk`
      : `${favours} ${several ? 'favour' : 'favours'} risk`,
  ]
  const lasts = mostLikely === regime
  const isClear = lasts || probabilities[mostLikely] - probabilities[regime] >= clearLead
  const outlook = lasts
    ? [`${even} and likely to stay there`, `${odd}, and likely to last`]
    : [`${even}, but ${mostLikely} is likelier in 30 days`, `${odd}, though ${mostLikely} is likelier in 30 days`]
  return {
    metric: (regime === 'contraction' ? least : most).metric,
    about: 'regime',
    kind: 'subject',
    isNews: true,
    weight: 0,
    strength: 0,
    way: 0,
    meaning: 0,
    text,
    clauses: [
      [...(isDivided ? sides.map((side) => `${even}: ${side}`) : [`The regime is ${regime}`]), ...(isClear ? [outlook[0]!] : [])],
      [
        ...(isDivided ? sides.map((side) => `${odd}: ${side}`) : [`The regime is still ${regime}`]),
        ...(isClear ? [outlook[1]!] : []),
      ],
    ],
    asides: [],
  }
}
