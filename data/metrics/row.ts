/**
 * A named reading sold to users. `formula` names a file of `pipeline/metrics/`; `of` are the series (or metrics) it reads, in the order
 * the formula expects them. `clock` is the series whose release calendar says when the metric is due.
 *
 * `change` is the metric's own way to state a change; `window` the window whose strength decides the signal; `polarity` what a rise means.
 * `version` counts changes of the metric's definition.
 */
export interface Metric {
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
  readonly formula: string
  readonly of: readonly string[]
  readonly clock: string
  /** Series of other sources that should say the same, and by how much they may differ: `percent` of the value, or its own unit. */
  readonly witnesses?: readonly { readonly series: string; readonly tolerance: number; readonly in: 'percent' | 'unit' }[]
  readonly version: number
}
