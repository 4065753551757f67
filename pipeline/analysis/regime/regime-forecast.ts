import { regimeForecast } from '../../../data/regime.ts'

export const regimeNames = ['expansion', 'contraction', 'transition'] as const
export type RegimeName = (typeof regimeNames)[number]
export type RegimeProbabilities = Record<RegimeName, number>

type Coefficients = Record<'constant' | 'mean' | 'gap' | 'inExpansion' | 'inContraction', number>

/**
 * The probability of each regime `stateHorizonDays` days from now, by the logit of `data/regime.ts`.
 * @param mean the 21-day mean of the scores
 * @param day the score of the day itself
 */
export function regimeProbabilities(regime: RegimeName, mean: number, day: number): RegimeProbabilities {
  const oddsOf = ({ constant, mean: ofMean, gap, inExpansion, inContraction }: Coefficients) =>
    Math.exp(
      constant +
        ofMean * mean +
        gap * (day - mean) +
        (regime === 'expansion' ? inExpansion : 0) +
        (regime === 'contraction' ? inContraction : 0),
    )
  const [expansion, contraction] = [oddsOf(regimeForecast.expansion), oddsOf(regimeForecast.contraction)]
  const all = 1 + expansion + contraction
  return { expansion: expansion / all, contraction: contraction / all, transition: 1 / all }
}

/** The regime of the highest probability, the first of `regimeNames` where two are equal. */
export function mostLikelyOf(probabilities: RegimeProbabilities): RegimeName {
  return regimeNames.reduce((best, regime) => (probabilities[regime] > probabilities[best] ? regime : best))
}
