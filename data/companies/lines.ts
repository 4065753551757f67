import { namedRows, type RowsBy } from '../named-rows.ts'

/** Forms of statements; which one a company has follows from its industry. */
export type StatementShape = 'general' | 'bank' | 'insurer' | 'reit' | 'broker'

/**
 * A line of financial statements and the concepts it is filed under, the first that a filing states for its own period. Names without a prefix
 * are of us-gaap, those of `ifrs:` of ifrs-full.
 */
export interface LineRow {
  readonly line: string
  readonly title: string
  /** Forms of statements that have the line; all where left out. */
  readonly shapes?: readonly StatementShape[]
  /** Filed positive though it lowers income or cash. */
  readonly cost?: true
  /** A cost that may be income in some periods, such as a tax that comes back. */
  readonly eitherSign?: true
  /** Never below zero: a difference that is withdraws itself, as one of a cost does. */
  readonly positive?: true
  /** An amount that changes little from period to period: a zero between two amounts, or a jump against both, is of something else. */
  readonly steady?: true
  /** The currency of the statements where left out. */
  readonly unit?: 'currency/share' | 'shares'
  readonly tags: readonly string[]
  /**
   * The greatest of the concepts a filing states counts, not the first: narrower ones are a part of it. With `own` only the period of
   * the filing itself changes its concept; earlier periods keep theirs.
   */
  readonly greatest?: true | 'own'
  /** The concept that counts whatever others are greater. */
  readonly wins?: string
  /** Where no concept of `tags` is stated: one of each of these lists, added up. */
  readonly parts?: readonly (readonly string[])[]
  /** The parts count only where all of them are stated. */
  readonly everyPart?: true
  /** Parts with the concepts of the whole and of its rest: where a filing states both, the part is their difference. */
  readonly remainders?: Readonly<Record<string, readonly [whole: string, rest: string]>>
  /** Concepts that hold more than the line, or less, and what they are called: no other column of a company may have another one. */
  readonly others?: Readonly<Record<string, string>>
  /** Concepts that count only in a filing that does not state the other one: with it they would mean something else. */
  readonly unless?: Readonly<Record<string, string>>
}

const steadyCost = { cost: true, steady: true } as const
const costOrIncome = { cost: true, eitherSign: true } as const

