import type { BriefingStateRow, DayEndReadingRow, PastRow } from '../tables/day.ts'
import { isoDay } from '../time/day.ts'
import { stateHorizonDays } from './day.ts'

/** Days back that what changed is compared with. */
export const changeComparisonDays = 7

/** What earlier runs worked out. It changes no figure: a row counts only as long as it follows from the same inputs. */
export interface CachedDayRows {
  readonly labels: readonly BriefingStateRow[]
  readonly closings: readonly DayEndReadingRow[]
  readonly pasts: readonly PastRow[]
}

export const noCachedRows: CachedDayRows = { labels: [], closings: [], pasts: [] }

/** Which rows the days `from` to `to` (day numbers) look at: the first day of labels, the first of closings, and the last of both. */
export function dayRowSpans(from: number, to: number): { labels: number; closings: number; to: number } {
  return { labels: from - stateHorizonDays, closings: from - changeComparisonDays, to }
}

/** Rows of days, each as known and judged at its end. One whose inputs are others now is worked out again when it is asked for. */
export class DayTable<Row extends { readonly as_of: string; readonly inputs: string }> {
  readonly #idOf: (row: Row) => string
  readonly #rows: Map<string, Row>
  #fresh: Row[] = []

  constructor(kept: readonly Row[], idOf: (row: Row) => string) {
    this.#idOf = idOf
    this.#rows = new Map(kept.map((row) => [`${row.as_of} ${idOf(row)}`, row]))
  }

  at(id: string, day: number, inputs: string, make: (as_of: string) => Row): Row {
    const asOf = isoDay(day)
    const kept = this.#rows.get(`${asOf} ${id}`)
    if (kept?.inputs === inputs) return kept
    const row = make(asOf)
    this.#rows.set(`${asOf} ${this.#idOf(row)}`, row)
    this.#fresh.push(row)
    return row
  }

  /** The row of a day, where there is one: whether its inputs are still the same is not asked. */
  kept(id: string, day: number): Row | undefined {
    return this.#rows.get(`${isoDay(day)} ${id}`)
  }

  rows(): readonly Row[] {
    return [...this.#rows.values()]
  }

  /** The rows worked out since the last call. */
  takeNewRows(): readonly Row[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  forgetBefore(day: number): void {
    const first = isoDay(day)
    for (const [key, row] of this.#rows) if (row.as_of < first) this.#rows.delete(key)
  }
}
