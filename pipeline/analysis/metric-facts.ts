import type { ChangeUnit, Polarity, WindowName } from '../documents/reading.ts'
import type { Cadence } from './rhythm.ts'

/**
 * Version of the formulas of this folder; a metric's own version counts changes of its definition. `2.1`: methodology 2, definition 1. What
 * is kept of past days counts only for the version it was worked out with.
 */
export const methodology = '2'

/** What a reading needs of a metric's row in `data/metrics.ts`. */
export interface MetricFacts {
  readonly metric: string
  readonly title: string
  readonly category: string
  readonly unit: string
  readonly cadence: Cadence
  readonly polarity: Polarity
  /** The window whose strength decides the signal. */
  readonly window: WindowName
  readonly change: ChangeUnit
  readonly version: number
}
