import type { Profitability } from '../documents/company/per-share.ts'
import { freeCashFlow, noFreeCashFlow, type RatioRow } from './ratios.ts'

/** An amount per share of twelve months, declared once. */
interface PerShareRow extends Pick<RatioRow, 'title' | 'formula' | 'not' | 'value'> {
  readonly line: Profitability['per_share'][number]['line']
}

const averageShares =
  'average diluted shares of the twelve months (the fiscal year, with the quarters since in place of the same ones of it)'

export const perShareRows: readonly PerShareRow[] = [
  {
    line: 'eps_diluted',
    title: 'Diluted earnings',
    formula: `net income / ${averageShares}; no sum of quarterly amounts per share`,
    value: (w) => w.flow('net_income') / w.dilutedShares(),
  },
  {
    line: 'revenue',
    title: 'Revenue',
    formula: `revenue / ${averageShares}`,
    value: (w) => w.flow('revenue') / w.dilutedShares(),
  },
  {
    line: 'free_cash_flow',
    title: 'Free cash flow',
    formula: `(operating cash flow - purchases of property, plant and equipment) / ${averageShares}`,
    not: noFreeCashFlow,
    value: (w) => freeCashFlow(w) / w.dilutedShares(),
  },
  {
    line: 'dividends',
    title: 'Dividends paid',
    formula: `dividends paid / ${averageShares}`,
    value: (w) => w.flow('dividends_paid') / w.dilutedShares(),
  },
  {
    line: 'book_value',
    title: 'Book value',
    formula: '(equity of owners - preferred stock) / shares outstanding by the newest cover',
    value: (w) => (w.closing('equity') - w.closingOrNone('preferred_stock')) / w.countedShares(),
  },
]
