/**
 * A series as it was known at one moment: parallel arrays, ascending by period, one entry a period.
 * `period` and `known` are day numbers (days since 1970-01-01) and milliseconds since 1970, both UTC.
 */
export interface Column {
  readonly series: string
  readonly unit: string
  readonly period: Int32Array
  readonly value: Float64Array
  readonly known: Float64Array
  /** Index into `bases`. */
  readonly basis: Uint8Array
}

export const bases = ['filed', 'reported', 'deadline'] as const
export type KnownBasis = (typeof bases)[number]

/** A series with every version of every value: ascending by period, then by `known`. */
export type Versions = Column

/** Index of the newest entry at or before `period`, or -1. */
export function indexAtOrBefore(column: Column, period: number): number {
  let low = 0
  let high = column.period.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (column.period[middle]! <= period) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** What of `versions` was known at `moment` (milliseconds): for each period its newest version with `known <= moment`. */
export function asKnownAt(versions: Versions, moment: number): Column {
  const n = versions.period.length
  const period = new Int32Array(n)
  const value = new Float64Array(n)
  const known = new Float64Array(n)
  const basis = new Uint8Array(n)
  let count = 0
  for (let i = 0; i < n; i++) {
    if (versions.known[i]! > moment) continue
    const at = count > 0 && period[count - 1] === versions.period[i] ? count - 1 : count++
    period[at] = versions.period[i]!
    value[at] = versions.value[i]!
    known[at] = versions.known[i]!
    basis[at] = versions.basis[i]!
  }
  return {
    series: versions.series,
    unit: versions.unit,
    period: period.subarray(0, count),
    value: value.subarray(0, count),
    known: known.subarray(0, count),
    basis: basis.subarray(0, count),
  }
}

/** The entries up to and including index `last`. */
export function head(column: Column, last: number): Column {
  return {
    ...column,
    period: column.period.subarray(0, last + 1),
    value: column.value.subarray(0, last + 1),
    known: column.known.subarray(0, last + 1),
    basis: column.basis.subarray(0, last + 1),
  }
}
