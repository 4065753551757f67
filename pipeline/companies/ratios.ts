import type { StatementShape } from '../../data/companies/lines.ts'
import { LineNotStatedError, type RatioAmount, RatioRefusedError, type Window } from './figures/window.ts'

/** Forms of statements of which a figure says nothing, and why. */
interface Not {
  readonly shapes: readonly StatementShape[]
  readonly why: string
}

/** A ratio declared once: what it is, how it is made, and where it says nothing. */
export interface RatioRow {
  readonly ratio: string
  readonly title: string
  readonly block: 'quality' | 'profitability'
  readonly unit: 'percent' | 'times' | 'days' | 'currency'
  /** In words, as it is printed beside the value. */
  readonly formula: string
  readonly source: string
  readonly not?: Not
  /** Forms of statements that have it at all; all where left out. */
  readonly only?: readonly StatementShape[]
  /** Throws `LineNotStatedError` or `RatioRefusedError`. */
  value(window: Window): number
}

export const requirePositive = (value: number, what: string): number => {
  if (value <= 0) throw new RatioRefusedError(`${what} is not above zero.`)
  return value
}
const percent = (part: number, whole: number): number => (100 * part) / whole

export const financialShapes: Not = { shapes: ['bank', 'insurer', 'broker'], why: 'Not stated in this form of statements.' }
const notGeneral: readonly StatementShape[] = [...financialShapes.shapes, 'reit']
const unclassified = { shapes: notGeneral, why: 'The balance sheet is not split into current and other items.' }
export const noFreeCashFlow = { shapes: notGeneral, why: 'Says nothing in this form of statements.' }

export const revenue = (w: Window) => requirePositive(w.flow('revenue'), 'Revenue')
/** What is due within a year may be left out beside what is due later, but is not taken for nothing where it would be all. */
export const totalDebt = (w: Window) => {
  const later = w.closing('long_term_debt')
  const within = later === 0 ? w.closing('short_term_debt') : w.closingOrNone('short_term_debt')
  return within + later + w.closingOrNone('lease_liabilities')
}
export const freeCashFlow = (w: Window) => w.flow('operating_cash_flow') - w.flow('capital_expenditure')
export const ebit = (w: Window) => w.flow('pretax_income') + w.flow('interest_expense')
export const ebitda = (w: Window) => ebit(w) + w.flow('depreciation_amortisation')
export const liquidAssets = (w: Window) => w.closing('cash') + w.closingOrNone('short_term_investments')
export const currentLiabilities = (w: Window) => requirePositive(w.closing('current_liabilities'), 'Current liabilities')

/** A ratio whose source is left out is from the CFA Institute curriculum; a unit left out is that of its block. */
type OfBlock = Omit<RatioRow, 'block' | 'source' | 'unit'> & Partial<Pick<RatioRow, 'source' | 'unit'>>

const inBlock = (block: RatioRow['block'], unit: RatioRow['unit'], rows: readonly OfBlock[]): RatioRow[] =>
  rows.map((row) => ({ source: 'CFA Institute curriculum', unit, ...row, block }))

