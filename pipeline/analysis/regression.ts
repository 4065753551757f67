/** Ordinary least squares with standard errors that allow for changing variance and for errors that follow one another. */
export interface Regression {
  readonly n: number
  /** The intercept first, then one coefficient a factor. */
  readonly coefficients: readonly number[]
  readonly errors: readonly number[]
  /** Share of the variance that the factors explain, and the same less what so many factors explain by chance. */
  readonly explained: number
  readonly adjusted: number
  readonly residuals: Float64Array
}

/**
 * Regresses `y` on `factors` (each as long as `y`) and an intercept. Standard errors by Newey and West (Econometrica 55, 1987) with Bartlett
 * weights over `lags` periods, scaled by n / (n - k). Null where there are too few observations or factors that say the same.
 */
export function leastSquares(y: Float64Array, factors: readonly Float64Array[], lags: number): Regression | null {
  const n = y.length
  const k = factors.length + 1
  if (n <= 2 * k) return null
  const row = (t: number): number[] => [1, ...factors.map((factor) => factor[t]!)]
  const rows = Array.from({ length: n }, (_, t) => row(t))
  const inverse = invertMatrix(products(rows, rows))
  if (inverse === null) return null
  const moments = Array.from({ length: k }, (_, i) => rows.reduce((sum, x, t) => sum + x[i]! * y[t]!, 0))
  const coefficients = inverse.map((line) => dot(line, moments))
  const residuals = Float64Array.from(rows, (x, t) => y[t]! - dot(x, coefficients))
  const mean = y.reduce((sum, value) => sum + value, 0) / n
  const total = y.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  if (total === 0) return null
  const unexplained = residuals.reduce((sum, error) => sum + error * error, 0) / total
  const scores = rows.map((x, t) => x.map((value) => value * residuals[t]!))
  const variance = multiplied(multiplied(inverse, spread(scores, lags)), inverse)
  return {
    n,
    coefficients,
    errors: variance.map((line, i) => Math.sqrt((Math.max(0, line[i]!) * n) / (n - k))),
    explained: 1 - unexplained,
    adjusted: 1 - (unexplained * (n - 1)) / (n - k),
    residuals,
  }
}

/** Lags that Newey and West suggest for `n` periods: the whole part of 4 (n / 100)^(2/9). */
export function neweyWestLags(n: number): number {
  return Math.floor(4 * (n / 100) ** (2 / 9))
}

type Matrix = readonly (readonly number[])[]

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

/** Sum over periods of the outer products of two lists of rows. */
function products(a: Matrix, b: Matrix): number[][] {
  const size = a[0]!.length
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => a.reduce((sum, line, t) => sum + line[i]! * b[t]![j]!, 0)),
  )
}

/** Long-run sum of the scores' products, those `lag` periods apart weighted by 1 - lag / (lags + 1). */
function spread(scores: Matrix, lags: number): number[][] {
  const sum = products(scores, scores)
  for (let lag = 1; lag <= lags; lag++) {
    const weight = 1 - lag / (lags + 1)
    const apart = products(scores.slice(lag), scores.slice(0, -lag))
    for (const [i, line] of sum.entries()) for (const j of line.keys()) line[j]! += weight * (apart[i]![j]! + apart[j]![i]!)
  }
  return sum
}

const multiplied = (a: Matrix, b: Matrix): number[][] =>
  a.map((line) => b[0]!.map((_, j) => line.reduce((sum, value, i) => sum + value * b[i]![j]!, 0)))

/** A pivot smaller than this share of the largest entry of its row counts as zero: the factors say the same. */
const leastPivot = 1e-10

/** The inverse by Gauss and Jordan with the largest pivot, or null where there is none. */
export function invertMatrix(matrix: Matrix): number[][] | null {
  const size = matrix.length
  const scale = matrix.map((line) => Math.max(...line.map(Math.abs)))
  const work = matrix.map((line, i) => [...line, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))])
  for (let at = 0; at < size; at++) {
    let best = at
    for (let i = at + 1; i < size; i++) if (Math.abs(work[i]![at]!) > Math.abs(work[best]![at]!)) best = i
    const pivot = work[best]![at]!
    if (!(Math.abs(pivot) > leastPivot * scale[at]!)) return null
    const line = work[best]!.map((value) => value / pivot)
    work[best] = work[at]!
    work[at] = line
    for (let i = 0; i < size; i++) {
      if (i === at) continue
      const share = work[i]![at]!
      work[i] = work[i]!.map((value, j) => value - share * line[j]!)
    }
  }
  return work.map((line) => line.slice(size))
}
