import { isoDay } from '../../pipeline/time/day.ts'
import type { SampleTableRow } from './publication.ts'

/** Lines and the concepts under which the UK, India and Japan file them, with the name in Japan; - where the market does not state one. */
const concepts = `
revenue Revenue RevenueFromOperations Revenue 売上収益
cost_of_revenue CostOfSales - CostOfSales 売上原価
gross_profit GrossProfit - GrossProfit 売上総利益
research_development ResearchAndDevelopmentExpense - ResearchAndDevelopmentExpenses 研究開発費
selling_general_admin SellingGeneralAndAdministrativeExpense - SellingGeneralAndAdministrativeExpenses 販売費及び一般管理費
operating_income ProfitLossFromOperatingActivities - OperatingProfitLoss 営業利益（△損失）
interest_expense FinanceCosts FinanceCosts FinanceCosts 金融費用
depreciation_amortisation - DepreciationDepletionAndAmortisationExpense DepreciationAndAmortizationOpeCF 減価償却費及び償却費
pretax_income ProfitLossBeforeTax ProfitBeforeTax ProfitLossBeforeTax 税引前利益（△損失）
income_tax IncomeTaxExpenseContinuingOperations TaxExpense IncomeTaxExpense 法人所得税費用
net_income ProfitLoss ProfitLossForPeriod ProfitLoss 当期利益（△損失）
net_income - - ProfitLossAttributableToOwnersOfParent 親会社の所有者、当期利益（△損失）
eps_basic BasicEarningsLossPerShare BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations BasicEarningsLossPerShare 基本的１株当たり当期利益（△損失）
eps_diluted DilutedEarningsLossPerShare DilutedEarningsLossPerShareFromContinuingAndDiscontinuedOperations DilutedEarningsLossPerShare 希薄化後１株当たり当期利益（△損失）
shares_basic_average WeightedAverageShares - - -
shares_diluted_average AdjustedWeightedAverageShares - - -
operating_cash_flow CashFlowsFromUsedInOperatingActivities CashFlowsFromUsedInOperatingActivities NetCashProvidedByUsedInOperatingActivities 営業活動によるキャッシュ・フロー
investing_cash_flow CashFlowsFromUsedInInvestingActivities CashFlowsFromUsedInInvestingActivities NetCashProvidedByUsedInInvestingActivities 投資活動によるキャッシュ・フロー
financing_cash_flow CashFlowsFromUsedInFinancingActivities CashFlowsFromUsedInFinancingActivities NetCashProvidedByUsedInFinancingActivities 財務活動によるキャッシュ・フロー
capital_expenditure PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities PurchaseOfPropertyPlantAndEquipmentInvCF 有形固定資産の取得による支出
dividends_paid DividendsPaidClassifiedAsFinancingActivities DividendsPaidClassifiedAsFinancingActivities DividendsPaidFinCF 配当金の支払額
buybacks - - PaymentsForPurchaseOfTreasurySharesFinCF 自己株式の取得による支出
cash CashAndCashEquivalents CashAndCashEquivalents CashAndCashEquivalents 現金及び現金同等物
receivables TradeAndOtherCurrentReceivables TradeReceivablesCurrent TradeAndOtherReceivablesCA 営業債権及びその他の債権、流動資産
inventory Inventories Inventories InventoriesCA 棚卸資産、流動資産
current_assets CurrentAssets CurrentAssets CurrentAssets 流動資産
property_plant_equipment PropertyPlantAndEquipment PropertyPlantAndEquipment PropertyPlantAndEquipment 有形固定資産
goodwill Goodwill Goodwill Goodwill のれん
total_assets Assets Assets Assets 資産
payables TradeAndOtherCurrentPayables TradePayablesCurrent TradeAndOtherPayablesCL 営業債務及びその他の債務、流動負債
short_term_debt CurrentBorrowings BorrowingsCurrent BondsAndBorrowingsCL 社債及び借入金、流動負債
current_liabilities CurrentLiabilities CurrentLiabilities TotalCurrentLiabilities 流動負債
long_term_debt NoncurrentBorrowings BorrowingsNoncurrent BondsAndBorrowingsNCL 社債及び借入金、非流動負債
total_liabilities Liabilities Liabilities Liabilities 負債
retained_earnings RetainedEarnings - RetainedEarnings 利益剰余金
equity Equity Equity Equity 資本
equity - - EquityAttributableToOwnersOfParent 親会社の所有者に帰属する持分
liabilities_and_equity EquityAndLiabilities EquityAndLiabilities LiabilitiesAndEquity 負債及び資本
`
const rows = concepts
  .trim()
  .split('\n')
  .map((row) => row.split(' ') as [line: string, uk: string, india: string, japan: string, name: string])

export type StatementFactRow = SampleTableRow<'statement_fact'>

/** What the facts of one report have in common. */
export type StatementReport = Pick<StatementFactRow, 'company' | 'filing' | 'form' | 'filed' | 'basis'>
type Stated = Pick<StatementFactRow, 'concept' | 'unit' | 'value'> & Partial<StatementFactRow>

export const factOf = (report: StatementReport, stated: Stated): StatementFactRow => ({
  ...{ ...report, scope: 'consolidated', label: null, from_day: null, to_day: null },
  ...{ end_year: null, end_quarter: null, months_back: null, months: null, ...stated },
})

const markets = {
  uk: { at: 1, prefix: 'ifrs-full:', currency: 'GBP' },
  india: { at: 2, prefix: 'in-capmkt:', currency: 'INR' },
  japan: { at: 3, prefix: 'jpigp_cor:', currency: 'JPY' },
} as const

/** Lines of a period, or of a day where `from` is null (day numbers), under the concepts of a market; those it does not state are left out. */
export function factsOf(
  report: StatementReport,
  market: keyof typeof markets,
  values: Readonly<Record<string, number>>,
  [from, to]: readonly [from: number | null, to: number],
): StatementFactRow[] {
  const { at, prefix, currency } = markets[market]
  return rows.flatMap((row) => {
    const [line, , , , name] = row
    const value = values[line]
    if (value === undefined || row[at] === '-') return []
    return factOf(report, {
      concept: `${prefix}${row[at]}${market === 'japan' ? 'IFRS' : ''}`,
      label: market === 'japan' ? `${name}（IFRS）` : null,
      unit: line.startsWith('shares') ? 'shares' : line.startsWith('eps') ? `${currency}/shares` : currency,
      ...{ from_day: from === null ? null : isoDay(from), to_day: isoDay(to), value: String(Number(value.toFixed(2))) },
    })
  })
}
