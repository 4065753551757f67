import type { LineTags } from './line-tags.ts'

/** Ordinary shares outstanding, where there are no others. */
export const ordinaryShares = 'distb_stock_co'
/** The same of a company with preferred shares, which are a class of their own. */
export const ordinaryBesidePreferred = 'distb_stock_co (보통주)'

/**
 * Accounts of OpenDART: the id of the account, `label:` and the filed name without spaces, numbering and `(손실)`, or `sum:` for rows of a
 * balance sheet added up (`feeds/dart-debt.ts`). Finance costs are no interest expense, having losses on currencies and derivatives in them, and
 * intangible assets with goodwill are not those without.
 */
export const koreanTags: LineTags = {
  revenue: [
    'label:영업수익',
    'label:매출액',
    'label:매출',
    'label:수익(매출액)',
    'ifrs-full_Revenue',
    'dart_OperatingRevenue',
    'ifrs-full_RevenueFromContractsWithCustomers',
  ],
  cost_of_revenue: ['ifrs-full_CostOfSales', 'label:매출원가'],
  gross_profit: ['ifrs-full_GrossProfit', 'label:매출총이익'],
  research_development: ['dart_ResearchAndDevelopmentExpense', 'ifrs-full_ResearchAndDevelopmentExpense'],
  selling_general_admin: [
    'dart_TotalSellingGeneralAdministrativeExpenses',
    'ifrs-full_SellingGeneralAndAdministrativeExpense',
    'label:판매비와관리비',
  ],
  operating_income: ['dart_OperatingIncomeLoss', 'ifrs-full_ProfitLossFromOperatingActivities', 'label:영업이익'],
  interest_expense: ['ifrs-full_InterestExpense', 'label:이자비용'],
  pretax_income: [
    'ifrs-full_ProfitLossBeforeTax',
    'label:법인세비용차감전순이익',
    'label:법인세비용차감전이익',
    'label:법인세차감전순이익',
  ],
  income_tax: ['ifrs-full_IncomeTaxExpenseContinuingOperations', 'label:법인세비용'],
  income_continuing: ['ifrs-full_ProfitLossFromContinuingOperations'],
  discontinued_income: ['ifrs-full_ProfitLossFromDiscontinuedOperations'],
  associates_income: ['ifrs-full_ShareOfProfitLossOfAssociatesAndJointVenturesAccountedForUsingEquityMethod'],
  net_income_with_minorities: ['ifrs-full_ProfitLoss', 'label:당기순이익', 'label:분기순이익', 'label:반기순이익'],
  net_income: ['ifrs-full_ProfitLossAttributableToOwnersOfParent', 'ifrs-full_ProfitLoss'],
  minority_interest_income: ['ifrs-full_ProfitLossAttributableToNoncontrollingInterests'],
  eps_basic: [
    'ifrs-full_BasicEarningsLossPerShare',
    'label:기본주당이익',
    'label:보통주기본주당이익',
    'label:기본주당순이익',
    'label:보통주기본및희석주당이익',
    'label:기본및희석주당이익',
  ],
  eps_diluted: [
    'ifrs-full_DilutedEarningsLossPerShare',
    'label:희석주당이익',
    'label:보통주희석주당이익',
    'label:희석주당순이익',
    'label:보통주기본및희석주당이익',
    'label:기본및희석주당이익',
  ],
  dividend_per_share: ['label:주당현금배당금(원)'],
  interest_income: ['ifrs-full_RevenueFromInterest'],
  bank_interest_expense: ['ifrs-full_InterestExpense'],
  net_interest_income: ['ifrs-full_InterestRevenueExpense'],
  provision_credit_losses: ['ifrs-full_ImpairmentLossImpairmentGainAndReversalOfImpairmentLossDeterminedInAccordanceWithIFRS9'],
  premiums_earned: ['ifrs-full_InsuranceRevenue'],
  claims: ['ifrs-full_InsuranceServiceExpensesFromInsuranceContractsIssued'],
  net_investment_income: ['dart_InvestmentIncomeExpenses'],
  insurance_service_result: ['ifrs-full_InsuranceServiceResult', 'dart_InsuranceRevenueExpense'],
  cash: ['ifrs-full_CashAndCashEquivalents', 'label:현금및현금성자산', 'dart_CashAndCashEquivalentsAtEndOfPeriodCf'],
  short_term_investments: [
    'ifrs-full_ShorttermDepositsNotClassifiedAsCashEquivalents',
    'dart_ShortTermDepositsNotClassifiedAsCashEquivalents',
    'label:단기금융상품',
  ],
  receivables: [
    'ifrs-full_CurrentTradeReceivables',
    'dart_ShortTermTradeReceivable',
    'label:매출채권',
    'ifrs-full_TradeAndOtherCurrentReceivables',
  ],
  inventory: ['ifrs-full_Inventories', 'ifrs-full_InventoriesTotal', 'label:재고자산'],
  current_assets: ['ifrs-full_CurrentAssets', 'label:유동자산'],
  property_plant_equipment: ['ifrs-full_PropertyPlantAndEquipment', 'label:유형자산'],
  goodwill: ['ifrs-full_Goodwill', 'label:영업권'],
  intangibles: ['ifrs-full_IntangibleAssetsOtherThanGoodwill'],
  loans: ['ifrs-full_LoansAndReceivables', 'dart_LoansAtAmortisedCost'],
  total_assets: ['ifrs-full_Assets', 'label:자산총계'],
  payables: [
    'ifrs-full_TradeAndOtherCurrentPayablesToTradeSuppliers',
    'dart_ShortTermTradePayables',
    'label:매입채무',
    'ifrs-full_TradeAndOtherCurrentPayables',
  ],
  current_liabilities: ['ifrs-full_CurrentLiabilities', 'label:유동부채'],
  short_term_debt: ['sum:debt in current liabilities'],
  long_term_debt: ['sum:debt in non-current liabilities'],
  deposits: ['dart_DepositsLiabilities', 'ifrs-full_DepositsFromCustomers'],
  total_liabilities: ['ifrs-full_Liabilities', 'label:부채총계'],
  equity: ['ifrs-full_EquityAttributableToOwnersOfParent', 'ifrs-full_Equity'],
  equity_with_minorities: ['ifrs-full_Equity', 'label:자본총계'],
  minority_interest: ['ifrs-full_NoncontrollingInterests'],
  liabilities_and_equity: [
    'ifrs-full_EquityAndLiabilities',
    'label:부채와자본총계',
    'label:자본과부채총계',
    'label:부채및자본총계',
  ],
  retained_earnings: ['ifrs-full_RetainedEarnings', 'label:이익잉여금'],
  lease_liabilities: ['sum:lease liabilities'],
  operating_cash_flow: ['ifrs-full_CashFlowsFromUsedInOperatingActivities', 'label:영업활동현금흐름'],
  investing_cash_flow: ['ifrs-full_CashFlowsFromUsedInInvestingActivities', 'label:투자활동현금흐름'],
  financing_cash_flow: ['ifrs-full_CashFlowsFromUsedInFinancingActivities', 'label:재무활동현금흐름'],
  depreciation_amortisation: [
    'ifrs-full_DepreciationAndAmortisationExpense',
    'ifrs-full_AdjustmentsForDepreciationAndAmortisationExpense',
  ],
  capital_expenditure: ['ifrs-full_PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities', 'label:유형자산의취득'],
  dividends_paid: ['ifrs-full_DividendsPaidClassifiedAsFinancingActivities', 'label:배당금의지급'],
  buybacks: ['dart_AcquisitionOfTreasuryShares', 'ifrs-full_PaymentsToAcquireOrRedeemEntitysShares', 'label:자기주식의취득'],
  shares_outstanding: [ordinaryShares, ordinaryBesidePreferred],
}
