import type { KeptPast } from '../analysis/past.ts'
import { horizonDays } from './state.ts'

/** What was worked out of one briefing or metric for one day (day number), as known and judged at its end. */
export interface DayRow<Value> {
  readonly of: string
  readonly day: number
  readonly value: Value
  /** Hash of all it follows from: of every row its inputs had by then, and of the method. */
  readonly inputs: string
}

/** How a metric stood at the end of a day; null where nothing was known of it. */
export type Closing = {
  readonly period: string
  readonly value: number
  readonly signal: string | null
  readonly momentum: string | null
} | null

/** What earlier runs worked out. It changes no figure: a row counts only as long as it follows from the same inputs. */
export interface KeptRows {
  /** State labels of briefings. */
  readonly labels: readonly DayRow<string>[]
  readonly closings: readonly DayRow<Closing>[]
  readonly pasts: readonly KeptPast[]
}

/** Days back that what changed is told against. */
export const changeDays = 7

/** Which rows the days `from` to `to` look at: the first day of labels, the first of closings, and the last of both. */
export function daysToldAgainst(from: number, to: number): [labels: number, closings: number, to: number] {
  return [from - horizonDays, from - changeDays, to]
}

export const nothingKept: KeptRows = { labels: [], closings: [], pasts: [] }

/** Rows by day. One whose inputs are others now is worked out again when it is asked for. */
export class DayTable<Value> {
  readonly #rows: Map<string, DayRow<Value>>
  #fresh: DayRow<Value>[] = []

  constructor(kept: readonly DayRow<Value>[]) {
    this.#rows = new Map(kept.map((row) => [`${row.of} ${row.day}`, row]))
  }

  at(of: string, day: number, inputs: string, make: () => Value): Value {
    const key = `${of} ${day}`
    const kept = this.#rows.get(key)
    if (kept?.inputs === inputs) return kept.value
    const row = { of, day, inputs, value: make() }
    this.#rows.set(key, row)
    this.#fresh.push(row)
    return row.value
  }

  rows(): Iterable<DayRow<Value>> {
    return this.#rows.values()
  }

  /** The rows worked out since the last call. */
  takeFresh(): readonly DayRow<Value>[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  forgetBefore(day: number): void {
    for (const [key, row] of this.#rows) if (row.day < day) this.#rows.delete(key)
  }
}
