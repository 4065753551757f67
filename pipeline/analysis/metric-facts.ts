import type { ChangeUnit, Polarity, WindowName } from '../documents/reading.ts'
import type { Cadence } from './rhythm.ts'

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
