import { type Column, head } from '../../pipeline/values/column.ts'

/** Something said of a metric at one index of its column. */
export type Estimate = (column: Column, last: number) => unknown

/** Indices at which what `estimate` says changes when the entries after them are taken away, or are others: it has seen them. */
export function looksAhead(estimate: Estimate, column: Column, indices: readonly number[]): number[] {
  return indices.filter((last) => {
    const said = JSON.stringify(estimate(column, last))
    const others = { ...column, value: column.value.map((value, i) => (i > last ? value * (1.5 + (i % 2)) : value)) }
    return [head(column, last), others].some((other) => JSON.stringify(estimate(other, last)) !== said)
  })
}
