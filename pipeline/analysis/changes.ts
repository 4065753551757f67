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
 * The spread below which changes of `kind` between values as large as `larger` differ only by the rounding of binary arithmetic:
 * a spread of this size counts as zero.
 */
export function roundingNoise(kind: ChangeUnit, larger: number): number {
  if (kind === 'percent') return 1e-10
  return (kind === 'basis_points' ? 1e-10 : 1e-12) * Math.abs(larger)
}
