import { dayOf } from '../time/day.ts'
import { type Column, firstDifference, firstIndex, indexAtOrBefore } from '../values/column.ts'
import { longer } from '../values/numbers.ts'

/** Figures of the entries of a column, by index, and the days (day numbers) on which each is the newest that counts. */
export interface DatedFigures {
  readonly figure: Float64Array | Int8Array
  /** First day by whose end the entry was due, or known where it came early. */
  readonly from: Int32Array
  /** Last day at whose end it was not stale. */
  readonly until: Int32Array
}

/** When a value of a period (day number) is due, and when it is stale if none follows: milliseconds UTC. */
export interface ValueSchedule {
  due(period: number): number
  stale(period: number): number
}

/** A figure of each entry of the first column that looks at no later entry of any of them; NaN where there is none. */
export type ColumnMeasure = (columns: readonly Column[], i: number) => number

/** The figures of one measure. From one set of columns to the next only entries from the first difference on are worked out again. */
export class FigureHistory {
  readonly #measure: ColumnMeasure
  readonly #schedules: readonly ValueSchedule[]
  readonly #first: number
  #columns: readonly Column[] = []
  #figure = new Float64Array(0)
  #from = new Int32Array(0)
  #until = new Int32Array(0)

  /**
   * @param schedules of each column, in their order; the figures are stale when the first one is
   * @param first day number of the first period that is measured
   */
  constructor(measure: ColumnMeasure, schedules: readonly ValueSchedule[], first: number) {
    this.#measure = measure
    this.#schedules = schedules
    this.#first = first
  }

  of(columns: readonly Column[]): DatedFigures {
    this.#follow(columns)
    const { length } = columns[0]!.period
    const start = firstIndex(length, (i) => columns[0]!.period[i]! >= this.#first)
    const counting = <Values extends Float64Array | Int32Array>(values: Values) => values.subarray(start, length) as Values
    return { figure: counting(this.#figure), from: counting(this.#from), until: counting(this.#until) }
  }

  #follow(columns: readonly Column[]): void {
    const before = this.#columns
    const { period } = columns[0]!
    const seen = before[0]?.period.length ?? 0
    const differs = Math.min(...columns.map((column, k) => (before[k] ? firstDifference(before[k], column) : this.#first)))
    const same = firstIndex(seen, (i) => before[0]!.period[i]! >= differs)
    // the figures of an earlier day are the beginning of those of a later one
    if (seen > 0 && same >= period.length) return
    // figures given before keep their arrays
    if (same < seen || period.length > this.#figure.length) this.#copy(same, Math.ceil(1.1 * period.length))
    for (let i = firstIndex(period.length, (k) => k >= same && period[k]! >= this.#first); i < period.length; i++)
      this.#measureAt(columns, i)
    this.#columns = columns
  }

  #measureAt(columns: readonly Column[], i: number): void {
    const period = columns[0]!.period[i]!
    this.#figure[i] = this.#measure(columns, i)
    this.#from[i] = Math.max(...columns.map((column, k) => countsFrom(column, period, this.#schedules[k]!)))
    this.#until[i] = dayOf(this.#schedules[0]!.stale(period) + 999) - 1
  }

  #copy(kept: number, room: number): void {
    this.#figure = longer(this.#figure, new Float64Array(room), kept)
    this.#from = longer(this.#from, new Int32Array(room), kept)
    this.#until = longer(this.#until, new Int32Array(room), kept)
  }
}

/** First day by whose end the newest value of a column at or before `period` was due, or known where it came early. */
function countsFrom(column: Column, period: number, { due }: ValueSchedule): number {
  const i = indexAtOrBefore(column, period)
  return i < 0 ? Number.NEGATIVE_INFINITY : dayOf(Math.min(due(column.period[i]!), column.known[i]!))
}
