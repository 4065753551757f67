import type { Forecast } from '../../pipeline/analysis/past.ts'
import { coefficients, regressionOf, termsOf } from '../../pipeline/analysis/probability.ts'

/** Keeps a coefficient that nothing decides near zero. */
const ridge = 1

/**
 * Coefficients of the regressions of `probability.ts` by maximum likelihood (Newton's method), from forecasts of directions over more
 * than seven days and from neutral ones.
 */
export function fitted(forecasts: readonly Forecast[]): [name: string, weights: number[]][] {
  return Object.keys(coefficients).map((name) => [
    name,
    logistic(
      forecasts.filter(
        ({ moment: { way }, horizonDays }) => regressionOf(way, horizonDays) === name && (way === 0 || horizonDays > 7),
      ),
    ),
  ])
}

function logistic(forecasts: readonly Forecast[]): number[] {
  const rows = forecasts.map(({ moment }) => termsOf(moment))
  const size = rows[0]!.length
  const weights = new Array<number>(size).fill(0)
  for (let round = 0; round < 25; round++) {
    const gradient = weights.map((weight) => -ridge * weight)
    const curvature = weights.map((_, j) => weights.map((_, k) => (j === k ? ridge : 0)))
    for (const [i, row] of rows.entries()) {
      const probability = 1 / (1 + Math.exp(-row.reduce((sum, term, k) => sum + term * weights[k]!, 0)))
      const error = (forecasts[i]!.held ? 1 : 0) - probability
      const weight = probability * (1 - probability)
      for (let j = 0; j < size; j++) {
        gradient[j]! += error * row[j]!
        for (let k = 0; k < size; k++) curvature[j]![k]! += weight * row[j]! * row[k]!
      }
    }
    const step = solved(curvature, gradient)
    for (let j = 0; j < size; j++) weights[j]! += step[j]!
    if (Math.max(...step.map(Math.abs)) < 1e-10) break
  }
  return weights
}

/** Solves a system of linear equations by elimination with the largest pivot. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = rows[row]![column]! / rows[column]![column]!
      for (let k = column; k <= size; k++) rows[row]![k]! -= factor * rows[column]![k]!
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!)
}
