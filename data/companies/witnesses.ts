import { type LineId, lines } from './lines.ts'

/**
 * A sum that holds in every report: where it does not, the lines that it withholds are not served. A concept that makes it hold is chosen
 * before one that does not.
 */
export interface SumIdentity {
  /** As it is printed where a period withholds it. */
  readonly name: string
  readonly whole: LineId
  readonly parts: readonly LineId[]
  /** Parts that are counted where they are stated. */
  readonly more?: readonly LineId[]
  readonly withholds: readonly LineId[]
}

const balanceLines = lines.flatMap(({ line, statement }) => (statement === 'balance' ? [line] : []))

export const sumIdentities: readonly SumIdentity[] = [
  { name: 'balance sheet', whole: 'total_assets', parts: ['liabilities_and_equity'], withholds: balanceLines },
  {
    name: 'balance sheet',
    whole: 'total_assets',
    parts: ['total_liabilities', 'equity_with_minorities'],
    more: ['temporary_equity'],
    withholds: balanceLines,
  },
  {
    name: 'interest income',
    whole: 'interest_income',
    parts: ['net_interest_income', 'bank_interest_expense'],
    withholds: ['interest_income'],
  },
  {
    name: 'net income',
    whole: 'net_income_with_minorities',
    parts: ['net_income', 'minority_interest_income'],
    withholds: ['net_income', 'net_income_with_minorities', 'minority_interest_income'],
  },
  {
    name: 'gross profit',
    whole: 'revenue',
    parts: ['gross_profit', 'cost_of_revenue'],
    withholds: ['gross_profit', 'cost_of_revenue'],
  },
]

/** Lines that are never more than another one of their column. */
export const lineUpperBounds: readonly { readonly line: LineId; readonly of: LineId; readonly withholds: LineId }[] = [
  { line: 'gross_profit', of: 'revenue', withholds: 'revenue' },
  { line: 'cash', of: 'total_assets', withholds: 'cash' },
  { line: 'current_assets', of: 'total_assets', withholds: 'current_assets' },
  { line: 'current_liabilities', of: 'total_liabilities', withholds: 'current_liabilities' },
]

/** Concepts of the whole revenue: any other may be a part of it. */
export const wholeRevenue = /(?:^|:)(?:Revenues?|SalesRevenueNet|RevenuesNetOfInterestExpense)$/

/** What a figure of a line is called where its concept holds more or less than the line; null where it is the line. */
export const conceptTermOf = (others: Readonly<Record<string, string>>, concept: string): string | null =>
  others[concept.replace(/\b[a-z-]+:/g, '')] ?? null