const income = namedRows('line', {
  revenue: {
    title: 'Total revenue',
    greatest: true,
    steady: true,
    tags: [
      'Revenues',
      'RevenuesNetOfInterestExpense',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'RevenueFromContractsWithCustomersAbstractTotal',
      'SalesRevenueGoodsNet',
      'SalesRevenueServicesNet',
      'RealEstateRevenueNet',
      'OilAndGasRevenue',
      'HealthCareOrganizationRevenue',
      'RegulatedAndUnregulatedOperatingRevenue',
      'ElectricUtilityRevenue',
      'OperatingLeasesIncomeStatementLeaseRevenue',
      'ifrs:Revenue',
      'ifrs:RevenueFromContractsWithCustomers',
      'ifrs:RevenueFromSaleOfGoods',
      'ifrs:RevenueFromRenderingOfServices',
    ],
    wins: 'RevenuesNetOfInterestExpense',
  },
  cost_of_revenue: {
    title: 'Cost of revenue',
    shapes: ['general', 'reit'],
    ...steadyCost,
    tags: [
      'CostOfRevenue',
      'CostOfGoodsAndServicesSold',
      'CostOfGoodsSold',
      'CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization',
      'CostOfServices',
      'CostOfGoodsSoldExcludingDepreciationDepletionAndAmortization',
      'ifrs:CostOfSales',
    ],
  },
  gross_profit: { title: 'Gross profit', shapes: ['general', 'reit'], tags: ['GrossProfit', 'ifrs:GrossProfit'] },
  research_development: {
    title: 'Research and development',
    shapes: ['general', 'reit'],
    ...steadyCost,
    tags: [
      'ResearchAndDevelopmentExpense',
      'ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost',
      'ifrs:ResearchAndDevelopmentExpense',
    ],
  },
  selling_general_admin: {
    title: 'Selling, general and administrative',
    shapes: ['general', 'reit', 'broker'],
    ...steadyCost,
    tags: ['SellingGeneralAndAdministrativeExpense', 'ifrs:SellingGeneralAndAdministrativeExpense'],
    // many state selling apart, and general and administrative alone would be a part
    parts: [
      ['GeneralAndAdministrativeExpense', 'ifrs:AdministrativeExpense'],
      ['SellingAndMarketingExpense', 'SellingExpense', 'MarketingExpense', 'ifrs:SellingExpense', 'ifrs:DistributionCosts'],
    ],
  },
  operating_expenses: {
    title: 'Operating expenses',
    shapes: ['general', 'reit', 'broker', 'insurer'],
    ...costOrIncome,
    tags: ['OperatingExpenses'],
  },
  total_costs: {
    title: 'Total costs and expenses',
    ...costOrIncome,
    tags: ['CostsAndExpenses', 'BenefitsLossesAndExpenses'],
  },
  operating_income: {
    title: 'Operating income',
    shapes: ['general', 'insurer', 'reit', 'broker'],
    tags: ['OperatingIncomeLoss', 'ifrs:ProfitLossFromOperatingActivities'],
  },
  nonoperating_income: { title: 'Non-operating income, net', tags: ['NonoperatingIncomeExpense'] },
  interest_expense: {
    title: 'Interest expense',
    shapes: ['general', 'insurer', 'reit', 'broker'],
    ...steadyCost,
    tags: [
      'InterestExpense',
      'InterestExpenseNonoperating',
      'InterestExpenseDebt',
      'InterestAndDebtExpense',
      'InterestExpenseOperating',
      'ifrs:InterestExpense',
      'ifrs:FinanceCosts',
    ],
  },
  ordinary_income: { title: 'Ordinary income', tags: [] },
  pretax_income: {
    title: 'Income before tax',
    tags: [
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesDomesticAndForeign',
      'IncomeLossIncludingPortionAttributableToNoncontrollingInterest',
      'ifrs:ProfitLossBeforeTax',
    ],
  },
  income_tax: {
    title: 'Income tax expense',
    ...costOrIncome,
    tags: ['IncomeTaxExpenseBenefit', 'ifrs:IncomeTaxExpenseContinuingOperations'],
  },
  income_continuing: {
    title: 'Income from continuing operations',
    tags: [
      'IncomeLossFromContinuingOperations',
      'IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest',
      'ifrs:ProfitLossFromContinuingOperations',
    ],
  },
  net_income_with_minorities: {
    title: 'Net income including minorities',
    tags: ['ProfitLoss', 'NetIncomeLoss', 'ifrs:ProfitLoss'],
    unless: { NetIncomeLoss: 'NetIncomeLossAttributableToNoncontrollingInterest' },
  },
  net_income: {
    title: 'Net income attributable to owners',
    tags: [
      'NetIncomeLoss',
      'ProfitLoss',
      'NetIncomeLossAvailableToCommonStockholdersBasic',
      'ifrs:ProfitLossAttributableToOwnersOfParent',
      'ifrs:ProfitLoss',
    ],
    unless: {
      ProfitLoss: 'NetIncomeLossAttributableToNoncontrollingInterest',
      'ifrs:ProfitLoss': 'ProfitLossAttributableToNoncontrollingInterests',
    },
  },
  associates_income: {
    title: 'Income of associates after tax',
    tags: [
      'IncomeLossFromEquityMethodInvestments',
      'ifrs:ShareOfProfitLossOfAssociatesAndJointVenturesAccountedForUsingEquityMethod',
    ],
  },
  discontinued_income: {
    title: 'Income from discontinued operations',
    tags: [
      'IncomeLossFromDiscontinuedOperationsNetOfTax',
      'IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToReportingEntity',
      'ifrs:ProfitLossFromDiscontinuedOperations',
    ],
  },
  minority_interest_income: {
    title: 'Net income of minorities',
    tags: ['NetIncomeLossAttributableToNoncontrollingInterest', 'ifrs:ProfitLossAttributableToNoncontrollingInterests'],
  },
  eps_basic: {
    title: 'Basic earnings per share',
    unit: 'currency/share',
    tags: [
      'EarningsPerShareBasic',
      'EarningsPerShareBasicAndDiluted',
      'ifrs:BasicEarningsLossPerShare',
      'ifrs:BasicAndDilutedEarningsLossPerShare',
    ],
  },
  eps_diluted: {
    title: 'Diluted earnings per share',
    unit: 'currency/share',
    tags: [
      'EarningsPerShareDiluted',
      'EarningsPerShareBasicAndDiluted',
      'ifrs:DilutedEarningsLossPerShare',
      'ifrs:BasicAndDilutedEarningsLossPerShare',
    ],
  },
  goodwill_impairment: {
    title: 'Goodwill impairment',
    ...costOrIncome,
    others: { GoodwillAndIntangibleAssetImpairment: 'Impairment of goodwill and intangibles' },
    tags: [
      'GoodwillImpairmentLoss',
      'GoodwillAndIntangibleAssetImpairment',
      'ifrs:ImpairmentLossRecognisedInProfitOrLossGoodwill',
    ],
  },
  restructuring: {
    title: 'Restructuring charges',
    ...costOrIncome,
    others: { RestructuringCostsAndAssetImpairmentCharges: 'Restructuring and asset impairment' },
    tags: ['RestructuringCharges', 'RestructuringCostsAndAssetImpairmentCharges'],
  },
  interest_income: {
    title: 'Total interest income',
    shapes: ['bank', 'broker'],
    tags: [
      'InterestAndDividendIncomeOperating',
      'ifrs:RevenueFromInterest',
      'ifrs:InterestRevenueCalculatedUsingEffectiveInterestMethod',
    ],
  },
  bank_interest_expense: {
    title: 'Total interest expense',
    shapes: ['bank'],
    ...steadyCost,
    tags: ['InterestExpense', 'InterestExpenseOperating', 'ifrs:InterestExpense'],
  },
  net_interest_income: {
    title: 'Net interest income',
    shapes: ['bank', 'broker'],
    tags: ['InterestIncomeExpenseNet', 'ifrs:InterestRevenueExpense'],
  },
  noninterest_income: { title: 'Non-interest income', shapes: ['bank'], tags: ['NoninterestIncome'] },
  noninterest_expense: { title: 'Non-interest expense', shapes: ['bank'], cost: true, tags: ['NoninterestExpense'] },
  provision_credit_losses: {
    title: 'Provision for credit losses',
    shapes: ['bank'],
    ...costOrIncome,
    tags: [
      'ProvisionForLoanLeaseAndOtherLosses',
      'ProvisionForLoanAndLeaseLosses',
      'ProvisionForLoanLossesExpensed',
      'ProvisionForCreditLossesIncludingOffBalanceSheet',
    ],
  },
  premiums_earned: {
    title: 'Net premiums earned',
    shapes: ['insurer'],
    tags: ['PremiumsEarnedNet', 'PremiumsEarnedNetPropertyAndCasualty', 'ifrs:InsuranceRevenue'],
  },
  net_investment_income: { title: 'Net investment income', shapes: ['insurer'], tags: ['NetInvestmentIncome'] },
  claims: {
    title: 'Claims and claim adjustment expenses',
    shapes: ['insurer'],
    ...costOrIncome,
    tags: [
      'PolicyholderBenefitsAndClaimsIncurredNet',
      'IncurredClaimsPropertyCasualtyAndLiability',
      'PolicyholderBenefitsAndClaimsIncurredGross',
      'ifrs:InsuranceServiceExpensesFromInsuranceContractsIssued',
    ],
  },
  insurance_service_result: {
    title: 'Insurance service result',
    shapes: ['insurer'],
    tags: ['ifrs:InsuranceServiceResult'],
  },
  dividend_per_share: {
    title: 'Dividend declared per share',
    unit: 'currency/share',
    tags: [
      'CommonStockDividendsPerShareDeclared',
      'CommonStockDividendsPerShareCashPaid',
      'ifrs:DividendsRecognisedAsDistributionsToOwnersPerShare',
    ],
  },
} as const satisfies RowsBy<'line', LineRow>)

