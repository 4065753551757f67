import { conceptsOf, type LineTags } from './line-tags.ts'
import type { SegmentMeasure } from './segment-measure.ts'

/** Paid-up capital over the face value of a share: no element is the count itself. */
export const issuedShares = 'PaidUpValueOfEquityShareCapital/FaceValueOfEquityShareCapital'

/** What an instance states in two elements: the names of both, with the sign between them. */
export const ownersEquity = 'EquityShareCapital + OtherEquity'
export const equityLessMinorities = 'Equity - NonControllingInterest'
export const incomeLessInterest = 'Income - InterestEarned'

/** Formats of results, as the names of their files begin. An element may be the whole of a line in one and its last small row in another. */
const ofAll = {
  income_tax: ['TaxExpense'],
  net_income_with_minorities: ['ProfitLossForPeriod', 'ProfitLossForThePeriod'],
  net_income: [
    'ProfitOrLossAttributableToOwnersOfParent',
    'ProfitLossAfterTaxesMinorityInterestAndShareOfProfitLossOfAssociates',
    'ProfitLossForPeriod',
    'ProfitLossForThePeriod',
    'ProfitLossAfterTaxAndExtraordinaryItems',
  ],
  pretax_income: ['ProfitBeforeTax', 'ProfitLossFromOrdinaryActivitiesBeforeTax', 'ProfitLossBeforeTax', 'ProfitOrLossBeforeTax'],
  eps_basic: ['BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations', 'BasicEarningsPerShareAfterExtraordinaryItems'],
  eps_diluted: [
    'DilutedEarningsLossPerShareFromContinuingAndDiscontinuedOperations',
    'DilutedEarningsPerShareAfterExtraordinaryItems',
  ],
  total_assets: ['Assets'],
  operating_cash_flow: ['CashFlowsFromUsedInOperatingActivities'],
  investing_cash_flow: ['CashFlowsFromUsedInInvestingActivities'],
  financing_cash_flow: ['CashFlowsFromUsedInFinancingActivities'],
  capital_expenditure: ['PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities'],
  dividends_paid: ['DividendsPaidClassifiedAsFinancingActivities'],
  shares_outstanding: [issuedShares],
} as const satisfies LineTags

/** Indian accounting standards, in the general format and in that of non-banking finance. */
const indAs = {
  ...ofAll,
  income_continuing: ['ProfitLossForPeriodFromContinuingOperations'],
  associates_income: ['ShareOfProfitLossOfAssociatesAndJointVenturesAccountedForUsingEquityMethod'],
  discontinued_income: ['ProfitLossFromDiscontinuedOperationsAfterTax'],
  minority_interest_income: ['ProfitOrLossAttributableToNonControllingInterests'],
  cash: ['CashAndCashEquivalents'],
  inventory: ['Inventories'],
  property_plant_equipment: ['PropertyPlantAndEquipment'],
  goodwill: ['Goodwill'],
  intangibles: ['OtherIntangibleAssets'],
  total_liabilities: ['Liabilities'],
  equity: ['EquityAttributableToOwnersOfParent', ownersEquity, equityLessMinorities, 'Equity'],
  equity_with_minorities: ['Equity'],
  minority_interest: ['NonControllingInterest'],
  liabilities_and_equity: ['EquityAndLiabilities'],
  depreciation_amortisation: ['DepreciationDepletionAndAmortisationExpense'],
} as const satisfies LineTags

const insurance = { ...indAs, premiums_earned: ['NetPremiumIncome', 'PremiumEarned'] } as const satisfies LineTags

const formats = {
  INDAS: {
    ...indAs,
    revenue: ['RevenueFromOperations'],
    interest_expense: ['FinanceCosts'],
    receivables: ['TradeReceivablesCurrent'],
    current_assets: ['CurrentAssets'],
    payables: ['TradePayablesCurrent'],
    current_liabilities: ['CurrentLiabilities'],
    short_term_debt: ['BorrowingsCurrent'],
    long_term_debt: ['BorrowingsNoncurrent'],
  },
  NBFC_INDAS: {
    ...indAs,
    revenue: ['RevenueFromOperations'],
    interest_income: ['InterestEarned'],
    interest_expense: ['FinanceCosts'],
    bank_interest_expense: ['FinanceCosts'],
    noninterest_income: [incomeLessInterest],
    provision_credit_losses: ['ImpairmentOnFinancialInstruments'],
    loans: ['Loans'],
    deposits: ['Deposits'],
  },
  BANKING: {
    ...ofAll,
    revenue: ['RevenueFromOperations'],
    interest_income: ['InterestEarned'],
    interest_expense: ['InterestExpended'],
    bank_interest_expense: ['InterestExpended'],
    noninterest_income: ['OtherIncome'],
    noninterest_expense: ['OperatingExpenses'],
    provision_credit_losses: ['ProvisionsOtherThanTaxAndContingencies'],
    // both are the cash of the cash flow statement
    cash: { parts: [['CashAndBalancesWithReserveBankOfIndia'], ['BalancesWithBanksAndMoneyAtCallAndShortNotice']] },
    loans: ['Advances'],
    deposits: ['Deposits'],
    equity: { parts: [['Capital'], ['ReservesAndSurplus']] },
    liabilities_and_equity: ['CapitalAndLiabilities'],
  },
  LI: insurance,
  GI: insurance,
} as const satisfies Readonly<Record<string, LineTags>>

/** Prefixes of these elements: until 2024, and since filings are integrated. */
const indianPrefixes = ['in-bse-fin', 'in-capmkt'] as const

const prefixed = (names: readonly string[]) => names.flatMap((name) => indianPrefixes.map((prefix) => `${prefix}:${name}`))

type Tags = NonNullable<LineTags[keyof LineTags]>
const tagsOf = (tags: Tags) => ('parts' in tags ? { tags: tags.tags ?? [], parts: tags.parts } : { tags, parts: [] })

/** The lines of all formats: an instance keeps only the elements of its format (`indianConcepts`). */
const merged = new Map<string, Tags>()
for (const format of Object.values<LineTags>(formats))
  for (const [line, own] of Object.entries(format)) {
    const [before, more] = [tagsOf(merged.get(line) ?? []), tagsOf(own)]
    const parts = [...before.parts, ...more.parts]
    merged.set(line, { tags: [...new Set([...before.tags, ...more.tags])], parts })
  }

export const indianTags: LineTags = Object.fromEntries(
  [...merged].map(([line, own]) => {
    const { tags, parts } = tagsOf(own)
    return [line, parts.length === 0 ? prefixed(tags) : { tags: prefixed(tags), parts: parts.map(prefixed) }]
  }),
)

/** The concepts that count in a format of results; those of the general format in an unknown one. */
export const indianConcepts = (format: string): ReadonlySet<string> => conceptsBy.get(format) ?? conceptsBy.get('INDAS')!
const conceptsBy = new Map(
  Object.entries<LineTags>(formats).map(([format, tags]) => [format, new Set(prefixed([...conceptsOf(tags)]))] as const),
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
    whole: prefixed(ofAll.pretax_income),
    added: prefixed(['ExceptionalItemsBeforeTax']),
    // some tables have the share of associates in it, and income before tax has not
    takenOff: prefixed([
      'SegmentFinanceCosts',
      'OtherUnallocableExpenditureNetOffUnAllocableIncome',
      'ShareOfProfitLossOfAssociatesAndJointVenturesAccountedForUsingEquityMethod',
    ]),
  },
  {
    measure: 'assets',
    concepts: prefixed(['SegmentAssets']),
    whole: prefixed(ofAll.total_assets),
    added: prefixed(['UnAllocableAssets']),
  },
]
