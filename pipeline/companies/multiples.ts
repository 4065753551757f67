import type { Window } from './figures/window.ts'
import {
  ebit,
  ebitda,
  financialShapes,
  freeCashFlow,
  liquidAssets,
  noFreeCashFlow,
  type RatioRow,
  requirePositive,
  revenue,
  totalDebt,
} from './ratios.ts'

/** A multiple declared once: of the market value, or of the enterprise value. */
interface MultipleRow extends Pick<RatioRow, 'title' | 'formula' | 'not'> {
  readonly multiple: string
  /** Times where left out. */
  readonly unit?: 'times' | 'percent'
  value(window: Window, marketValue: number): number
}

/** Debt and leases as in the ratio of net debt to EBITDA, preferred stock and minorities, less cash. */
export const enterpriseValue = (w: Window, marketValue: number): number =>
  marketValue + totalDebt(w) + w.closingOrNone('preferred_stock') + w.closingOrNone('minority_interest') - liquidAssets(w)

export const noEnterpriseValue = {
  shapes: financialShapes.shapes,
  why: 'Deposits and policies are not debt, so enterprise value is not defined for this form of statements.',
}

export const multipleRows: readonly MultipleRow[] = [
  {
    multiple: 'price_to_earnings',
    title: 'Price to earnings',
    formula: 'market value / net income of twelve months',
    value: (w, value) => value / requirePositive(w.flow('net_income'), 'Net income'),
  },
  {
    multiple: 'price_to_book',
    title: 'Price to book',
    formula: 'market value / (equity of owners - preferred stock)',
    value: (w, value) => value / requirePositive(w.closing('equity') - w.closingOrNone('preferred_stock'), 'Common equity'),
  },
  {
    multiple: 'price_to_sales',
    title: 'Price to sales',
    formula: 'market value / revenue of twelve months',
    value: (w, value) => value / revenue(w),
  },
  {
    multiple: 'free_cash_flow_yield',
    title: 'Free cash flow yield',
    unit: 'percent',
    formula: '(operating cash flow - purchases of property, plant and equipment) / market value',
    not: noFreeCashFlow,
    value: (w, value) => (100 * freeCashFlow(w)) / value,
  },
  {
    multiple: 'ev_to_ebitda',
    title: 'EV to EBITDA',
    formula: 'enterprise value / (income before tax + interest expense + depreciation and amortisation)',
    not: noEnterpriseValue,
    value: (w, value) => enterpriseValue(w, value) / requirePositive(ebitda(w), 'EBITDA'),
  },
  {
    multiple: 'ev_to_revenue',
    title: 'EV to revenue',
    formula: 'enterprise value / revenue of twelve months',
    not: noEnterpriseValue,
    value: (w, value) => enterpriseValue(w, value) / revenue(w),
  },
  {
    multiple: 'ev_to_ebit',
    title: 'EV to EBIT',
    formula: 'enterprise value / (income before tax + interest expense)',
    not: noEnterpriseValue,
    value: (w, value) => enterpriseValue(w, value) / requirePositive(ebit(w), 'EBIT'),
  },
]
