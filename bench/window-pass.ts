import { changeBetween } from '../pipeline/analysis/changes.ts'
import type { Column } from '../pipeline/column.ts'
import type { ChangeUnit } from '../pipeline/documents/reading.ts'

/** Days before a value that its percentile looks at. */
const others = 89

/**
 * Running sums are taken anew after this many steps, and as soon as they have shrunk to a thousandth of their largest since: so neither a
 * long series nor one outlier passing through leaves its rounding behind. What remains is below 1e-10 of the result.
 */
const renewal = 256
const shrunk = 1e-3

/** The mean of the newest `count` values at every entry; NaN for the first `count` - 1. */
export function meansOf(column: Column, count: number): Float64Array {
  const { value } = column
  const n = value.length
  const means = new Float64Array(n).fill(Number.NaN, 0, count - 1)
  let sum = 0
  let size = 0
  let largest = 0
  let steps = renewal
  for (let i = count - 1; i < n; i++) {
    const first = i - count + 1
    if (steps < renewal) {
      sum += value[i]! - value[first - 1]!
      size += Math.abs(value[i]!) - Math.abs(value[first - 1]!)
      steps++
    }
    if (steps === renewal || size < shrunk * largest) {
      sum = 0
      size = 0
      largest = 0
      steps = 0
      for (let k = first; k <= i; k++) {
        sum += value[k]!
        size += Math.abs(value[k]!)
      }
    }
    if (size > largest) largest = size
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
  let largest = 0
  let steps = renewal
  for (let i = 0; i < value.length; i++) {
    const oldest = period[i]! - days + 1
    for (; period[first]! < oldest; first++) {
      const gone = value[first]! - base
      sum -= gone
      squares -= gone * gone
    }
    const own = value[i]! - base
    sum += own
    squares += own * own
    if (steps++ >= renewal || squares < shrunk * largest) {
      base = value[i]!
      sum = 0
      squares = 0
      largest = 0
      steps = 0
      for (let k = first; k <= i; k++) {
        const x = value[k]! - base
        sum += x
        squares += x * x
      }
    }
    if (squares > largest) largest = squares
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
  const { x, y, at, count } = commonChanges(a, b, kinds)
  let baseX = 0
  let baseY = 0
  let sumX = 0
  let sumY = 0
  let xx = 0
  let yy = 0
  let xy = 0
  let largestX = 0
  let largestY = 0
  let steps = renewal
  for (let end = n - 1; end < count; end++) {
    const first = end - n + 1
    if (steps < renewal) {
      const newX = x[end]! - baseX
      const newY = y[end]! - baseY
      const oldX = x[first - 1]! - baseX
      const oldY = y[first - 1]! - baseY
      sumX += newX - oldX
      sumY += newY - oldY
      xx += newX * newX - oldX * oldX
      yy += newY * newY - oldY * oldY
      xy += newX * newY - oldX * oldY
      steps++
    }
    // A change that does not exist makes every sum NaN: the comparisons are written so that such sums are taken anew too.
    if (steps === renewal || !(xx >= shrunk * largestX && yy >= shrunk * largestY)) {
      baseX = x[end]!
      baseY = y[end]!
      sumX = sumY = xx = yy = xy = largestX = largestY = steps = 0
      for (let k = first; k <= end; k++) {
        const dx = x[k]! - baseX
        const dy = y[k]! - baseY
        sumX += dx
        sumY += dy
        xx += dx * dx
        yy += dy * dy
        xy += dx * dy
      }
    }
    if (xx > largestX) largestX = xx
    if (yy > largestY) largestY = yy
    const varX = xx - (sumX * sumX) / n
    const varY = yy - (sumY * sumY) / n
    if (varX > 1e-14 * xx && varY > 1e-14 * yy) {
      result[at[end]!] = Math.max(-1, Math.min(1, (xy - (sumX * sumY) / n) / Math.sqrt(varX * varY)))
    }
  }
  return result
}

/** Changes between consecutive common days, both sides side by side, with the entry of `a` each ends at. */
function commonChanges(a: Column, b: Column, kinds: readonly [ChangeUnit, ChangeUnit]) {
  const x = new Float64Array(a.period.length)
  const y = new Float64Array(a.period.length)
  const at = new Int32Array(a.period.length)
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
      at[count++] = i
    }
    previousA = i
    previousB = j
  }
  return { x, y, at, count }
}

/**
 * The change over `days` calendar days that ends at every entry of `column`: from the newest entry at or before its period minus `days`.
 * NaN where there is no such entry, or where the change does not exist. One pass over the column.
 */
export function changesOf(column: Column, days: number, kind: ChangeUnit): Float64Array {
  const { period, value } = column
  const n = period.length
  const changes = new Float64Array(n)
  let from = -1
  for (let i = 0; i < n; i++) {
    const target = period[i]! - days
    while (from + 1 < n && period[from + 1]! <= target) from++
    changes[i] = from < 0 ? Number.NaN : changeBetween(value[from]!, value[i]!, kind)
  }
  return changes
}

/**
 * The percentile of 90 days of every entry, with full precision; NaN where there are fewer than `minimum` others. The values of the window are kept sorted
 * from entry to entry: each starts in the place of one that left and moves to its own.
 */
export function percentilesOf(column: Column, minimum: number): Float64Array {
  const { period, value } = column
  const ranks = new Float64Array(period.length)
  const sorted = new Float64Array(others + 1)
  let n = 0
  let first = 0
  let gone = 0
  for (let i = 0; i < period.length; i++) {
    const oldest = period[i]! - others
    let place = n
    while (period[first]! < oldest) {
      if (place < n) n = closeGap(sorted, n, place)
      gone = placeOf(sorted, n, value[first++]!, gone)
      place = gone
    }
    if (place < n) n--
    const own = value[i]!
    const start = place
    for (; place > 0 && sorted[place - 1]! >= own; place--) sorted[place] = sorted[place - 1]!
    if (place === start) for (; place < n && sorted[place + 1]! < own; place++) sorted[place] = sorted[place + 1]!
    sorted[place] = own
    let atMost = place
    while (atMost < n && sorted[atMost + 1] === own) atMost++
    ranks[i] = n < minimum || n === 0 ? Number.NaN : (50 * (place + atMost)) / n
    n++
  }
  return ranks
}

/** Place of a value that is among the first `n` sorted ones, looked for from `near` on: a series seldom jumps through its ranks. */
function placeOf(sorted: Float64Array, n: number, value: number, near: number): number {
  let place = near < n ? near : n - 1
  while (sorted[place]! > value) place--
  while (sorted[place]! < value) place++
  return place
}

/** Closes the gap at `place`; returns how many values are left. */
function closeGap(sorted: Float64Array, n: number, place: number): number {
  for (let k = place; k < n - 1; k++) sorted[k] = sorted[k + 1]!
  return n - 1
}
