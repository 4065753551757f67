/** The sum of some numbers, added up in their order. */
export function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** Their mean; NaN of none. */
export const meanOf = (values: ArrayLike<number> & Iterable<number>): number => sumOf(values) / values.length

type Numbers = Float64Array | Int32Array | Int8Array | Uint8Array

/** The first `kept` of some values in an array that has room for more. */
export function longer<Values extends Numbers>(values: Values, into: Values, kept = values.length): Values {
  into.set(values.subarray(0, kept))
  return into
}

/** The middle of one value or more, or the mean of the two in the middle. */
export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}
