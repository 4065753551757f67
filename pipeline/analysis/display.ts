import type { ChangeUnit } from '../documents/reading.ts'
import { exponentOf } from './rounding.ts'

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
  return Math.min(Math.max(2, 4 - exponentOf(size)), 20)
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
