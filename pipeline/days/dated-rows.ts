import type { DatedRow } from '../tables/index.ts'
import { Fingerprint, firstIndex } from '../values/column.ts'

/** Rows of a table as they were known at one moment (milliseconds UTC), and a hash of all that had happened to them by then. */
export class DatedHistory {
  readonly #rows: readonly DatedRow[]
  /** Moments at which a row became known or ceased to stand, ascending, and after each the two halves of a hash of it and all before. */
  readonly #moments: Float64Array
  readonly #marks: Int32Array

  /** @param rows in the order they became known */
  constructor(rows: readonly DatedRow[]) {
    this.#rows = rows
    const turns = rows
      .flatMap(({ known, gone, ...row }) => {
        const text = JSON.stringify(row)
        return [{ at: known, text }, ...(gone === null ? [] : [{ at: gone, text: `gone ${text}` }])]
      })
      .sort((a, b) => a.at - b.at || (a.text < b.text ? -1 : 1))
    this.#moments = Float64Array.from(turns, ({ at }) => at)
    this.#marks = new Int32Array(2 * turns.length)
    const mark = new Fingerprint()
    for (const [nth, { at, text }] of turns.entries()) {
      mark.addText(`${at} ${text}`)
      this.#marks.set(mark.halves, 2 * nth)
    }
  }

  /** Rows that had become known by `moment`, in that order; `gone` says which of them stood no longer. */
  at(moment: number): DatedRow[] {
    const count = firstIndex(this.#rows.length, (i) => this.#rows[i]!.known > moment)
    return this.#rows.slice(0, count).map((row) => (row.gone !== null && row.gone > moment ? { ...row, gone: null } : row))
  }

  /** Adds to `mark` everything that had become known by `moment`. */
  fingerprintTo(moment: number, mark: Fingerprint): void {
    const last = firstIndex(this.#moments.length, (i) => this.#moments[i]! > moment) - 1
    mark.add(last < 0 ? 0 : this.#marks[2 * last]!)
    mark.add(last < 0 ? 0 : this.#marks[2 * last + 1]!)
  }
}
