import type { Column } from '../column.ts'
import type { MetricFacts } from './metric-facts.ts'
import { windowDays } from './rhythm.ts'
import { type PastSignal, SignalHistory } from './signal-history.ts'
import type { Forecast, Standing } from './standing.ts'
import { Walk } from './walk.ts'

/**
 * Walks a metric's history forward, saying at every entry how likely its signal is to hold over the next window of the same length, from
 * the outcomes known by then: those of windows that had ended. A column that begins like the one before costs only its new entries; one
 * that differs is walked again, the strengths from the first difference.
 */
export class WalkForward {
  readonly #metric: MetricFacts
  readonly #days: number
  #column: Column | null = null
  #signals: SignalHistory
  #walk: Walk

  constructor(metric: MetricFacts) {
    this.#metric = metric
    this.#days = windowDays[metric.window]
    this.#signals = new SignalHistory(metric)
    this.#walk = new Walk(this.#days)
  }

  /** Of which metric it is. */
  get metric(): MetricFacts {
    return this.#metric
  }

  /** The signal at index `last` of `column`, null where there is none, and what stands there. Looks at no entry after `last`. */
  at(column: Column, last: number): { readonly signal: PastSignal | null; readonly standing: Standing } {
    this.#walkTo(column, last)
    return { signal: this.#signals.at(last), standing: this.#walk.standing(last) }
  }

  /** Every forecast whose window had ended by index `last` of `column`, in the order of their days. */
  forecasts(column: Column, last: number): Forecast[] {
    this.#walkTo(column, last)
    return this.#walk.forecasts(this.#metric, column, this.#signals, last)
  }

  #walkTo(column: Column, last: number): void {
    const same = this.#sameUpTo(column, last)
    if (same < Math.min(this.#signals.count, last + 1)) {
      this.#signals.rewind(column, same)
      this.#walk = new Walk(this.#days)
    }
    if (last < this.#signals.count) return
    this.#column = column
    while (this.#signals.count <= last) this.#signals.next(column)
    while (this.#walk.count <= last) this.#walk.next(column, this.#signals)
  }

  /** How many entries of `column`, up to `last`, are those walked already. */
  #sameUpTo(column: Column, last: number): number {
    const before = this.#column
    if (before === null) return 0
    const n = Math.min(this.#signals.count, last + 1)
    if (before === column) return n
    let i = 0
    while (i < n && before.period[i] === column.period[i] && before.value[i] === column.value[i]) i++
    return i
  }
}
