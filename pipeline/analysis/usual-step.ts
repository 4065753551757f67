import type { Column } from '../values/column.ts'

/** Mean absolute difference between the last 63 values up to index `last`; 0 where there are fewer than two. */
export function meanAbsoluteStep({ value }: Column, last: number): number {
  const first = Math.max(1, last - 62)
  let sum = 0
  for (let i = first; i <= last; i++) sum += Math.abs(value[i]! - value[i - 1]!)
  return sum / Math.max(1, last - first + 1)
}
