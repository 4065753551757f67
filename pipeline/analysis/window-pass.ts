import type { Column } from '../column.ts'
import { changeBetween } from './changes.ts'
import type { ChangeUnit } from './reading.ts'

/** Running sums are taken anew after this many steps, so that rounding does not build up along a long series. */
const renewal = 64

/** The mean of the newest `count` values at every entry; NaN for the first `count` - 1. One pass with sums taken anew. */
export function meansOf(column: Column, count: number): Float64Array {
  const { value } = column
  const means = new Float64Array(value.length).fill(Number.NaN)
  let sum = 0
  for (let i = count - 1; i < value.length; i++) {
    if ((i - count + 1) % renewal === 0) {
      sum = 0
      for (let k = i - count + 1; k <= i; k++) sum += value[k]!
    } else sum += value[i]! - value[i - count]!
    means[i] = sum / count
  }
  return means
}

/**
 * (value - mean) / standard deviation of the values with period P - `days` + 1 .. P, the value among them, at every entry; the standard
 * deviation that of a sample (n - 1). NaN for fewer than two values or where they do not vary.
 * Sums run over values less the newest one at the last renewal, so that a large level does not swallow a small spread.
 */
export function zScoresOf(column: Column, days: number): Float64Array {
  const { period, value } = column
  const scores = new Float64Array(value.length)
  let first = 0
  let base = 0
  let sum = 0
  let squares = 0
  for (let i = 0; i < value.length; i++) {
    const oldest = period[i]! - days + 1
    const renewed = i % renewal === 0
    while (period[first]! < oldest) {
      if (!renewed) {
        const gone = value[first]! - base
        sum -= gone
        squares -= gone * gone
      }
      first++
    }
    if (renewed) {
      base = value[i]!
      sum = 0
      squares = 0
      for (let k = first; k <= i; k++) {
        const x = value[k]! - base
        sum += x
        squares += x * x
      }
    } else {
      const x = value[i]! - base
      sum += x
      squares += x * x
    }
    const n = i - first + 1
    const mean = sum / n
    const variance = (squares - sum * mean) / (n - 1)
    scores[i] = n > 1 && variance > 1e-14 * squares ? (value[i]! - base - mean) / Math.sqrt(variance) : Number.NaN
  }
  return scores
}

/**
 * Pearson's r of the last `n` changes between consecutive common days, at every entry of `a` that is a common day; NaN elsewhere, before
 * `n` changes are there, and where either side does not vary or a percent change does not exist. The window pass of `correlate`.
 */
export function correlationsOf(a: Column, b: Column, n: number, kinds: readonly [ChangeUnit, ChangeUnit]): Float64Array {
  const result = new Float64Array(a.period.length).fill(Number.NaN)
  const x = new Float64Array(a.period.length)
  const y = new Float64Array(a.period.length)
  let previousA = -1
  let previousB = -1
  let count = 0
  let j = 0
  for (let i = 0; i < a.period.length; i++) {
    while (j < b.period.length && b.period[j]! < a.period[i]!) j++
    if (j >= b.period.length || b.period[j] !== a.period[i]) continue
    if (previousA >= 0) {
      x[count] = changeBetween(a.value[previousA]!, a.value[i]!, kinds[0])
      y[count] = changeBetween(b.value[previousB]!, b.value[j]!, kinds[1])
      count++
      if (count >= n) result[i] = pearsonOver(x, y, count - n, count)
    }
    previousA = i
    previousB = j
  }
  return result
}

function pearsonOver(x: Float64Array, y: Float64Array, from: number, to: number): number {
  const baseX = x[from]!
  const baseY = y[from]!
  let sumX = 0
  let sumY = 0
  let xx = 0
  let yy = 0
  let xy = 0
  for (let k = from; k < to; k++) {
    const dx = x[k]! - baseX
    const dy = y[k]! - baseY
    sumX += dx
    sumY += dy
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  const n = to - from
  const varX = xx - (sumX * sumX) / n
  const varY = yy - (sumY * sumY) / n
  if (!(varX > 1e-14 * xx && varY > 1e-14 * yy)) return Number.NaN
  return Math.max(-1, Math.min(1, (xy - (sumX * sumY) / n) / Math.sqrt(varX * varY)))
}
