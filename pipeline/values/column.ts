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
  /** Index into `knownBases`. */
  readonly basis: Uint8Array
  /** Of closes, the provider of each: index into `closeProviders`. */
  readonly from?: Uint8Array
}

export const knownBases = ['filed', 'reported', 'deadline'] as const
export type KnownBasis = (typeof knownBases)[number]

/** A series with every version of every value: ascending by period, then by `known`. */
export type Versions = Column

/** Index of the newest entry at or before `period`, or -1. */
export function indexAtOrBefore(column: Pick<Column, 'period'>, period: number): number {
  let low = 0
  let high = column.period.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (column.period[middle]! <= period) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The value of exactly `period`, or null. */
export function valueOn(column: Column | null, period: number): number | null {
  if (column === null) return null
  const at = indexAtOrBefore(column, period)
  return column.period[at] === period ? column.value[at]! : null
}

/** What of `versions` was known at `moment` (milliseconds): for each period its newest version with `known <= moment`. */
export function asKnownAt(versions: Versions, moment: number): Column {
  const n = versions.period.length
  const period = new Int32Array(n)
  const value = new Float64Array(n)
  const known = new Float64Array(n)
  const basis = new Uint8Array(n)
  const from = versions.from && new Uint8Array(n)
  let count = 0
  for (let i = 0; i < n; i++) {
    if (versions.known[i]! > moment) continue
    const at = count > 0 && period[count - 1] === versions.period[i] ? count - 1 : count++
    period[at] = versions.period[i]!
    value[at] = versions.value[i]!
    known[at] = versions.known[i]!
    basis[at] = versions.basis[i]!
    if (from) from[at] = versions.from![i]!
  }
  return columnSlice({ ...versions, period, value, known, basis, ...(from && { from }) }, 0, count)
}

/** Moments of one series: what was known at each, and a hash of it. */
export interface KnownSeries {
  /** The series as it was known at `moment` (milliseconds). */
  at(moment: number): Column
  /** Adds to `mark` everything that had become known by `moment`. */
  fingerprintTo(moment: number, mark: Fingerprint): void
  /** Moments, ascending, at which it did not only gain a newer period: between two of them it only grows. */
  readonly breaks: readonly number[]
}

/**
 * `asKnownAt` for moment after moment, in any order but cheap for moments near each other: between two breaks (a value other than that of a
 * newer period becomes known) a series only grows, so every moment there is a view of the same arrays. Where nothing became known between
 * a question and one of the last two the answer is the same object.
 */
export function asKnown(versions: Versions): KnownSeries {
  const { known } = versions
  const inTime = Int32Array.from(known.keys()).sort((a, b) => known[a]! - known[b]! || a - b)
  const breaks = breaksOf(versions, inTime)
  let grown = -1
  let whole = versions
  let last = versions
  let before = versions
  let marks: Int32Array | null = null
  return {
    breaks,
    at: (moment) => {
      const passed = firstIndex(breaks.length, (i) => breaks[i]! > moment)
      if (passed !== grown) {
        whole = asKnownAt(versions, passed < breaks.length ? breaks[passed]! - 1 : Number.POSITIVE_INFINITY)
        last = whole
        before = whole
        grown = passed
      }
      const count = firstIndex(whole.period.length, (i) => whole.known[i]! > moment)
      if (count !== last.period.length) {
        const next = count === before.period.length ? before : head(whole, count - 1)
        before = last
        last = next
      }
      return last
    },
    fingerprintTo: (moment, mark) => {
      marks ??= marksOf(versions, inTime)
      const newest = firstIndex(inTime.length, (i) => known[inTime[i]!]! > moment) - 1
      mark.add(newest < 0 ? 0 : marks[2 * newest]!)
      mark.add(newest < 0 ? 0 : marks[2 * newest + 1]!)
    },
  }
}

/** Moments (whole milliseconds, ascending) at which a value of a period no newer than those known already became known. */
function breaksOf({ period, known }: Versions, inTime: Int32Array): number[] {
  const breaks: number[] = []
  let newest = Number.NEGATIVE_INFINITY
  for (const i of inTime) {
    if (period[i]! > newest) newest = period[i]!
    else if (breaks.at(-1) !== known[i]) breaks.push(known[i]!)
  }
  return breaks
}

/** A hash of 64 bits of whole numbers of 32 bits, in their order: no secret, but different for different numbers. */
export class Fingerprint {
  #a = 0x2545f491
  #b = 0x27220a95

  add(word: number): void {
    this.#a = Math.imul(this.#a ^ word, 0x9e3779b1)
    this.#a ^= this.#a >>> 15
    this.#b = Math.imul(this.#b + (word ^ (word >>> 16)), 0x85ebca6b) ^ this.#a
    this.#b ^= this.#b >>> 13
  }

  addText(text: string): this {
    for (let i = 0; i < text.length; i++) this.add(text.charCodeAt(i))
    return this
  }

  get halves(): [number, number] {
    return [this.#a, this.#b]
  }

  toString(): string {
    return this.halves.map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
  }
}

/** The 32-bit halves of doubles. */
function halvesOf(values: Float64Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, 2 * values.length)
}

/** After each version in the order it became known, the two halves of a hash of it and all before. */
function marksOf({ period, value, known, basis }: Versions, inTime: Int32Array): Int32Array {
  const [values, times] = [halvesOf(value), halvesOf(known)]
  const marks = new Int32Array(2 * inTime.length)
  const mark = new Fingerprint()
  for (const [at, i] of inTime.entries()) {
    mark.add(period[i]! ^ (basis[i]! << 28))
    mark.add(values[2 * i]!)
    mark.add(values[2 * i + 1]!)
    mark.add(times[2 * i]!)
    mark.add(times[2 * i + 1]!)
    marks.set(mark.halves, 2 * at)
  }
  return marks
}

/** A hash of a method, and of periods and values of the first `count` entries it is used on. */
export function fingerprintOf(method: string, { period, value }: Column, count: number): string {
  const values = halvesOf(value)
  const mark = new Fingerprint()
  mark.addText(method)
  for (let i = 0; i < count; i++) {
    mark.add(period[i]!)
    mark.add(values[2 * i]!)
    mark.add(values[2 * i + 1]!)
  }
  return mark.toString()
}

/** The first of `count` indices that is `past`, which every later one is too; `count` where none is. */
export function firstIndex(count: number, past: (i: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (past(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The period of the first entry in which two columns differ; infinite where neither has one the other lacks. */
export function firstDifference(a: Column, b: Column): number {
  const both = Math.min(a.period.length, b.period.length)
  let i = sameArrays(a, b) ? both : 0
  while (
    i < both &&
    a.period[i] === b.period[i] &&
    a.value[i] === b.value[i] &&
    a.known[i] === b.known[i] &&
    a.basis[i] === b.basis[i]
  )
    i++
  return Math.min(a.period[i] ?? Number.POSITIVE_INFINITY, b.period[i] ?? Number.POSITIVE_INFINITY)
}

/** True for views of the same arrays, which are never written again once they have been seen. */
function sameArrays(a: Column, b: Column): boolean {
  return a.value.buffer === b.value.buffer && a.value.byteOffset === b.value.byteOffset
}

/** The entries up to and including index `last`. */
export function head(column: Column, last: number): Column {
  return columnSlice(column, 0, last + 1)
}

/** The entries of the `days` days to and with `period`. */
export function columnDaysUpTo(column: Column, period: number, days: number): Column {
  return columnSlice(column, indexAtOrBefore(column, period - days) + 1, indexAtOrBefore(column, period) + 1)
}

/** The entries from index `first` to `end`, exclusive, over the same arrays. */
export function columnSlice(column: Column, first: number, end: number): Column {
  return {
    ...column,
    period: column.period.subarray(first, end),
    value: column.value.subarray(first, end),
    known: column.known.subarray(first, end),
    basis: column.basis.subarray(first, end),
    ...(column.from && { from: column.from.subarray(first, end) }),
  }
}
