import type { Shape } from '../../data/companies/lines.ts'
import { type Input, NotStated, Refused, type Window } from './figures/window.ts'

/** A ratio declared once: what it is, how it is made, and where it says nothing. */
export interface RatioRow {
  readonly ratio: string
  readonly title: string
  readonly block: 'quality' | 'profitability'
  readonly unit: 'percent' | 'times' | 'days' | 'currency'
  /** In words, as it is printed beside the value. */
  readonly formula: string
  readonly source: string
  /** Forms of statements of which it says nothing, and why. */
  readonly not?: { readonly shapes: readonly Shape[]; readonly why: string }
  /** Forms of statements that have it at all; all where left out. */
  readonly only?: readonly Shape[]
  /** Throws `NotStated` or `Refused`. */
  value(window: Window): number
}

export const positive = (value: number, what: string): number => {
  if (value <= 0) throw new Refused(`${what} is not above zero.`)
  return value
}
const percent = (part: number, whole: number): number => (100 * part) / whole

export const financial = { shapes: ['bank', 'insurer', 'broker'] as const, why: 'Not stated in this form of statements.' }
const unclassified = {
  shapes: ['bank', 'insurer', 'broker', 'reit'] as const,
  why: 'The balance sheet is not split into current and other items.',
}

export const revenue = (w: Window) => positive(w.flow('revenue'), 'Revenue')
/** What is due within a year may be left out beside what is due later, but is not taken for nothing where it would be all. */
export const debt = (w: Window) => {
  const later = w.closing('long_term_debt')
  const within = later === 0 ? w.closing('short_term_debt') : w.closingOrNone('short_term_debt')
  return within + later + w.closingOrNone('lease_liabilities')
}
export const freeCashFlow = (w: Window) => w.flow('operating_cash_flow') - w.flow('capital_expenditure')
export const ebit = (w: Window) => w.flow('pretax_income') + w.flow('interest_expense')
export const ebitda = (w: Window) => ebit(w) + w.flow('depreciation_amortisation')
export const liquid = (w: Window) => w.closing('cash') + w.closingOrNone('short_term_investments')
export const current = (w: Window) => positive(w.closing('current_liabilities'), 'Current liabilities')

