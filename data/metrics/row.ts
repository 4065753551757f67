import type { Series } from '../series/row.ts'

/**
 * A named reading sold to users: `formula` of the series (or metrics) `of`, in the order the formula expects them. `clock` is the series
 * whose release calendar says when the metric is due.
 *
 * `change` is the metric's own way to state a change; `window` the window its confidence looks ahead; `polarity` what a rise means, and `for` whom, null
 * where that is disputed. `step`: its values are multiples of it, so that a level is stated at the next one.
 * `version` counts changes of the metric's definition.
 */
export interface Metric<Source extends string = string> {
  readonly metric: string
  /** Tickers and common names, their parts set apart by dashes; a caller who uses one gets the metric's own name as a suggestion. */
  readonly aliases?: readonly string[]
  readonly title: string
  /** What it is called within a sentence; by its title where this is left out. */
  readonly prose?: MetricProse
  readonly quoted: Quotation
  readonly leads: SentenceLead
  readonly step?: number
  readonly description: string
  readonly why: string
  readonly category: Category
  readonly unit: string
  readonly cadence: 'daily' | 'business daily' | 'weekly' | 'monthly' | 'quarterly' | 'by auction' | 'on change' | 'as filed'
  readonly polarity: 'higher_is_bullish' | 'lower_is_bullish' | 'none'
  readonly for: string | null
  readonly window: '7d' | '30d' | '90d'
  readonly change: 'percent' | 'basis_points' | 'unit'
  /** Changes smaller than this, in its own measure (`change`), do not make news, however unusual. */
  readonly floor: number
  readonly proOnly: boolean
  /** Judged against the same time of year: tax dates, stocks, grid demand. */
  readonly seasonal?: boolean
  /** Judged on the mean of seven days: it has a weekday pattern. */
  readonly weekdays?: boolean
  /** Stands between adjustments, so that the scale of its usual changes says little of one. */
  readonly stepped?: boolean
  /** Made of another metric's own past, such as a moving average or a daily change: it has no signal. */
  readonly mechanical?: boolean
  /** The metric this one repeats from another source or in another measure: the record of its scores does not count in the pool next to it. */
  readonly repeats?: string
  readonly formula: Formulation
  readonly of: readonly Source[]
  readonly clock: Source
  /** Series of other sources that should say the same, and by how much they may differ: `percent` of the value, or its own unit. */
  readonly witnesses?: readonly { readonly series: Source; readonly tolerance: number; readonly in: 'percent' | 'unit' }[]
  readonly version: number
}

type Category = 'bitcoin' | 'ether' | 'macro' | 'bonds' | 'equities' | 'commodities' | 'treasuries'

/**
 * How a sentence puts a value: a figure with its unit; a difference of yields in basis points; contracts long less contracts short as
 * `position`; an exchange rate as the `pair` is traded; money that moves by its direction; an upper limit as a named range from another
 * metric.
 */
export type Quotation =
  | 'figure'
  | 'basis points'
  | 'position'
  | { readonly pair: string }
  | { readonly flow: readonly [positive: string, negative: string] }
  | { readonly range: string; readonly from: string }

/**
 * What a sentence begins with: the `move` of a window and the value it led to, the `value`, the change over the `year`, or the `change` in
 * units of the metric, the percentage second; `nothing`: its move alone is not worth a sentence.
 */
export type SentenceLead = 'move' | 'value' | 'year' | 'change' | 'nothing'

/** How a metric is called inside a sentence. */
export interface MetricProse {
  /** With its article, as it stands within a sentence: `the 10-year yield`. */
  readonly name: string
  /** Whether its verb is plural. */
  readonly plural?: boolean
  /** What stands after the verb: `the dollar rose 1% against the yen`. */
  readonly against?: string
  /** The superlatives at the two ends, where they are not `highest` and `lowest`. */
  readonly ends?: readonly [highest: string, lowest: string]
  /** The past tense of a rise and of a fall, where they are not `rose` and `fell`. */
  readonly verbs?: readonly [rose: string, fell: string]
  /** Of net purchases: who buys or sells, and what: `foreign officials`, `Treasuries`. */
  readonly trade?: { readonly who: string; readonly what: string }
}