const balance = namedRows('line', {
  cash: {
    title: 'Cash and cash equivalents',
    tags: [
      'CashAndCashEquivalentsAtCarryingValue',
      'CashAndDueFromBanks',
      'Cash',
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'ifrs:CashAndCashEquivalents',
    ],
  },
  short_term_investments: {
    title: 'Short-term investments',
    shapes: ['general', 'reit'],
    tags: [
      'ShortTermInvestments',
      'MarketableSecuritiesCurrent',
      'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
      'AvailableForSaleSecuritiesCurrent',
    ],
  },
  receivables: {
    title: 'Trade receivables',
    shapes: ['general', 'reit'],
    tags: [
      'AccountsReceivableNetCurrent',
      'ReceivablesNetCurrent',
      'AccountsNotesAndLoansReceivableNetCurrent',
      'AccountsAndOtherReceivablesNetCurrent',
      'ifrs:CurrentTradeReceivables',
      'ifrs:TradeAndOtherCurrentReceivables',
    ],
  },
  inventory: {
    title: 'Inventories',
    shapes: ['general', 'reit'],
    tags: ['InventoryNet', 'InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings', 'ifrs:Inventories'],
  },
  current_assets: { title: 'Current assets', shapes: ['general', 'reit'], tags: ['AssetsCurrent', 'ifrs:CurrentAssets'] },
  property_plant_equipment: {
    title: 'Property, plant and equipment',
    tags: [
      'PropertyPlantAndEquipmentNet',
      'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
      'ifrs:PropertyPlantAndEquipment',
    ],
  },
  real_estate: {
    title: 'Real estate, net',
    shapes: ['reit'],
    tags: ['RealEstateInvestmentPropertyNet', 'ifrs:InvestmentProperty'],
  },
  goodwill: { title: 'Goodwill', tags: ['Goodwill', 'ifrs:Goodwill'] },
  intangibles: {
    title: 'Intangibles other than goodwill',
    tags: ['IntangibleAssetsNetExcludingGoodwill', 'FiniteLivedIntangibleAssetsNet', 'ifrs:IntangibleAssetsOtherThanGoodwill'],
  },
  loans: {
    title: 'Loans, net',
    shapes: ['bank'],
    tags: [
      'LoansAndLeasesReceivableNetReportedAmount',
      'FinancingReceivableExcludingAccruedInterestAfterAllowanceForCreditLoss',
      'NotesReceivableNet',
      'ifrs:LoansAndAdvancesToCustomers',
    ],
  },
  total_assets: { title: 'Total assets', tags: ['Assets', 'ifrs:Assets'] },
  payables: {
    title: 'Trade payables',
    shapes: ['general', 'reit'],
    others: { AccountsPayableAndAccruedLiabilitiesCurrent: 'Payables and accrued liabilities' },
    tags: [
      'AccountsPayableCurrent',
      'AccountsPayableTradeCurrent',
      'AccountsPayableAndAccruedLiabilitiesCurrent',
      'ifrs:TradeAndOtherCurrentPayablesToTradeSuppliers',
      'ifrs:TradeAndOtherCurrentPayables',
    ],
  },
  current_liabilities: {
    title: 'Current liabilities',
    shapes: ['general', 'reit'],
    tags: ['LiabilitiesCurrent', 'ifrs:CurrentLiabilities'],
  },
  short_term_debt: {
    title: 'Debt due within a year',
    tags: ['DebtCurrent', 'ifrs:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings', 'ifrs:CurrentBorrowings'],
    parts: [
      [
        'LongTermDebtAndCapitalLeaseObligationsCurrent',
        'LongTermDebtCurrent',
        'ifrs:CurrentPortionOfLongtermBorrowings',
        'ifrs:CurrentPortionOfNoncurrentBorrowings',
      ],
      ['ShortTermBorrowings', 'CommercialPaper', 'ifrs:ShorttermBorrowings'],
      ['ifrs:CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued', 'ifrs:CurrentPortionOfNoncurrentBondsIssued'],
      ['ifrs:CurrentLoansReceivedAndCurrentPortionOfNoncurrentLoansReceived'],
    ],
    remainders: { LongTermDebtCurrent: ['LongTermDebt', 'LongTermDebtNoncurrent'] },
  },
  long_term_debt: {
    title: 'Debt due after a year',
    tags: [
      'LongTermDebtNoncurrent',
      'LongTermDebtAndCapitalLeaseObligations',
      'LongTermDebt',
      'ifrs:NoncurrentPortionOfNoncurrentBorrowings',
      'ifrs:LongtermBorrowings',
      'ifrs:NoncurrentBorrowings',
    ],
    parts: [
      ['SeniorLongTermNotes', 'ifrs:NoncurrentPortionOfNoncurrentBondsIssued', 'ifrs:NoncurrentPortionOfNoncurrentBonds'],
      ['ConvertibleLongTermNotesPayable', 'ifrs:NoncurrentPortionOfNoncurrentLoansReceived'],
    ],
    unless: { LongTermDebt: 'LongTermDebtCurrent' },
  },
  deposits: {
    title: 'Customer deposits',
    shapes: ['bank'],
    tags: ['Deposits', 'DepositsForeignAndDomestic', 'ifrs:DepositsFromCustomers'],
  },
  total_liabilities: { title: 'Total liabilities', tags: ['Liabilities', 'ifrs:Liabilities'] },
  temporary_equity: {
    title: 'Temporary (mezzanine) equity',
    tags: [
      'TemporaryEquityCarryingAmountAttributableToParent',
      'TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests',
      'RedeemableNoncontrollingInterestEquityCarryingAmount',
    ],
  },
  equity: {
    title: 'Equity of owners',
    tags: ['StockholdersEquity', 'PartnersCapital', 'MembersEquity', 'ifrs:EquityAttributableToOwnersOfParent', 'ifrs:Equity'],
    unless: { 'ifrs:Equity': 'NoncontrollingInterests' },
  },
  equity_with_minorities: {
    title: 'Total equity with minorities',
    tags: [
      'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
      'StockholdersEquity',
      'PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest',
      'ifrs:Equity',
    ],
    unless: { StockholdersEquity: 'MinorityInterest' },
  },
  minority_interest: {
    title: 'Minority interest',
    tags: ['MinorityInterest', 'NonredeemableNoncontrollingInterest', 'ifrs:NoncontrollingInterests'],
  },
  share_rights: { title: 'Rights to acquire shares', tags: [] },
  liabilities_and_equity: {
    title: 'Liabilities and equity',
    tags: ['LiabilitiesAndStockholdersEquity', 'ifrs:EquityAndLiabilities'],
  },
  preferred_stock: { title: 'Preferred stock', tags: ['PreferredStockValue', 'PreferredStockValueOutstanding'] },
  retained_earnings: {
    title: 'Retained earnings',
    tags: ['RetainedEarningsAccumulatedDeficit', 'ifrs:RetainedEarnings'],
  },
  lease_liabilities: {
    title: 'Lease liabilities',
    tags: ['OperatingLeaseLiability', 'ifrs:LeaseLiabilities'],
    parts: [
      ['OperatingLeaseLiabilityNoncurrent', 'ifrs:NoncurrentLeaseLiabilities'],
      ['OperatingLeaseLiabilityCurrent', 'ifrs:CurrentLeaseLiabilities'],
    ],
    everyPart: true,
    others: {
      OperatingLeaseLiability: 'Operating lease liabilities',
      'OperatingLeaseLiabilityNoncurrent + OperatingLeaseLiabilityCurrent': 'Operating lease liabilities',
    },
  },
  shares_issued: { title: 'Shares issued, own shares included', unit: 'shares', tags: [] },
  treasury_shares: { title: 'Own shares that the company holds', unit: 'shares', tags: [] },
} as const satisfies RowsBy<'line', LineRow>)

