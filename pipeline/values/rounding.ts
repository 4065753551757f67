import type { ChangeUnit } from '../documents/reading.ts'

/** Rounded to so many decimals; never a negative zero. */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0

/**
 * A statistic (percent change, z, rate a day, percentile, correlation, share) as it is served: twelve significant digits, nearest, a tie away
 * from zero in the number's exact binary value. What another program computes agrees to the last of them, and the order of additions does not show.
 */
export function twelveDigits(value: number): number {
  return Number(value.toPrecision(12)) + 0
}

/**
 * A figure in the metric's own unit as it is served when it was computed and not read: rounded at the twelfth significant digit of
 * `magnitude`, which takes away the noise of binary arithmetic (5.7 - 5.6 is 0.1) and nothing a source gave.
 *
 * @param magnitude the largest figure that went into `value`, in the same unit; for a difference the larger of its two ends
 */
export function withoutNoise(value: number, magnitude = Math.abs(value)): number {
  if (value === 0 || magnitude === 0) return 0
  const decimals = 11 - decimalExponent(magnitude)
  if (decimals > 100) return value
  return decimals < 0 ? Number(value.toPrecision(12)) : rounded(value, decimals)
}

/** The power of ten of the first digit: 2 for 365.25, -2 for 0.05. Exact where a logarithm is not; 0 for 0. */
export function decimalExponent(value: number): number {
  const text = value.toExponential()
  return Number(text.slice(text.indexOf('e') + 1))
}

/**
 * Decimals a figure is shown with: two for percent; for every other unit five significant digits but at least two decimals, and none from
 * a million on. 65432.1234 USD shows two, 3.456 USD bn four (trailing zeros are not printed), 0.0512345 USD/TH/day six.
 *
 * @param value the figure, or the figure whose unit and size set the scale
 */
export function decimalsOf(value: number, unit: string): number {
  if (unit === 'percent') return 2
  const size = Math.abs(value)
  if (size >= 1_000_000 || size === 0) return 0
  return Math.min(Math.max(2, 4 - decimalExponent(size)), 20)
}

/** Decimals a change is shown with: two for percent, one for basis points, those of the larger end for a change in units. */
export function decimalsOfChange(kind: ChangeUnit, larger: number, unit: string): number {
  if (kind === 'percent') return 2
  return kind === 'basis_points' ? 1 : decimalsOf(larger, unit)
}

/** Half of the last digit shown: a change smaller than this prints as zero and is called flat. */
export function resolutionOf(kind: ChangeUnit, larger: number, unit: string): number {
  return 0.5 / 10 ** decimalsOfChange(kind, larger, unit)
}