/** What is called steep and flat. */
export const slopeWords = { ends: ['steepest', 'flattest'], verbs: ['steepened', 'flattened'] } as const

type Stated = 'metric' | 'title' | 'description' | 'why' | 'of'

/** A metric as a file of `data/metrics/` states it: `completedMetrics` adds what it leaves out. */
export interface MetricRow<Source extends string = string>
  extends Pick<Metric<Source>, Stated>,
    Partial<Omit<Metric<Source>, Stated | 'polarity' | 'for' | 'prose'>> {
  /** What a rise means, and for whom; null where that is disputed. */
  readonly rise?: `${'bullish' | 'bearish'} for ${string}` | null
  /** The name alone where nothing else differs. */
  readonly prose?: string | MetricProse
}

/** Rows of a file, by the metric. */
export type MetricRows = Readonly<Record<string, Omit<MetricRow, 'metric'>>>

/** A formula by its name in `pipeline/formulas/index.ts`, with its parameters where it has any. */
export type Formulation =
  | PlainFormula
  /** Divided by `by`: a smaller unit stated in a larger one. */
  | { readonly name: 'scale'; readonly by: number }
  | { readonly name: 'mean'; readonly over: '7d' | '30d' | '200d' | '4w' | '3m' }
  | { readonly name: 'trailing-sum'; readonly over: '5 sessions' | '20 sessions' | '28d'; readonly by?: number }
  /** In the unit of what it reads. */
  | { readonly name: 'change'; readonly over: '1m' | '13w' }
  | { readonly name: 'percent-change'; readonly over: '1d' | '364d' | '1m' | '1y' }
  /** `year`: days a year on which it is traded. */
  | { readonly name: 'volatility'; readonly year: 252 | 365 }
  /** The days the fund's file gives its shares: those of the trades, or those on which they are settled, a session later. */
  | { readonly name: 'share-flow'; readonly dated: Exclude<FundFlowBasis, 'coins'> }
  /** Two figures of the fund for each way of `own`, in the order of `of`, whose last is the witness. */
  | { readonly name: 'witnessed-flow'; readonly own: readonly FundFlowBasis[] }
  | { readonly name: 'mining-cost'; readonly fleet: 'low' | 'middle' | 'high' }

/** By the coins of a fund and their value, or by its shares, dated by trade or settlement, and the net assets of one. */
export type FundFlowBasis = 'coins' | 'trade' | 'settlement'

type PlainFormula =
  | 'series'
  | 'first-of'
  | 'epoch-pace'
  | 'difference'
  | 'sum'
  | 'butterfly'
  | 'net-liquidity'
  | 'tga'
  | 'annualised-3m'
  | 'hash-rate'
  | 'hash-ribbon'
  | 'hashprice'
  | 'hashvalue'
  | 'miner-revenue'
  | 'fee-share'
  | 'share-of-reward'
  | 'fee-per-transaction'
  | 'break-even-power'
  | 'network-power'
  | 'gas-power'
  | 'drawdown'
  | 'annual-funding'
  | 'five-year-gap'
  | 'mean-gap-200d'
  | 'above-200d'
  | 'ratio'
  | 'share-of'
  | 'coin-flow'
  | 'fund-total'
  | 'split-adjusted'

export type FormulaName = Exclude<Formulation, string>['name'] | PlainFormula

export const formulaName = (formula: Formulation): FormulaName => (typeof formula === 'string' ? formula : formula.name)

