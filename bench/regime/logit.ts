import { invertMatrix } from '../../pipeline/analysis/regression.ts'

/** One row to fit or judge: what is known (the first a constant 1) and which class came. */
export interface Sample {
  readonly known: readonly number[]
  readonly came: number
}

/**
 * A multinomial logit against the last of `classes`, fitted by Newton's method with a small ridge that keeps it finite: for each class but
 * the last, one coefficient for each thing known.
 */
export function fitLogit(samples: readonly Sample[], classes: number, ridge = 1e-4 * samples.length): number[][] {
  const width = samples[0]!.known.length
  const size = width * (classes - 1)
  const coefficients = Array.from({ length: classes - 1 }, () => new Array<number>(width).fill(0))
  for (let round = 0; round < 50; round++) {
    const gradient = new Float64Array(size)
    const curvature = Array.from({ length: size }, () => new Array<number>(size).fill(0))
    for (const { known, came } of samples) {
      const chances = chancesOf(coefficients, known)
      for (let a = 0; a < classes - 1; a++) {
        const missed = (came === a ? 1 : 0) - chances[a]!
        for (let i = 0; i < width; i++) gradient[a * width + i]! += missed * known[i]!
        for (let b = 0; b < classes - 1; b++) {
          const spread = chances[a]! * ((a === b ? 1 : 0) - chances[b]!)
          for (let i = 0; i < width; i++)
            for (let j = 0; j < width; j++) curvature[a * width + i]![b * width + j]! += spread * known[i]! * known[j]!
        }
      }
    }
    for (let k = 0; k < size; k++) {
      gradient[k]! -= ridge * coefficients[Math.floor(k / width)]![k % width]!
      curvature[k]![k]! += ridge
    }
    const step = invertMatrix(curvature)!.map((line) => line.reduce((sum, value, i) => sum + value * gradient[i]!, 0))
    for (let k = 0; k < size; k++) coefficients[Math.floor(k / width)]![k % width]! += step[k]!
    if (Math.max(...step.map(Math.abs)) < 1e-9) break
  }
  return coefficients
}

/** The chance of each class. */
export function chancesOf(coefficients: readonly (readonly number[])[], known: readonly number[]): number[] {
  const odds = coefficients.map((row) => Math.exp(row.reduce((sum, coefficient, i) => sum + coefficient * known[i]!, 0)))
  const all = odds.reduce((sum, each) => sum + each, 1)
  return [...odds, 1].map((each) => each / all)
}