const cashFlow = namedRows('line', {
  operating_cash_flow: {
    title: 'Net cash from operating activities',
    tags: [
      'NetCashProvidedByUsedInOperatingActivities',
      'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
      'ifrs:CashFlowsFromUsedInOperatingActivities',
    ],
  },
  investing_cash_flow: {
    title: 'Net cash from investing activities',
    tags: [
      'NetCashProvidedByUsedInInvestingActivities',
      'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations',
      'ifrs:CashFlowsFromUsedInInvestingActivities',
    ],
  },
  financing_cash_flow: {
    title: 'Net cash from financing activities',
    tags: [
      'NetCashProvidedByUsedInFinancingActivities',
      'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations',
      'ifrs:CashFlowsFromUsedInFinancingActivities',
    ],
  },
  depreciation_amortisation: {
    title: 'Depreciation and amortisation',
    others: { Depreciation: 'Depreciation' },
    greatest: 'own',
    steady: true,
    tags: [
      'DepreciationDepletionAndAmortization',
      'DepreciationAmortizationAndAccretionNet',
      'DepreciationAndAmortization',
      'Depreciation',
      'ifrs:DepreciationAndAmortisationExpense',
      'ifrs:AdjustmentsForDepreciationAndAmortisationExpense',
    ],
  },
  stock_compensation: {
    title: 'Share-based compensation',
    tags: ['ShareBasedCompensation', 'AllocatedShareBasedCompensationExpense', 'ifrs:AdjustmentsForSharebasedPayments'],
  },
  capital_expenditure: {
    title: 'Capital expenditure',
    cost: true,
    tags: [],
    parts: [
      [
        'PaymentsToAcquirePropertyPlantAndEquipment',
        'PaymentsToAcquireProductiveAssets',
        'PaymentsForCapitalImprovements',
        'PaymentsToAcquireOtherPropertyPlantAndEquipment',
        'ifrs:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
        'ifrs:PurchaseOfPropertyPlantAndEquipmentIntangibleAssetsOtherThanGoodwillInvestmentPropertyAndOtherNoncurrentAssets',
      ],
      ['PaymentsToAcquireEquipmentOnLease'],
      ['PaymentsToDevelopSoftware', 'PaymentsForSoftware', 'PaymentsToAcquireSoftware'],
    ],
    // the wider one counts what they do
    unless: {
      PaymentsToAcquireEquipmentOnLease: 'PaymentsToAcquireProductiveAssets',
      PaymentsToDevelopSoftware: 'PaymentsToAcquireProductiveAssets',
      PaymentsForSoftware: 'PaymentsToAcquireProductiveAssets',
      PaymentsToAcquireSoftware: 'PaymentsToAcquireProductiveAssets',
    },
  },
  dividends_paid: {
    title: 'Dividends paid',
    cost: true,
    tags: [
      'PaymentsOfDividendsCommonStock',
      'PaymentsOfDividends',
      'PaymentsOfOrdinaryDividends',
      'ifrs:DividendsPaidClassifiedAsFinancingActivities',
      'ifrs:DividendsPaidToEquityHoldersOfParentClassifiedAsFinancingActivities',
    ],
  },
  buybacks: {
    title: 'Purchases of own shares',
    cost: true,
    tags: ['PaymentsForRepurchaseOfCommonStock', 'PaymentsForRepurchaseOfEquity', 'ifrs:PaymentsToAcquireOrRedeemEntitysShares'],
  },
  shares_issued_proceeds: {
    title: 'Proceeds from issuing shares',
    positive: true,
    tags: ['ProceedsFromIssuanceOfCommonStock', 'ProceedsFromIssuanceOrSaleOfEquity', 'ifrs:ProceedsFromIssuingShares'],
  },
} as const satisfies RowsBy<'line', LineRow>)