const quality: readonly OfBlock[] = [
  {
    ratio: 'accrual_ratio',
    title: 'Accruals',
    unit: 'percent',
    formula: '(net income - operating cash flow) / average total assets',
    source: 'Sloan 1996; Hribar and Collins 2002',
    not: financialShapes,
    value: (w) =>
      percent(
        w.flow('net_income') - w.flow('operating_cash_flow'),
        requirePositive(w.average('total_assets'), 'Average total assets'),
      ),
  },
  {
    ratio: 'cash_conversion',
    title: 'Cash conversion',
    formula: 'operating cash flow / net income',
    source: 'Usual among analysts',
    not: financialShapes,
    value: (w) => w.flow('operating_cash_flow') / requirePositive(w.flow('net_income'), 'Net income'),
  },
  {
    ratio: 'current_ratio',
    title: 'Current ratio',
    formula: 'current assets / current liabilities',
    not: unclassified,
    value: (w) => w.closing('current_assets') / currentLiabilities(w),
  },
  {
    ratio: 'quick_ratio',
    title: 'Quick ratio',
    formula: '(cash + short-term investments + trade receivables) / current liabilities',
    not: unclassified,
    value: (w) => (liquidAssets(w) + w.closing('receivables')) / currentLiabilities(w),
  },
  {
    ratio: 'cash_ratio',
    title: 'Cash ratio',
    formula: '(cash + short-term investments) / current liabilities',
    not: unclassified,
    value: (w) => liquidAssets(w) / currentLiabilities(w),
  },
  {
    ratio: 'days_sales',
    title: 'Days sales outstanding',
    unit: 'days',
    formula: 'trade receivables / revenue x days of the period',
    not: financialShapes,
    value: (w) => (w.closing('receivables') / revenue(w)) * w.days,
  },
  {
    ratio: 'days_inventory',
    title: 'Days inventory outstanding',
    unit: 'days',
    formula: 'inventories / cost of revenue x days of the period',
    not: financialShapes,
    value: (w) => (w.closing('inventory') / requirePositive(w.flow('cost_of_revenue'), 'Cost of revenue')) * w.days,
  },
  {
    ratio: 'days_payables',
    title: 'Days payables outstanding',
    unit: 'days',
    formula: 'trade payables / cost of revenue x days of the period',
    not: financialShapes,
    value: (w) => (w.closing('payables') / requirePositive(w.flow('cost_of_revenue'), 'Cost of revenue')) * w.days,
  },
  {
    ratio: 'cash_conversion_cycle',
    title: 'Cash conversion cycle',
    unit: 'days',
    formula: 'days sales + days inventory - days payables',
    not: financialShapes,
    value: (w) => {
      const cost = requirePositive(w.flow('cost_of_revenue'), 'Cost of revenue')
      return (w.closing('receivables') / revenue(w) + (w.closing('inventory') - w.closing('payables')) / cost) * w.days
    },
  },
  {
    ratio: 'interest_cover',
    title: 'Interest cover',
    formula: '(income before tax + interest expense) / interest expense',
    source: 'Usual among rating agencies',
    not: financialShapes,
    value: (w) => ebit(w) / requirePositive(w.flow('interest_expense'), 'Interest expense'),
  },
  {
    ratio: 'net_debt_to_ebitda',
    title: 'Net debt to EBITDA',
    formula:
      '(debt + leases - cash - short-term investments) / (income before tax + interest expense + depreciation and amortisation)',
    source: 'SEC Compliance and Disclosure Interpretation 103.01',
    not: financialShapes,
    value: (w) => (totalDebt(w) - liquidAssets(w)) / requirePositive(ebitda(w), 'EBITDA'),
  },
  {
    ratio: 'free_cash_flow',
    title: 'Free cash flow',
    unit: 'currency',
    formula: 'operating cash flow - purchases of property, plant and equipment',
    source: 'Not defined by GAAP; SEC Compliance and Disclosure Interpretation 102.07',
    not: noFreeCashFlow,
    value: freeCashFlow,
  },
]

