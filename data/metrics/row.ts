/**
 * A named reading sold to users. `formula` names a file of `pipeline/metrics/`; `of` are the series (or metrics) it reads, in the order
 * the formula expects them. `clock` is the series whose release calendar says when the metric is due.
 *
 * `change` is the metric's own way to state a change; `window` the window its confidence looks ahead; `polarity` what a rise means, and `for` whom, null
 * where that is disputed.
 * `version` counts changes of the metric's definition.
 */
export interface Metric<Source extends string = string> {
  readonly metric: string
  /** Tickers and common names, their parts set apart by dashes; a caller who uses one gets the metric's own name as a suggestion. */
  readonly aliases?: readonly string[]
  readonly title: string
  readonly description: string
  readonly why: string
  readonly category: 'bitcoin' | 'ether' | 'macro' | 'bonds' | 'equities' | 'commodities' | 'treasuries'
  readonly unit: string
  readonly cadence: 'daily' | 'business daily' | 'weekly' | 'monthly' | 'quarterly' | 'by auction' | 'on change' | 'as filed'
  readonly polarity: 'higher_is_bullish' | 'lower_is_bullish' | 'none'
  readonly for: string | null
  readonly window: '7d' | '30d' | '90d'
  readonly change: 'percent' | 'basis_points' | 'unit'
  readonly proOnly: boolean
  /** Judged against the same time of year: tax dates, stocks, grid demand. */
  readonly seasonal?: boolean
  /** Judged on the mean of seven days: it has a weekday pattern. */
  readonly weekdays?: boolean
  /** Made of another metric's own past, such as a moving average or a daily change: it has no signal of its own. */
  readonly mechanical?: boolean
  /** The metric this one repeats from another source or in another measure: the record of its scores does not count in the pool beside it. */
  readonly repeats?: string
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
  | 'billionth'
  | 'quintillionth'
  | 'first-of'
  | 'epoch-pace'
  | 'difference'
  | 'tga'
  | 'change-24h'
  | 'mean-200d'
  | 'mean-4w'
  | 'mean-3m'
  | 'year-change'
  | 'month-change'
  | 'month-step'
  | 'annualised-3m'
  | 'change-13w'
  | 'butterfly'
  | 'hash-rate'
  | 'hash-ribbon'
  | 'hashprice'
  | 'net-liquidity'
  | 'sum'
  | 'mean-7d'
  | 'mean-30d'
  | 'millionth-sum-28d'
  | 'change-364d'
  | 'drawdown'
  | 'annual-funding'
  | 'hashvalue'
  | 'miner-revenue'
  | 'fee-share'
  | 'share-of-reward'
  | 'fee-per-transaction'
  | 'mining-cost-low'
  | 'mining-cost-middle'
  | 'mining-cost-high'
  | 'break-even-power'
  | 'network-power'
  | 'gas-power'
  | 'five-year-gap'
  | 'realised-volatility'
  | 'realised-volatility-365'
  | 'ratio'
  | 'split-adjusted'
  | 'mean-gap-200d'
  | 'share-of'
  | 'share-flow'
  | 'sum-5d'
  | 'sum-20d'
  | 'above-200d'
