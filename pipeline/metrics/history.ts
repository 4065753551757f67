import type { FormulaName } from '../../data/metrics.ts'
import { type Column, cut, firstDifference, firstIndex } from '../column.ts'
import type { Calculated } from './formula.ts'
import { formulas } from './index.ts'

/** What a metric is made by. */
export interface Making {
  readonly formula: FormulaName
  readonly name: string
  readonly unit: string
}

/** The metric of one moment after another: where little has changed since the last one, only that is worked out again. */
export class MetricHistory {
  readonly #making: Making
  #of: readonly (Calculated | null)[] | null = null
  #made: Calculated | null = null
  #arrays: GrowingArrays | null = null

  constructor(making: Making) {
    this.#making = making
  }

  /** The metric made of `of`, null where it has no value: the very object of the last time where `of` has the same columns. */
  of(of: readonly (Calculated | null)[]): Calculated | null {
    const before = this.#of
    const standing = before !== null && of.every((read, i) => read?.column === before[i]?.column)
    if (!standing) this.#made = this.#extended(of) ?? this.#anew(of)
    this.#of = of
    return this.#made
  }

  #anew(of: readonly (Calculated | null)[]): Calculated | null {
    this.#arrays = null
    return whole(this.#making, of)
  }

  /** The metric of last time up to where its inputs differ, and from there on that of the inputs' ends alone. */
  #extended(of: readonly (Calculated | null)[]): Calculated | null {
    const { calculate, looksBack: back } = formulas[this.#making.formula]
    const before = this.#of
    const made = this.#made
    if (back === undefined || before === null || made === null) return null
    if (of.some((read, i) => (read === null) !== (before[i] === null))) return null
    // the newest value is made anew in any case: what it is made of is asked for
    let from = made.column.period.at(-1)!
    for (const [i, read] of of.entries()) if (read) from = Math.min(from, firstDifference(before[i]!.column, read.column))
    let start = from
    for (const read of of) {
      if (read === null) continue
      const at = indexFrom(read.column, from)
      start = Math.min(start, read.column.period[Math.max(0, at - back - 1)] ?? from)
    }
    const ends = of.map((read) => read && endOf(read, indexFrom(read.column, start)))
    const end = calculate(ends, this.#making)
    if (end === null) return null
    const kept = indexFrom(made.column, from)
    const added = indexFrom(end.column, from)
    this.#arrays ??= new GrowingArrays(made.column)
    const column = this.#arrays.joined(made.column, kept, cut(end.column, added, end.column.period.length))
    return column.period.length === 0 ? null : lengthened(column, end, kept - added, kept, laterOf(this.#making, of))
  }
}

/**
 * A metric whose entries from index `kept` on are those of `end`, `shift` further back; what an earlier one is made of is worked out anew.
 */
function lengthened(column: Column, end: Calculated, shift: number, kept: number, earlier: () => Calculated): Calculated {
  return {
    column,
    words: end.words,
    rests: end.rests,
    parts: (i) => (i >= kept ? end.parts(i - shift) : earlier().parts(i)),
    notes: (i) => (i >= kept ? end.notes(i - shift) : earlier().notes(i)),
  }
}

/** The whole metric when asked for. Made apart from `#extended`, whose scope would keep the moment before in memory, and that the one before it. */
function laterOf(making: Making, of: readonly (Calculated | null)[]): () => Calculated {
  return () => whole(making, of)!
}

function whole({ formula, name, unit }: Making, of: readonly (Calculated | null)[]): Calculated | null {
  const made = formulas[formula].calculate(of, { name, unit })
  return made && made.column.period.length > 0 ? { ...made, column: { ...made.column, series: name } } : null
}

/** Index of the first entry of `period` or later. */
function indexFrom(column: Column, period: number): number {
  return firstIndex(column.period.length, (i) => column.period[i]! >= period)
}

function endOf(read: Calculated, first: number): Calculated {
  return {
    ...read,
    column: cut(read.column, first, read.column.period.length),
    parts: (i) => read.parts(i + first),
    notes: (i) => read.notes(i + first),
  }
}

/** Arrays that columns are views of; what has been seen is never written again, so a column stays what it was. */
class GrowingArrays {
  #written: number
  #arrays: Pick<Column, 'period' | 'value' | 'known' | 'basis'>

  constructor(column: Column) {
    this.#written = column.period.length
    this.#arrays = column
  }

  /** The first `kept` entries of `column`, which is one of these views, and those of `end`. */
  joined(column: Column, kept: number, end: Column): Column {
    const count = kept + end.period.length
    const arrays = this.#arrays
    // what stands already, the newest value above all, need not be written, and then nothing else need be copied
    let same = 0
    while (
      kept + same < this.#written &&
      same < end.period.length &&
      arrays.period[kept + same] === end.period[same] &&
      arrays.value[kept + same] === end.value[same] &&
      arrays.known[kept + same] === end.known[same] &&
      arrays.basis[kept + same] === end.basis[same]
    )
      same++
    if (kept + same < this.#written || count > arrays.period.length) {
      const room = count + 512
      this.#arrays = {
        period: longer(column.period, kept, new Int32Array(room)),
        value: longer(column.value, kept, new Float64Array(room)),
        known: longer(column.known, kept, new Float64Array(room)),
        basis: longer(column.basis, kept, new Uint8Array(room)),
      }
    }
    this.#arrays.period.set(end.period, kept)
    this.#arrays.value.set(end.value, kept)
    this.#arrays.known.set(end.known, kept)
    this.#arrays.basis.set(end.basis, kept)
    this.#written = count
    return cut({ ...column, ...this.#arrays }, 0, count)
  }
}

function longer<Values extends Int32Array | Float64Array | Uint8Array>(values: Values, kept: number, into: Values): Values {
  into.set(values.subarray(0, kept))
  return into
}
