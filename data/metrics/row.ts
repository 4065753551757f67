/**
 * A named reading sold to users. `formula` names a file of `pipeline/metrics/`; `of` are the series (or metrics) it reads, in the order
 * the formula expects them. `clock` is the series whose release calendar says when the metric is due.
 *
 * `change` is the metric's own way to state a change; `window` the window whose strength decides the signal; `polarity` what a rise means.
 * `version` counts changes of the metric's definition.
 */
export interface Metric<Source extends string = string> {
  readonly metric: string
  /** Tickers and common names, their parts set apart by dashes; a caller who uses one gets the metric's own name as a suggestion. */
  readonly aliases?: readonly string[]
  readonly title: string
  readonly description: string
  readonly why: string
  readonly category: 'bitcoin' | 'macro' | 'commodities' | 'treasuries'
  readonly unit: string
  readonly cadence: 'daily' | 'business daily' | 'weekly' | 'monthly' | 'quarterly' | 'on change' | 'as filed'
  readonly polarity: 'higher_is_bullish' | 'lower_is_bullish' | 'none'
  readonly window: '7d' | '30d' | '90d'
  readonly change: 'percent' | 'basis_points' | 'unit'
  readonly proOnly: boolean
  readonly formula: FormulaName
  readonly of: readonly Source[]
  readonly clock: Source
  /** Series of other sources that should say the same, and by how much they may differ: `percent` of the value, or its own unit. */
  readonly witnesses?: readonly { readonly series: Source; readonly tolerance: number; readonly in: 'percent' | 'unit' }[]
  readonly version: number
}

export type FormulaName =
  | 'series'
  | 'thousandth'
  | 'millionth'
  | 'quintillionth'
  | 'first-of'
  | 'epoch-pace'
  | 'difference'
  | 'tga'
  | 'change-24h'
  | 'mean-200d'
  | 'hash-rate'
  | 'hash-ribbon'
  | 'hashprice'
  | 'net-liquidity'
