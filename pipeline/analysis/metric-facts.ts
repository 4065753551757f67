import type { ChangeUnit, Polarity, WindowName } from '../documents/reading.ts'
import type { Cadence } from './rhythm.ts'

/**
 * Version of the formulas of this folder; a metric's own version counts changes of its definition. `4.1`: methodology 4, definition 1. What
 * is kept of past days counts only for the version it was worked out with.
 */
export const methodology = '6'

/** What a reading needs of a metric's row in `data/metrics.ts`. */
export interface MetricFacts {
  readonly metric: string
  readonly title: string
  readonly category: string
  readonly unit: string
  readonly cadence: Cadence
  readonly polarity: Polarity
  /** For whom a rise is good, or bad where lower is bullish; null where that is disputed. */
  readonly for: string | null
  /** The window the confidence looks ahead. */
  readonly window: WindowName
  /** Judged against the same time of year: tax dates, stocks, grid demand. */
  readonly seasonal?: boolean
  /** Judged on the mean of seven days: it has a weekday pattern. */
  readonly weekdays?: boolean
  /** Made of another metric's own past, such as a moving average or a daily change: it has no signal of its own. */
  readonly mechanical?: boolean
  readonly change: ChangeUnit
  readonly version: number
}
