import type { Metric } from '../../data/metrics.ts'
import type { ChangeUnit, Polarity, WindowName } from '../documents/reading.ts'
import type { Cadence } from './rhythm.ts'

/**
 * Version of the formulas of this folder; a metric's own version counts changes of its definition. `4.1`: methodology 4, definition 1. What
 * is kept of past days counts only for the version it was worked out with.
 */
export const methodology = '7'

/** What a reading needs of a metric's row in `data/metrics.ts`. */
export interface MetricFacts
  extends Pick<Metric, 'metric' | 'title' | 'unit' | 'for' | 'seasonal' | 'weekdays' | 'mechanical' | 'version'> {
  readonly category: string
  readonly cadence: Cadence
  readonly polarity: Polarity
  /** The window the confidence looks ahead. */
  readonly window: WindowName
  readonly change: ChangeUnit
}
