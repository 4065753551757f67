import { isoDay } from '../time/day.ts'
import { type Column, firstIndex, indexAtOrBefore } from '../values/column.ts'
import { twelveDigits } from '../values/rounding.ts'

/** One number a value was made of. `known` in milliseconds UTC, `period` a day number. */
export interface InputPart {
  readonly series: string
  readonly period: number
  readonly value: number
  readonly unit: string
  readonly known: number
  /** Where `series` is words for several values: those of this series or metric from this period on. */
  readonly window?: { readonly series: string; readonly from: number }
}

/** A metric's history as it was known at one moment, and how each of its values came to be. */
export interface Calculated {
  readonly column: Column
  /** The formula in words where the metric is more than one series as the source gives it. */
  readonly words: string | null
  /** Series ids the values depend on, the first one leading. */
  readonly dependsOn: readonly string[]
  /** Every number the value at index `i` was made of; empty where the value is the series itself. */
  parts(i: number): InputPart[]
  /** What a reader must know about the value at index `i`, such as "week average". */
  notes(i: number): string[]
}

/** A metric to be worked out. `since`: the period (day number) of the first value that is asked for; all unless given. */
interface MetricRequest {
  readonly name: string
  readonly unit: string
  readonly since?: number
}

/**
 * A pure function from what it reads (in the order of the metric's `of`, null where there is no data) to a metric's history. Those of
 * `formulaWords` count where it gives no words.
 */
export type Formula = (
  of: readonly (Calculated | null)[],
  metric: MetricRequest,
) => (Omit<Calculated, 'words'> & Partial<Pick<Calculated, 'words'>>) | null

/**
 * How a formula is worked out. `lookback`: how many entries before its own a value looks back to in what it reads; so many days hold at most as many entries. Or the
 * index of the first entry of a column that the values from index `from` on look back to. A formula without it looks anywhere: its metric is computed again whenever what it reads has changed. `columnLooksBack`: the same where only
 * values are asked for, not what they depend on. `steady`: while what it reads only gains entries, an entry that has a value keeps it, known
 * when the last of what it is made of was.
 */
export interface Calculation {
  readonly calculate: Formula
  readonly lookback?: number | ((column: Column, from: number) => number)
  readonly columnLooksBack?: number
  readonly steady?: true
  /**
   * The periods (day numbers) a value at index `i` of the first column looks back to, each of which must have a value; all that is read must
   * have one of the same period. `any`: what the first of all that is read has is enough. Left out where a missing value has other causes too.
   */
  readonly needs?: 'any' | ((column: Column, i: number) => readonly number[])
  /** A value is made of what it reads on the period after its own: that has been read too. */
  readonly readsAhead?: true
}

/** Needs nothing but what it reads on the same period. */
export const readsSamePeriodOnly = (): readonly number[] => []

/** The entry of `column` at index `i` as a part of something else. */
export function inputPartAt(column: Column, i: number): InputPart {
  return { series: column.series, period: column.period[i]!, value: column.value[i]!, unit: column.unit, known: column.known[i]! }
}

/**
 * A new history over the periods of `lead`, those asked for: `value(i)` is the value at index i of `lead`, or null to leave the period out; `known` is the
 * latest time the entry of `lead` or any of the entries `others(i)` became known, with the basis that goes with it.
 */
export function buildColumn(
  { name, unit, since = Number.NEGATIVE_INFINITY }: MetricRequest,
  lead: Column,
  value: (i: number) => number | null,
  others: (i: number) => readonly (readonly [Column, number])[],
): Column {
  const { length } = lead.period
  const first = firstIndex(length, (i) => lead.period[i]! >= since)
  const n = length - first
  const period = new Int32Array(n)
  const values = new Float64Array(n)
  const known = new Float64Array(n)
  const basis = new Uint8Array(n)
  let count = 0
  for (let i = first; i < length; i++) {
    const at = value(i)
    if (at === null || !Number.isFinite(at)) continue
    period[count] = lead.period[i]!
    values[count] = twelveDigits(at)
    known[count] = lead.known[i]!
    basis[count] = lead.basis[i]!
    for (const [column, j] of others(i)) {
      if (column.known[j]! <= known[count]!) continue
      known[count] = column.known[j]!
      basis[count] = column.basis[j]!
    }
    count++
  }
  return {
    series: name,
    unit,
    period: period.subarray(0, count),
    value: values.subarray(0, count),
    known: known.subarray(0, count),
    basis: basis.subarray(0, count),
  }
}

/** What a formula of one column says of each entry, by its index: a value, the entries that value depends on besides the same entry, and its parts. */
interface OfOne {
  readonly value: (i: number) => number | null
  readonly others?: (i: number) => readonly (readonly [Column, number])[]
  /** `known`: when the value became known, milliseconds. */
  readonly parts: (i: number, known: number) => InputPart[]
  /** Those of what it reads where it has none. */
  readonly notes?: (i: number) => string[]
}

/** A formula of one column, on its periods. */
export function unaryFormula(make: (read: Calculated, metric: MetricRequest) => OfOne): Formula {
  return ([read], metric) => {
    if (!read) return null
    const { value, others = () => [], parts, notes = read.notes } = make(read, metric)
    const column = buildColumn(metric, read.column, value, others)
    const at = (i: number) => periodIndexOf(read.column, column.period[i]!)
    return { column, dependsOn: read.dependsOn, parts: (i) => parts(at(i), column.known[i]!), notes: (i) => notes(at(i)) }
  }
}

/** Index of exactly `period` in `column`, or -1. */
export function periodIndexOf(column: Column, period: number): number {
  const i = indexAtOrBefore(column, period)
  return i >= 0 && column.period[i] === period ? i : -1
}

/** Of the `n` entries of `column` that end at index `i`, the index of the one that became known last: a revision may lie anywhere in them. */
export function lastKnownIndex(column: Column, i: number, n: number): number {
  let last = i
  for (let k = i - n + 1; k < i; k++) if (column.known[k]! > column.known[last]!) last = k
  return last
}

/** Mean of the `n` entries of `column` that end at index `i`, or null where there are fewer. */
export function trailingMean(column: Column, i: number, n: number): number | null {
  if (i + 1 < n) return null
  let sum = 0
  for (let k = i - n + 1; k <= i; k++) sum += column.value[k]!
  return sum / n
}

/** The `n` entries of `column` that end at index `i` as one part: `what` they are, and the days of the first and the last. */
export function windowPart(
  column: Column,
  i: number,
  n: number,
  part: { what: string; value: number; unit: string; known: number },
): InputPart {
  const { what, value, unit, known } = part
  const [from, period] = [column.period[i - n + 1]!, column.period[i]!]
  const series = `${what} ${isoDay(from)} to ${isoDay(period)}`
  return { series, period, value: twelveDigits(value), unit, known, window: { series: column.series, from } }
}

const meanDays = 7
/** Values a mean of seven days takes at least. */
const fewest = 5

/** Means of the values of the seven days up to each entry; entries with fewer than five values in them are left out. Known when the entry is. */
export function weekMeans(column: Column): Column {
  let first = 0
  return buildColumn(
    { name: column.series, unit: column.unit },
    column,
    (i) => {
      while (column.period[first]! <= column.period[i]! - meanDays) first++
      return i - first + 1 < fewest ? null : trailingMean(column, i, i - first + 1)
    },
    () => [],
  )
}