const profitability: readonly OfBlock[] = [
  {
    ratio: 'gross_margin',
    title: 'Gross margin',
    formula: 'gross profit / revenue',
    not: financialShapes,
    value: (w) => percent(w.flow('gross_profit'), revenue(w)),
  },
  {
    ratio: 'operating_margin',
    title: 'Operating margin',
    formula: 'operating income / revenue',
    not: { shapes: ['bank'], why: 'Banks state no operating income.' },
    value: (w) => percent(w.flow('operating_income'), revenue(w)),
  },
  {
    ratio: 'net_margin',
    title: 'Net margin',
    formula: 'net income / revenue',
    value: (w) => percent(w.flow('net_income'), revenue(w)),
  },
  {
    ratio: 'free_cash_flow_margin',
    title: 'Free cash flow margin',
    formula: '(operating cash flow - purchases of property, plant and equipment) / revenue',
    source: 'Usual among analysts',
    not: noFreeCashFlow,
    value: (w) => percent(freeCashFlow(w), revenue(w)),
  },
  {
    ratio: 'return_on_equity',
    title: 'Return on equity',
    formula: 'net income / average equity of owners',
    value: (w) => {
      requirePositive(w.opening('equity'), 'Opening equity')
      requirePositive(w.closing('equity'), 'Closing equity')
      return percent(w.flow('net_income'), w.average('equity'))
    },
  },
  {
    ratio: 'return_on_assets',
    title: 'Return on assets',
    formula: 'net income / average total assets',
    value: (w) => percent(w.flow('net_income'), requirePositive(w.average('total_assets'), 'Average total assets')),
  },
  {
    ratio: 'asset_turnover',
    title: 'Asset turnover',
    unit: 'times',
    formula: 'revenue / average total assets',
    not: financialShapes,
    value: (w) => revenue(w) / requirePositive(w.average('total_assets'), 'Average total assets'),
  },
  {
    ratio: 'effective_tax_rate',
    title: 'Effective tax rate',
    formula: 'income tax / income before tax',
    source: 'ASC 740, IAS 12',
    value: (w) => percent(w.flow('income_tax'), requirePositive(w.flow('pretax_income'), 'Income before tax')),
  },
  {
    ratio: 'payout',
    title: 'Dividends paid to net income',
    formula: 'dividends paid / net income',
    value: (w) => percent(w.flow('dividends_paid'), requirePositive(w.flow('net_income'), 'Net income')),
  },
  {
    ratio: 'efficiency_ratio',
    title: 'Efficiency ratio',
    formula: 'non-interest expense / (net interest income + non-interest income)',
    source: 'Bank call reports',
    only: ['bank'],
    value: (w) =>
      percent(
        w.flow('noninterest_expense'),
        requirePositive(w.flow('net_interest_income') + w.flow('noninterest_income'), 'Income'),
      ),
  },
]

export const ratioRows: readonly RatioRow[] = [
  ...inBlock('quality', 'times', quality),
  ...inBlock('profitability', 'percent', profitability),
]

/** An amount, or why there is none, with what it was made from. */
export interface ComputedOrWhy<Value> {
  readonly value: Value | null
  readonly why: string | null
  readonly inputs: readonly RatioAmount[]
}

/** A ratio of a window; the day it became known is that of the last filing it needed. */
export interface Ratio extends ComputedOrWhy<number> {
  readonly row: RatioRow
}

export const ratioOf = (row: RatioRow, shape: StatementShape, window: Window): Ratio => ({
  row,
  ...computedForShape(shape, row.not, window, () => row.value(window)),
})

/** What is computed of a window, or why that says nothing in a form of statements. */
export const computedForShape = <Value>(
  shape: StatementShape,
  not: Not | undefined,
  window: Window,
  compute: () => Value,
): ComputedOrWhy<Value> =>
  not?.shapes.includes(shape) ? { value: null, why: not.why, inputs: [] } : evaluateOverWindows([window], compute)

/** What is computed of windows, with what it asked of them. */
export function evaluateOverWindows<Value>(windows: readonly Window[], compute: () => Value): ComputedOrWhy<Value> {
  const attempt = (): Pick<ComputedOrWhy<Value>, 'value' | 'why'> => {
    try {
      return { value: compute(), why: null }
    } catch (error) {
      if (!(error instanceof LineNotStatedError || error instanceof RatioRefusedError)) throw error
      return { value: null, why: error.message }
    }
  }
  const result = attempt()
  return { ...result, inputs: windows.flatMap((window) => window.takeInputs()) }
}
