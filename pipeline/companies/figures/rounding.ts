/** The unit in which amounts are stated, such as a million: the greatest power of ten that all are multiples of, at most a million. */
export function roundingOf(values: readonly number[]): number {
  for (const unit of units) if (values.every((value) => isMultiple(value, unit))) return unit
  return 0.01
}

const units = [1_000_000, 100_000, 1_000, 1] as const
const isMultiple = (value: number, unit: number): boolean => Math.abs(value / unit - Math.round(value / unit)) < 1e-9

/** The unit of the coarsest of some amounts, which bounds how far a sum of them may be off. */
export const coarsestRounding = (values: readonly number[]): number =>
  Math.max(...values.flatMap((value) => (value === 0 ? [] : roundingOf([value]))), 0.01)

/** Amounts of one unit further apart than this are two. */
const mostApart = 0.005
/** So far may an amount be from itself where it is rounded to a coarser unit. */
const mostRounded = 0.05

/** Whether two amounts are one but for the unit that the coarser is stated in. */
export function isSameRounded(one: number, other: number): boolean {
  const apart = Math.abs(one - other)
  const size = Math.max(Math.abs(one), Math.abs(other))
  if (apart === 0) return true
  if (apart > units[0] || apart > mostRounded * size) return false
  const unit = coarsestRounding([one, other])
  const isCoarser = roundingOf([one]) !== roundingOf([other])
  return (apart <= unit && apart <= mostApart * size) || (isCoarser && apart <= unit / 2 && apart <= mostRounded * size)
}

/** Whether an amount is stated to a finer unit than another. */
export const isFinerRounded = (one: number, other: number): boolean => roundingOf([one]) < roundingOf([other])
