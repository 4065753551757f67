import type { FreshnessWord, Quality } from '../freshness.ts'
import type { Cadence } from './rhythm.ts'

/**
 * Version of the formulas of this folder; a metric's own version counts changes of its definition. `2.1`: methodology 2, definition 1. What
 * is kept of past days counts only for the version it was worked out with.
 */
export const methodology = '2'

/** The member types of MetricData (contract.md), as they are served. Times RFC 3339 UTC, days YYYY-MM-DD, percentages in points. */
export type Direction = 'up' | 'down' | 'flat'
export type SignalDirection = 'bullish' | 'bearish' | 'neutral'
export type ChangeUnit = 'percent' | 'basis_points' | 'unit'
export type Polarity = 'higher_is_bullish' | 'lower_is_bullish' | 'none'
export type WindowName = '7d' | '30d' | '90d'

export interface DatedValue {
  period: string
  value: number
}

export interface TrendWindow {
  change: number | null
  change_unit: ChangeUnit
  direction: Direction
  /** Robust z of this change among the metric's own changes over the same window in the last three years. */
  strength: number | null
  from: DatedValue
  to: DatedValue
  /** Why there is no change where `change` is null. */
  note?: string
}

export type Trend = Record<WindowName, TrendWindow | null>

export interface Momentum {
  state: 'accelerating' | 'steady' | 'decelerating' | 'reversing'
  /** Change per day over the short and the long window, in the unit of the trend. */
  short: number
  long: number
}

export interface Signal {
  direction: SignalDirection
  window: WindowName
  polarity: Polarity
}

export interface Confidence {
  score: number | null
  why: string | null
  horizon_days: number
  factors: { name: string; effect: string; detail: string }[]
  calibration: { n: number; hit_rate: number; base_rate: number; brier: number; from: string; to: string } | null
}

export interface Percentile {
  value: number
  n: number
}

export interface DataQuality {
  status: Quality
  coverage_90d: number
  gaps: number
  age_days: number
  disagreement: string | null
  notes: string[]
}

export interface Freshness {
  status: FreshnessWord
  cadence: string
  next_due_at: string | null
  stale_after: string
}

export interface InputPoint {
  series: string
  period: string
  value: number
  unit: string
  known_at: string
  url: string | null
}

export interface MetricSource {
  id: string
  name: string
  series: string
  url: string | null
}

/** MetricData without access, as_of, computed_at, fingerprint, sample, notices: what stands in a briefing's `readings`. */
export interface Reading {
  metric: string
  title: string
  category: string
  unit: string
  value: number
  period: string
  known_at: string
  known_basis: 'filed' | 'reported' | 'deadline'
  source: MetricSource
  inputs: InputPoint[]
  freshness: Freshness
  trend: Trend
  momentum: Momentum | null
  signal: Signal | null
  confidence: Confidence
  percentile_90d: Percentile | null
  data_quality: DataQuality
  method: { version: string; url: string }
}

/** One entry of `correlations` in a briefing: metric names, `to` the last common day. */
export interface Correlation {
  a: string
  b: string
  value: number
  n: number
  word: string
  from: string
  to: string
}

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
