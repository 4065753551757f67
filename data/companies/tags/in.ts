import type { LineTags } from './line-tags.ts'
import type { SegmentMeasure } from './segment-measure.ts'

/** Paid-up capital over the face value of a share: no element is the count itself. */
export const issuedShares = 'PaidUpValueOfEquityShareCapital/FaceValueOfEquityShareCapital'

/** Elements of the results that companies listed in India file. */
const elements = {
  revenue: ['RevenueFromOperations'],
  interest_expense: ['FinanceCosts', 'InterestExpended'],
  pretax_income: ['ProfitBeforeTax', 'ProfitLossFromOrdinaryActivitiesBeforeTax', 'ProfitLossBeforeTax', 'ProfitOrLossBeforeTax'],
  income_tax: ['TaxExpense'],
  income_continuing: ['ProfitLossForPeriodFromContinuingOperations'],
  net_income_with_minorities: ['ProfitLossForPeriod', 'ProfitLossForThePeriod'],
  net_income: [
    'ProfitOrLossAttributableToOwnersOfParent',
    'ProfitLossAfterTaxesMinorityInterestAndShareOfProfitLossOfAssociates',
    'ProfitLossForPeriod',
    'ProfitLossForThePeriod',
    'ProfitLossAfterTaxAndExtraordinaryItems',
  ],
  associates_income: ['ShareOfProfitLossOfAssociatesAndJointVenturesAccountedForUsingEquityMethod'],
  discontinued_income: ['ProfitLossFromDiscontinuedOperationsAfterTax'],
  minority_interest_income: ['ProfitOrLossAttributableToNonControllingInterests'],
  eps_basic: ['BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations', 'BasicEarningsPerShareAfterExtraordinaryItems'],
  eps_diluted: [
    'DilutedEarningsLossPerShareFromContinuingAndDiscontinuedOperations',
    'DilutedEarningsPerShareAfterExtraordinaryItems',
  ],
  interest_income: ['InterestEarned'],
  bank_interest_expense: ['InterestExpended'],
  noninterest_income: ['OtherIncome'],
  noninterest_expense: ['OperatingExpenses'],
  provision_credit_losses: ['ProvisionsOtherThanTaxAndContingencies'],
  premiums_earned: ['NetPremiumIncome', 'PremiumEarned'],
  cash: ['CashAndCashEquivalents'],
  receivables: ['TradeReceivablesCurrent'],
  inventory: ['Inventories'],
  current_assets: ['CurrentAssets'],
  property_plant_equipment: ['PropertyPlantAndEquipment'],
  goodwill: ['Goodwill'],
  intangibles: ['OtherIntangibleAssets'],
  loans: ['Advances'],
  total_assets: ['Assets'],
  payables: ['TradePayablesCurrent'],
  current_liabilities: ['CurrentLiabilities'],
  short_term_debt: ['BorrowingsCurrent'],
  long_term_debt: ['BorrowingsNoncurrent'],
  deposits: ['Deposits'],
  total_liabilities: ['Liabilities'],
  // banks state capital and reserves apart
  equity: { parts: [['EquityAttributableToOwnersOfParent', 'Equity', 'Capital'], ['ReservesAndSurplus']] },
  equity_with_minorities: ['Equity'],
  minority_interest: ['NonControllingInterest'],
  liabilities_and_equity: ['EquityAndLiabilities', 'CapitalAndLiabilities'],
  operating_cash_flow: ['CashFlowsFromUsedInOperatingActivities'],
  investing_cash_flow: ['CashFlowsFromUsedInInvestingActivities'],
  financing_cash_flow: ['CashFlowsFromUsedInFinancingActivities'],
  capital_expenditure: ['PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities'],
  dividends_paid: ['DividendsPaidClassifiedAsFinancingActivities'],
  depreciation_amortisation: ['DepreciationDepletionAndAmortisationExpense'],
  shares_outstanding: [issuedShares],
} as const satisfies LineTags

/** Prefixes of these elements: until 2024, and since filings are integrated. */
const indianPrefixes = ['in-bse-fin', 'in-capmkt'] as const

const prefixed = (names: readonly string[]) => names.flatMap((name) => indianPrefixes.map((prefix) => `${prefix}:${name}`))

export const indianTags: LineTags = Object.fromEntries(
  Object.entries<NonNullable<LineTags[keyof LineTags]>>(elements).map(([line, names]) => [
    line,
    'parts' in names ? { parts: names.parts.map(prefixed) } : prefixed(names),
  ]),
)

/** Segment tables of results. Some issuers divide their revenue, others their income. */
export const indianSegments: readonly SegmentMeasure[] = [
  {
    measure: 'revenue',
    concepts: prefixed(['SegmentRevenue']),
    whole: prefixed(['RevenueFromOperations', 'Income']),
    takenOff: prefixed(['InterSegmentRevenue']),
  },
  {
    measure: 'result',
    concepts: prefixed(['SegmentProfitLossBeforeTaxAndFinanceCosts']),
    whole: prefixed(elements.pretax_income),
    takenOff: prefixed(['SegmentFinanceCosts', 'OtherUnallocableExpenditureNetOffUnAllocableIncome']),
  },
  {
    measure: 'assets',
    concepts: prefixed(['SegmentAssets']),
    whole: prefixed(elements.total_assets),
    added: prefixed(['UnAllocableAssets']),
  },
]
