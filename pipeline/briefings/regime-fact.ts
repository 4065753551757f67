import type { RegimeDay, RegimePart } from '../analysis/regime/regime.ts'
import { figure } from '../analysis/words.ts'
import type { StandingState } from '../documents/briefing.ts'
import { capitalised } from './story/names.ts'
import { type Fact, subjectFact } from './story/ranking.ts'

/** Stands for an input where there is none. */
const none: Pick<RegimePart, 'metric' | 'contribution'> = { metric: 'financial-conditions', contribution: 0 }

/**
 * The regime as what its briefing is for: how likely each is a month from now, and the score.
 *
 * @param text the sentence of the briefing on its regime; `today` is `YYYY-MM-DD`
 */
export function regimeFact(
  { regime, inputs, probabilities, score }: RegimeDay,
  { since, previous }: StandingState,
  today: string,
  text: string,
): Fact {
  const sorted = [...inputs].sort((a, b) => b.contribution - a.contribution)
  const [most, least] = [sorted[0] ?? none, sorted.at(-1) ?? none]
  const [first, second] = regimes.toSorted((a, b) => probabilities[b] - probabilities[a])
  const chance = (which: RegimeDay['regime']) => `${figure(100 * probabilities[which], 0)}%`
  const turned = since === today && previous !== null ? `From ${previous} to ${regime}: ` : ''
  return subjectFact({
    metric: (regime === 'contraction' ? least : most).metric,
    about: 'regime',
    text,
    clauses: [
      [
        `${turned || `The regime score is ${figure(score.day)}: `}${first} is ${chance(first!)} likely in 30 days, ${second} ${chance(second!)}`,
      ],
      [
        `${turned}${turned ? first : capitalised(first!)} is ${chance(first!)} likely in 30 days and ${second} ${chance(second!)}, on a score of ${figure(score.day)}`,
      ],
    ],
  })
}

const regimes = ['expansion', 'transition', 'contraction'] as const