const cadences: Readonly<Record<Series['frequency'], Metric['cadence']>> = {
  daily: 'daily',
  business: 'business daily',
  weekly: 'weekly',
  monthly: 'monthly',
  quarterly: 'quarterly',
  'on change': 'on change',
}
const inPercent: readonly FormulaName[] = [
  'share-of',
  'five-year-gap',
  'volatility',
  'mean-gap-200d',
  'percent-change',
  'annualised-3m',
]
const statedInUnit: readonly string[] = ['percent', 'contracts', 'standard deviations', 'USD mn']
/** Units of exchange rates: the second currency is the one that is priced. */
const exchangeRate = /^([A-Z]{3})\/([A-Z]{3})$/
const ofItsOwnPast: readonly FormulaName[] = ['mean', 'trailing-sum', 'change', 'volatility', 'mean-gap-200d']

function meaningOf(rise: NonNullable<MetricRow['rise']> | null): Pick<Metric, 'polarity' | 'for'> {
  if (rise === null) return { polarity: 'none', for: null }
  const [meaning, whom] = rise.split(' for ')
  return { polarity: meaning === 'bullish' ? 'higher_is_bullish' : 'lower_is_bullish', for: whom! }
}

function quotationOf({ unit, change, formula }: Pick<Metric, 'unit' | 'change' | 'formula'>): Quotation {
  const [, price, priced] = exchangeRate.exec(unit) ?? []
  if (priced !== undefined) return { pair: `${priced}/${price}` }
  const isDifference = formula === 'difference' || formula === 'butterfly'
  if (isDifference && unit === 'contracts') return 'position'
  return isDifference && unit === 'percent' && change === 'basis_points' ? 'basis points' : 'figure'
}

/** Changes below which a metric makes no news where its row states no floor: 1%, 5 bp. */
const floors = { percent: 1, basis_points: 5, unit: 0 } as const

/**
 * Completes rows. What a row leaves out follows from the first thing it reads: its clock, its unit (where the formula keeps it) and, from
 * the clock's frequency, its cadence, which gives the window. A change is in percent, of percentages and positions in their unit. What is
 * stated in its unit leads with its value.
 *
 * @param sources unit and frequency of each series
 */
export function completedMetrics(
  rows: readonly (MetricRow & { readonly category: Category })[],
  sources: readonly Pick<Series, 'id' | 'unit' | 'frequency'>[],
): Metric[] {
  const rowsByName = new Map(rows.map((row) => [row.metric, row]))
  const seriesById = new Map(sources.map((row) => [row.id, row]))
  const clockOf = (name: string): string => {
    const row = rowsByName.get(name)
    return row ? (row.clock ?? clockOf(row.of[0]!)) : name
  }
  const unitOf = (name: string): string => {
    const row = rowsByName.get(name)
    if (!row) return seriesById.get(name)!.unit
    return row.unit ?? (inPercent.includes(formulaName(row.formula ?? 'series')) ? 'percent' : unitOf(row.of[0]!))
  }
  return rows.map(({ rise = null, prose, ...row }) => {
    const formula = row.formula ?? 'series'
    const clock = clockOf(row.metric)
    const unit = unitOf(row.metric)
    const cadence = row.cadence ?? cadences[seriesById.get(clock)!.frequency]
    const change = row.change ?? (statedInUnit.includes(unit) ? 'unit' : 'percent')
    const named = typeof prose === 'string' ? { name: prose } : prose
    return {
      quoted: quotationOf({ unit, change, formula }),
      leads: change === 'unit' && named?.verbs === undefined ? 'value' : 'move',
      ...row,
      ...(named === undefined ? {} : { prose: named }),
      unit,
      cadence,
      ...meaningOf(rise),
      window: row.window ?? (/daily|weekly|filed/.test(cadence) ? '30d' : '90d'),
      change,
      floor: row.floor ?? floors[change],
      proOnly: row.proOnly ?? false,
      ...(ofItsOwnPast.includes(formulaName(formula)) ? { mechanical: true } : {}),
      formula,
      clock,
      version: row.version ?? 1,
    }
  })
}
