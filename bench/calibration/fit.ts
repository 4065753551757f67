import type { SignalForecast } from '../../pipeline/analysis/past.ts'
import { coefficients, regressionOf, regressionTerms } from '../../pipeline/analysis/probability.ts'
import { fitLogit } from '../regime/logit.ts'

/** Keeps a coefficient that nothing decides near zero. */
const ridge = 1

/** Coefficients of the regressions of `probability.ts`, from forecasts of directions over more than seven days and from neutral ones. */
export function fitted(forecasts: readonly SignalForecast[]): [name: string, weights: number[]][] {
  return Object.keys(coefficients).map((name) => {
    const some = forecasts.filter(
      ({ moment: { way }, horizonDays }) => regressionOf(way, horizonDays) === name && (way === 0 || horizonDays > 7),
    )
    const samples = some.map(({ moment, held }) => ({ known: regressionTerms(moment), came: held ? 0 : 1 }))
    return [name, fitLogit(samples, 2, ridge)[0]!]
  })
}