export const ratioRows: readonly RatioRow[] = [
  {
    ratio: 'accrual_ratio',
    title: 'Accruals',
    block: 'quality',
    unit: 'percent',
    formula: '(net income - operating cash flow) / average total assets',
    source: 'Sloan 1996; Hribar and Collins 2002',
    not: financial,
    value: (w) =>
      percent(w.flow('net_income') - w.flow('operating_cash_flow'), positive(w.average('total_assets'), 'Average total assets')),
  },
  {
    ratio: 'cash_conversion',
    title: 'Cash conversion',
    block: 'quality',
    unit: 'times',
    formula: 'operating cash flow / net income',
    source: 'Usual among analysts',
    not: financial,
    value: (w) => w.flow('operating_cash_flow') / positive(w.flow('net_income'), 'Net income'),
  },
  {
    ratio: 'current_ratio',
    title: 'Current ratio',
    block: 'quality',
    unit: 'times',
    formula: 'current assets / current liabilities',
    source: 'CFA Institute curriculum',
    not: unclassified,
    value: (w) => w.closing('current_assets') / current(w),
  },
  {
    ratio: 'quick_ratio',
    title: 'Quick ratio',
    block: 'quality',
    unit: 'times',
    formula: '(cash + short-term investments + trade receivables) / current liabilities',
    source: 'CFA Institute curriculum',
    not: unclassified,
    value: (w) => (liquid(w) + w.closing('receivables')) / current(w),
  },
  {
    ratio: 'cash_ratio',
    title: 'Cash ratio',
    block: 'quality',
    unit: 'times',
    formula: '(cash + short-term investments) / current liabilities',
    source: 'CFA Institute curriculum',
    not: unclassified,
    value: (w) => liquid(w) / current(w),
  },
  {
    ratio: 'days_sales',
    title: 'Days sales outstanding',
    block: 'quality',
    unit: 'days',
    formula: 'trade receivables / revenue x days of the period',
    source: 'CFA Institute curriculum',
    not: financial,
    value: (w) => (w.closing('receivables') / revenue(w)) * w.days,
  },
  {
    ratio: 'days_inventory',
    title: 'Days inventory outstanding',
    block: 'quality',
    unit: 'days',
    formula: 'inventories / cost of revenue x days of the period',
    source: 'CFA Institute curriculum',
    not: financial,
    value: (w) => (w.closing('inventory') / positive(w.flow('cost_of_revenue'), 'Cost of revenue')) * w.days,
  },
  {
    ratio: 'days_payables',
    title: 'Days payables outstanding',
    block: 'quality',
    unit: 'days',
    formula: 'trade payables / cost of revenue x days of the period',
    source: 'CFA Institute curriculum',
    not: financial,
    value: (w) => (w.closing('payables') / positive(w.flow('cost_of_revenue'), 'Cost of revenue')) * w.days,
  },
  {
    ratio: 'cash_conversion_cycle',
    title: 'Cash conversion cycle',
    block: 'quality',
    unit: 'days',
    formula: 'days sales + days inventory - days payables',
    source: 'CFA Institute curriculum',
    not: financial,
    value: (w) => {
      const cost = positive(w.flow('cost_of_revenue'), 'Cost of revenue')
      return (w.closing('receivables') / revenue(w) + (w.closing('inventory') - w.closing('payables')) / cost) * w.days
    },
  },
  {
    ratio: 'interest_cover',
    title: 'Interest cover',
    block: 'quality',
    unit: 'times',
    formula: '(income before tax + interest expense) / interest expense',
    source: 'Usual among rating agencies',
    not: financial,
    value: (w) => ebit(w) / positive(w.flow('interest_expense'), 'Interest expense'),
  },
  {
    ratio: 'net_debt_to_ebitda',
    title: 'Net debt to EBITDA',
    block: 'quality',
    unit: 'times',
    formula:
      '(debt + leases - cash - short-term investments) / (income before tax + interest expense + depreciation and amortisation)',
    source: 'SEC Compliance and Disclosure Interpretation 103.01',
    not: financial,
    value: (w) => (debt(w) - liquid(w)) / positive(ebitda(w), 'EBITDA'),
  },
  {
    ratio: 'free_cash_flow',
    title: 'Free cash flow',
    block: 'quality',
    unit: 'currency',
    formula: 'operating cash flow - purchases of property, plant and equipment',
    source: 'Not defined by GAAP; SEC Compliance and Disclosure Interpretation 102.07',
    not: { shapes: ['bank', 'insurer', 'broker', 'reit'], why: 'Says nothing in this form of statements.' },
    value: freeCashFlow,
  },
  {
    ratio: 'gross_margin',
    title: 'Gross margin',
    block: 'profitability',
    unit: 'percent',
    formula: 'gross profit / revenue',
    source: 'CFA Institute curriculum',
    not: financial,
    value: (w) => percent(w.flow('gross_profit'), revenue(w)),
  },
  {
    ratio: 'operating_margin',
    title: 'Operating margin',
    block: 'profitability',
    unit: 'percent',
    formula: 'operating income / revenue',
    source: 'CFA Institute curriculum',
    not: { shapes: ['bank'], why: 'Banks state no operating income.' },
    value: (w) => percent(w.flow('operating_income'), revenue(w)),
  },
  {
    ratio: 'net_margin',
    title: 'Net margin',
    block: 'profitability',
    unit: 'percent',
    formula: 'net income / revenue',
    source: 'CFA Institute curriculum',
    value: (w) => percent(w.flow('net_income'), revenue(w)),
  },
  {
    ratio: 'free_cash_flow_margin',
    title: 'Free cash flow margin',
    block: 'profitability',
    unit: 'percent',
    formula: '(operating cash flow - purchases of property, plant and equipment) / revenue',
    source: 'Usual among analysts',
    not: { shapes: ['bank', 'insurer', 'broker', 'reit'], why: 'Says nothing in this form of statements.' },
    value: (w) => percent(freeCashFlow(w), revenue(w)),
  },
  {
    ratio: 'return_on_equity',
    title: 'Return on equity',
    block: 'profitability',
    unit: 'percent',
    formula: 'net income / average equity of owners',
    source: 'CFA Institute curriculum',
    value: (w) => {
      positive(w.opening('equity'), 'Opening equity')
      positive(w.closing('equity'), 'Closing equity')
      return percent(w.flow('net_income'), w.average('equity'))
    },
  },
  {
    ratio: 'return_on_assets',
    title: 'Return on assets',
    block: 'profitability',
    unit: 'percent',
    formula: 'net income / average total assets',
    source: 'CFA Institute curriculum',
    value: (w) => percent(w.flow('net_income'), positive(w.average('total_assets'), 'Average total assets')),
  },
  {
    ratio: 'asset_turnover',
    title: 'Asset turnover',
    block: 'profitability',
    unit: 'times',
    formula: 'revenue / average total assets',
    source: 'CFA Institute curriculum',
    not: financial,
    value: (w) => revenue(w) / positive(w.average('total_assets'), 'Average total assets'),
  },
  {
    ratio: 'effective_tax_rate',
    title: 'Effective tax rate',
    block: 'profitability',
    unit: 'percent',
    formula: 'income tax / income before tax',
    source: 'ASC 740, IAS 12',
    value: (w) => percent(w.flow('income_tax'), positive(w.flow('pretax_income'), 'Income before tax')),
  },
  {
    ratio: 'payout',
    title: 'Dividends paid to net income',
    block: 'profitability',
    unit: 'percent',
    formula: 'dividends paid / net income',
    source: 'CFA Institute curriculum',
    value: (w) => percent(w.flow('dividends_paid'), positive(w.flow('net_income'), 'Net income')),
  },
  {
    ratio: 'efficiency_ratio',
    title: 'Efficiency ratio',
    block: 'profitability',
    unit: 'percent',
    formula: 'non-interest expense / (net interest income + non-interest income)',
    source: 'Bank call reports',
    only: ['bank'],
    value: (w) =>
      percent(w.flow('noninterest_expense'), positive(w.flow('net_interest_income') + w.flow('noninterest_income'), 'Income')),
  },
]

/** An amount, or why there is none, with what it was made from. */
export interface Result<Value> {
  readonly value: Value | null
  readonly why: string | null
  readonly inputs: readonly Input[]
}

/** A ratio of a window; the day it became known is that of the last filing it needed. */
export interface Ratio extends Result<number> {
  readonly row: RatioRow
}

export function ratioOf(row: RatioRow, shape: Shape, window: Window): Ratio {
  if (row.not?.shapes.includes(shape)) return { row, value: null, why: row.not.why, inputs: [] }
  return { row, ...evaluated([window], () => row.value(window)) }
}

/** What is computed of windows, with what it asked of them. */
export function evaluated<Value>(windows: readonly Window[], compute: () => Value): Result<Value> {
  const attempt = (): Pick<Result<Value>, 'value' | 'why'> => {
    try {
      return { value: compute(), why: null }
    } catch (error) {
      if (!(error instanceof NotStated || error instanceof Refused)) throw error
      return { value: null, why: error.message }
    }
  }
  const result = attempt()
  return { ...result, inputs: windows.flatMap((window) => window.takeInputs()) }
}
