import type { Column } from '../column.ts'
import type { ChangeUnit } from '../documents/reading.ts'

/**
 * The change from one value to another: `percent` 100 x (to - from) / from in points, NaN from a value that is not positive;
 * `basis_points` 100 x (to - from) of values in percent; `unit` to - from.
 */
export function changeBetween(from: number, to: number, kind: ChangeUnit): number {
  if (kind === 'percent') return from > 0 ? (100 * (to - from)) / from : Number.NaN
  return kind === 'basis_points' ? 100 * (to - from) : to - from
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
 * The spread below which changes of `kind` between values as large as `larger` differ only by the rounding of binary arithmetic:
 * a spread of this size is none.
 */
export function noiseOf(kind: ChangeUnit, larger: number): number {
  if (kind === 'percent') return 1e-10
  return (kind === 'basis_points' ? 1e-10 : 1e-12) * Math.abs(larger)
}
