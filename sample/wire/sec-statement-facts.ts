import { isoDay } from '../../pipeline/time/day.ts'
import type { Filing } from '../world/filings.ts'
import type { Reporter } from '../world/reporters.ts'
import { balanceAt, flowsIn, quarterEnd, quarterStart, sharesOn } from '../world/statements.ts'

/** A fact as company facts have it: of the whole company, without a dimension. */
export interface Fact {
  readonly taxonomy: 'dei' | 'us-gaap'
  readonly tag: string
  readonly unit: 'shares' | 'USD' | 'USD/shares'
  /** Absent at an instant. */
  readonly start?: string
  readonly end: string
  readonly val: number
}

const incomeTags = {
  revenue: 'RevenueFromContractWithCustomerExcludingAssessedTax',
  cost_of_revenue: 'CostOfGoodsAndServicesSold',
  gross_profit: 'GrossProfit',
  research_development: 'ResearchAndDevelopmentExpense',
  selling_general_admin: 'SellingGeneralAndAdministrativeExpense',
  operating_income: 'OperatingIncomeLoss',
  interest_expense: 'InterestExpense',
  pretax_income: 'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
  income_tax: 'IncomeTaxExpenseBenefit',
  net_income: 'NetIncomeLoss',
  eps_basic: 'EarningsPerShareBasic',
  eps_diluted: 'EarningsPerShareDiluted',
  shares_basic_average: 'WeightedAverageNumberOfSharesOutstandingBasic',
  shares_diluted_average: 'WeightedAverageNumberOfDilutedSharesOutstanding',
} as const

const cashFlowTags = {
  operating_cash_flow: 'NetCashProvidedByUsedInOperatingActivities',
  investing_cash_flow: 'NetCashProvidedByUsedInInvestingActivities',
  financing_cash_flow: 'NetCashProvidedByUsedInFinancingActivities',
  depreciation_amortisation: 'DepreciationDepletionAndAmortization',
  stock_compensation: 'ShareBasedCompensation',
  capital_expenditure: 'PaymentsToAcquirePropertyPlantAndEquipment',
  dividends_paid: 'PaymentsOfDividendsCommonStock',
  buybacks: 'PaymentsForRepurchaseOfCommonStock',
} as const

const flowTags = { ...incomeTags, ...cashFlowTags }

const balanceTags = {
  cash: 'CashAndCashEquivalentsAtCarryingValue',
  receivables: 'AccountsReceivableNetCurrent',
  inventory: 'InventoryNet',
  current_assets: 'AssetsCurrent',
  property_plant_equipment: 'PropertyPlantAndEquipmentNet',
  goodwill: 'Goodwill',
  total_assets: 'Assets',
  payables: 'AccountsPayableCurrent',
  short_term_debt: 'DebtCurrent',
  current_liabilities: 'LiabilitiesCurrent',
  long_term_debt: 'LongTermDebtNoncurrent',
  total_liabilities: 'Liabilities',
  retained_earnings: 'RetainedEarningsAccumulatedDeficit',
  equity: 'StockholdersEquity',
  liabilities_and_equity: 'LiabilitiesAndStockholdersEquity',
} as const

/** US dollars a share, on the day of the public float. */
const floatPrice = 38

const unitOf = (line: string): Fact['unit'] =>
  line.startsWith('eps') ? 'USD/shares' : line.startsWith('shares') ? 'shares' : 'USD'

/** Facts under the tags of their lines. */
function tagged<Line extends string>(
  tags: Readonly<Partial<Record<Line, string>>>,
  amounts: Readonly<Record<Line, number>>,
  period: Pick<Fact, 'start' | 'end'>,
): Fact[] {
  const named = Object.entries(tags) as [Line, string][]
  return named.map(([line, tag]) => ({ taxonomy: 'us-gaap', tag, unit: unitOf(line), ...period, val: amounts[line] }))
}

/**
 * What a report states: its own period and the comparative ones. A quarterly report has its quarter, but cash flows from the start of the year
 * alone; an annual report has three years and not the fourth quarter.
 */
export function statementFacts(row: Reporter, { filed, fiscal }: Filing): Fact[] {
  const { year, quarter } = fiscal!
  const years = (quarter === 4 ? [year, year - 1, year - 2] : [year, year - 1]).filter((each) => each >= row.firstYear - 1)
  const isTagged = ({ tag }: Fact) => tag !== 'GrossProfit' || row.grossProfitUntil === null || year <= row.grossProfitUntil
  const flows = years.flatMap((each) => {
    const over = (first: number, tags: Partial<typeof flowTags>) => {
      const [start, end] = [isoDay(quarterStart(row, each, first)), isoDay(quarterEnd(row, each, quarter))]
      return tagged(tags, flowsIn(row, each, first, quarter, filed), { start, end })
    }
    return [...(quarter === 2 || quarter === 3 ? over(quarter, incomeTags) : []), ...over(1, flowTags)]
  })
  const sheet = (each: number, at: number) =>
    tagged(balanceTags, balanceAt(row, each, at, filed), { end: isoDay(quarterEnd(row, each, at)) })
  const count = { taxonomy: 'dei', tag: 'EntityCommonStockSharesOutstanding', unit: 'shares', end: isoDay(filed - 4) } as const
  const float = { taxonomy: 'dei', tag: 'EntityPublicFloat', unit: 'USD', end: isoDay(quarterEnd(row, year, 2)) } as const
  return [
    // one count for each of several classes has a dimension
    ...(row.classes === 1 ? [{ ...count, val: sharesOn(row, year, quarter, filed) }] : []),
    ...(quarter === 4 ? [{ ...float, val: floatPrice * sharesOn(row, year, 2, Number.POSITIVE_INFINITY) }] : []),
    ...flows.filter(isTagged),
    ...sheet(year, quarter),
    ...sheet(year - 1, 4),
  ]
}