const shares = namedRows('line', {
  shares_diluted_average: {
    title: 'Weighted average shares, diluted',
    unit: 'shares',
    tags: [
      'WeightedAverageNumberOfDilutedSharesOutstanding',
      'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
      'ifrs:AdjustedWeightedAverageShares',
    ],
  },
  shares_basic_average: {
    title: 'Weighted average shares, basic',
    unit: 'shares',
    tags: [
      'WeightedAverageNumberOfSharesOutstandingBasic',
      'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
      'ifrs:WeightedAverageShares',
    ],
  },
  shares_outstanding: {
    title: 'Shares outstanding by the cover',
    unit: 'shares',
    tags: ['dei:EntityCommonStockSharesOutstanding', 'ifrs:NumberOfSharesOutstanding'],
  },
} as const satisfies RowsBy<'line', LineRow>)

type StatementRow = { readonly statement: 'income' | 'balance' | 'cash_flow' | 'shares' }
export type CompanyLine = LineRow & StatementRow & { readonly line: LineId }
export type LineId = (typeof income | typeof balance | typeof cashFlow | typeof shares)[number]['line']

/** Every line in the order of its statement. */
export const lines: readonly CompanyLine[] = [
  ...income.map((row) => ({ ...row, statement: 'income' as const })),
  ...balance.map((row) => ({ ...row, statement: 'balance' as const })),
  ...cashFlow.map((row) => ({ ...row, statement: 'cash_flow' as const })),
  ...shares.map((row) => ({ ...row, statement: 'shares' as const })),
]
