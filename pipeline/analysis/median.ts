/**
 * Median of the first `count` of `values`, the mean of the two middle ones when `count` is even; NaN when it is 0.
 * Selects in place (Hoare's quickselect): `values` is left in another order.
 */
export function medianInPlace(values: Float64Array, count: number): number {
  if (count === 0) return Number.NaN
  const middle = count >>> 1
  select(values, count, middle)
  const upper = values[middle]!
  if (count % 2 === 1) return upper
  let lower = values[0]!
  for (let i = 1; i < middle; i++) if (values[i]! > lower) lower = values[i]!
  return lower + (upper - lower) / 2
}

/** Puts the `k`th smallest at index `k`, nothing larger before it and nothing smaller after. */
function select(values: Float64Array, count: number, k: number): void {
  let left = 0
  let right = count - 1
  while (left < right) {
    const pivot = values[(left + right) >>> 1]!
    let i = left
    let j = right
    while (i <= j) {
      while (values[i]! < pivot) i++
      while (values[j]! > pivot) j--
      if (i <= j) {
        const held = values[i]!
        values[i] = values[j]!
        values[j] = held
        i++
        j--
      }
    }
    if (k <= j) right = j
    else if (k >= i) left = i
    else return
  }
}
