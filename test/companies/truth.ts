import type { LineId, Shape } from '../../data/companies/lines.ts'

/**
 * A fact as somebody read it in a filing: line, period (`FY2025`, `FY2025 Q4`, a balance sheet day), value, place (statement and label of
 * the row, or the concept in the body of facts), quote as printed, unit where it is not USD. A quote of two numbers is a difference
 * or sum that the reader worked out.
 */
export type Fact = readonly [line: LineId, period: string, value: number, place: string, quote: string, unit?: string]

/** Facts stated in one filing, or following from it and an earlier one. */
export interface Reading {
  readonly company: string
  readonly filing: string
  /** Day from which they are known. */
  readonly known: string
  readonly shape?: Shape
  /** Recorded document, where it was read there and not in the body of facts. */
  readonly document?: string
  readonly facts: readonly Fact[]
}

const inline = (name: string) => `sec/filings/companies/inline/${name}.html.gz`
const perShare = 'USD/shares'
const operatingCash = 'us-gaap:NetCashProvidedByUsedInOperatingActivities'
const contracts = 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax'
const basicShares = 'us-gaap:WeightedAverageNumberOfSharesOutstandingBasic'
const dilutedShares = 'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding'
const netRevenue = 'us-gaap:RevenuesNetOfInterestExpense'
const kraftCash = 'cash flow: Net cash provided by/(used for) operating activities'
const ofOwners = 'income: Net income/(loss) attributable to common shareholders'
const ofMinorities = 'income: Net income/(loss) attributable to noncontrolling interest'

const kraft = 'us:0001637459'
const alphabet = 'us:0001652044'
const meta = 'us:0001326801'
const shopify = 'us:0001594805'
const nice = 'us:0001003935'
const apple = 'us:0000320193'
const plug = 'us:0001093691'
const underArmour = 'us:0001336917'
const marvell = 'us:0001835632'
const latAm = 'us:0001997711'
const jpMorgan = 'us:0000019617'
const nikola = 'us:0001731289'
const sunEdison = 'us:0000945436'

export const readings: readonly Reading[] = [
  // 52 weeks; minorities with a loss
  {
    company: kraft,
    filing: '0001637459-24-000018',
    known: '2024-02-15',
    document: inline('khc_10k_2023-12-30'),
    facts: [
      ['revenue', 'FY2023', 26_640e6, 'income: Net sales', '26,640'],
      ['revenue', 'FY2022', 26_485e6, 'income: Net sales', '26,485'],
      ['cost_of_revenue', 'FY2023', 17_714e6, 'income: Cost of products sold', '17,714'],
      ['gross_profit', 'FY2023', 8_926e6, 'income: Gross profit', '8,926'],
      ['selling_general_admin', 'FY2023', 4_354e6, 'income: Selling, general and administrative expenses', '4,354'],
      ['operating_income', 'FY2023', 4_572e6, 'income: Operating income/(loss)', '4,572'],
      ['interest_expense', 'FY2023', 912e6, 'income: Interest expense', '912'],
      ['pretax_income', 'FY2023', 3_633e6, 'income: Income/(loss) before income taxes', '3,633'],
      ['income_tax', 'FY2023', 787e6, 'income: Provision for/(benefit from) income taxes', '787'],
      ['net_income_with_minorities', 'FY2023', 2_846e6, 'income: Net income/(loss)', '2,846'],
      ['minority_interest_income', 'FY2023', -9e6, ofMinorities, '(9)'],
      ['net_income', 'FY2023', 2_855e6, ofOwners, '2,855'],
      ['net_income', 'FY2021', 1_012e6, ofOwners, '1,012'],
      ['eps_basic', 'FY2023', 2.33, 'income: Basic earnings/(loss)', '2.33', perShare],
      ['eps_diluted', 'FY2023', 2.31, 'income: Diluted earnings/(loss)', '2.31', perShare],
      ['inventory', '2023-12-30', 3_614e6, 'balance: Inventories', '3,614'],
      ['total_assets', '2023-12-30', 90_339e6, 'balance: TOTAL ASSETS', '90,339'],
      ['total_liabilities', '2023-12-30', 40_617e6, 'balance: TOTAL LIABILITIES', '40,617'],
      ['temporary_equity', '2023-12-30', 34e6, 'balance: Redeemable noncontrolling interest', '34'],
      ['equity', '2023-12-30', 49_526e6, "balance: Total shareholders' equity", '49,526'],
      ['short_term_debt', '2022-12-31', 837e6, 'balance: Current portion of long-term debt', '831 + 6'],
      ['operating_cash_flow', 'FY2023', 3_976e6, kraftCash, '3,976'],
      ['capital_expenditure', 'FY2023', 1_013e6, 'cash flow: Capital expenditures', '(1,013)'],
      ['dividends_paid', 'FY2023', 1_965e6, 'cash flow: Dividends paid', '(1,965)'],
    ],
  },
  {
    company: kraft,
    filing: '0001637459-23-000114',
    known: '2023-08-02',
    document: inline('khc_10q_2023-07-01'),
    facts: [
      ['revenue', 'FY2023 Q2', 6_721e6, 'income: Net sales', '6,721'],
      ['operating_income', 'FY2023 Q2', 1_376e6, 'income: Operating income/(loss)', '1,376'],
      ['net_income', 'FY2023 Q2', 1_000e6, ofOwners, '1,000'],
      ['net_income', 'FY2022 Q2', 265e6, ofOwners, '265'],
      ['eps_diluted', 'FY2022 Q2', 0.21, 'income: Diluted earnings/(loss)', '0.21', perShare],
      ['goodwill', '2023-07-01', 30_953e6, 'balance: Goodwill', '30,953'],
      ['total_assets', '2023-07-01', 90_956e6, 'balance: TOTAL ASSETS', '90,956'],
      // the quarter before has 486
      ['operating_cash_flow', 'FY2023 Q2', 1_098e6, kraftCash, '1,584 - 486'],
    ],
  },
  // a restatement in a late annual report
  {
    company: kraft,
    filing: '0001637459-18-000015',
    known: '2019-06-06',
    facts: [
      ['net_income', 'FY2017', 10_999e6, 'us-gaap:NetIncomeLoss', '10999000000'],
      ['eps_diluted', 'FY2017', 8.95, 'us-gaap:EarningsPerShareDiluted', '8.95', perShare],
      ['operating_cash_flow', 'FY2017', 527e6, operatingCash, '527000000'],
      ['total_assets', '2017-12-30', 120_232e6, 'us-gaap:Assets', '120232000000'],
    ],
  },
  {
    company: kraft,
    filing: '0001637459-19-000049',
    known: '2019-06-07',
    facts: [
      ['net_income', 'FY2017', 10_941e6, 'us-gaap:NetIncomeLoss', '10941000000'],
      ['net_income', 'FY2018', -10_192e6, 'us-gaap:NetIncomeLoss', '-10192000000'],
      ['net_income', 'FY2017 Q4', 7_989e6, 'us-gaap:NetIncomeLoss', '7989000000'],
      ['eps_diluted', 'FY2017', 8.91, 'us-gaap:EarningsPerShareDiluted', '8.91', perShare],
      ['operating_cash_flow', 'FY2017', 501e6, operatingCash, '501000000'],
      ['total_assets', '2017-12-30', 120_092e6, 'us-gaap:Assets', '120092000000'],
      ['goodwill', '2018-12-29', 36_503e6, 'us-gaap:Goodwill', '36503000000'],
    ],
  },
  // three classes
  {
    company: alphabet,
    filing: '0001652044-24-000022',
    known: '2024-01-31',
    document: inline('goog_10k_2023-12-31'),
    facts: [
      ['revenue', 'FY2023', 307_394e6, 'income: Revenues', '307,394'],
      ['revenue', 'FY2021', 257_637e6, 'income: Revenues', '257,637'],
      ['total_costs', 'FY2023', 223_101e6, 'income: Total costs and expenses', '223,101'],
      ['operating_income', 'FY2023', 84_293e6, 'income: Income from operations', '84,293'],
      ['nonoperating_income', 'FY2022', -3_514e6, 'income: Other income (expense), net', '(3,514)'],
      ['pretax_income', 'FY2023', 85_717e6, 'income: Income before income taxes', '85,717'],
      ['net_income', 'FY2023', 73_795e6, 'income: Net income', '73,795'],
      ['eps_diluted', 'FY2023', 5.8, 'income: Diluted net income per share', '5.80', perShare],
      ['short_term_investments', '2023-12-31', 86_868e6, 'balance: Marketable securities', '86,868'],
      ['long_term_debt', '2023-12-31', 13_253e6, 'balance: Long-term debt', '13,253'],
      ['buybacks', 'FY2023', 61_504e6, 'cash flow: Repurchases of stock', '(61,504)'],
    ],
  },
  {
    company: alphabet,
    filing: '0001652044-25-000014',
    known: '2025-02-05',
    document: 'sec/filings/companies/googl_10k_2025-02-05.html',
    facts: [
      ['net_income', 'FY2024', 100_118e6, 'income: Net income', '100,118'],
      ['eps_basic', 'FY2024', 8.13, 'income: Basic net income per share', '8.13', perShare],
      ['long_term_debt', '2023-12-31', 11_870e6, 'balance: Long-term debt', '11,870'],
      ['retained_earnings', '2024-12-31', 245_084e6, 'balance: Retained earnings', '245,084'],
      ['dividends_paid', 'FY2024', 7_363e6, 'cash flow: Dividend payments', '(7,363)'],
      ['capital_expenditure', 'FY2024', 52_535e6, 'cash flow: Purchases of property and equipment', '(52,535)'],
    ],
  },
  {
    company: meta,
    filing: '0001326801-23-000093',
    known: '2023-07-27',
    document: inline('meta_10q_2023-06-30'),
    facts: [
      ['revenue', 'FY2023 Q2', 31_999e6, 'income: Revenue', '31,999'],
      ['research_development', 'FY2023 Q2', 9_344e6, 'income: Research and development', '9,344'],
      ['net_income', 'FY2023 Q2', 7_788e6, 'income: Net income', '7,788'],
      ['eps_basic', 'FY2023 Q2', 3.03, 'income: Basic', '3.03', perShare],
      ['shares_basic_average', 'FY2023 Q2', 2_568e6, 'income: Basic', '2,568', 'shares'],
      ['property_plant_equipment', '2023-06-30', 87_949e6, 'balance: Property and equipment, net', '87,949'],
      // the quarter before has 13,998
      ['operating_cash_flow', 'FY2023 Q2', 17_309e6, 'cash flow: Net cash provided by operating activities', '31,307 - 13,998'],
    ],
  },
  {
    company: meta,
    filing: '0001326801-25-000017',
    known: '2025-01-30',
    document: inline('meta_10k_2024-12-31'),
    facts: [
      ['revenue', 'FY2024', 164_501e6, 'income: Revenue', '164,501'],
      // nine months: 116,116
      ['revenue', 'FY2024 Q4', 48_385e6, 'income: Revenue', '164,501 - 116,116'],
      ['operating_income', 'FY2024', 69_380e6, 'income: Income from operations', '69,380'],
      ['net_income', 'FY2022', 23_200e6, 'income: Net income', '23,200'],
      ['eps_diluted', 'FY2024', 23.86, 'income: Diluted', '23.86', perShare],
      ['shares_diluted_average', 'FY2024', 2_614e6, 'income: Diluted', '2,614', 'shares'],
      ['lease_liabilities', '2023-12-31', 18_849e6, 'balance: Operating lease liabilities, non-current', '17,226 + 1,623'],
      ['current_liabilities', '2024-12-31', 33_596e6, 'balance: Total current liabilities', '33,596'],
      ['depreciation_amortisation', 'FY2024', 15_498e6, 'cash flow: Depreciation and amortization', '15,498'],
      ['financing_cash_flow', 'FY2024', -40_781e6, 'cash flow: Net cash used in financing activities', '(40,781)'],
    ],
  },
  // the eight quarters are in its report; those of 2024 are of an issuer that filed 40-F
  {
    company: shopify,
    filing: '0001594805-26-000007',
    known: '2026-02-11',
    document: inline('shop_10k_2025-12-31'),
    facts: [
      ['revenue', 'FY2025', 11_556e6, 'income: ', '11,556'],
      ['revenue', 'FY2025 Q4', 3_672e6, 'quarters: ', '3,672'],
      ['gross_profit', 'FY2025 Q4', 1_693e6, 'quarters: Gross profit', '1,693'],
      ['operating_income', 'FY2025 Q4', 631e6, 'quarters: Income from operations', '631'],
      ['net_income', 'FY2025 Q4', 743e6, 'quarters: Net income', '743'],
      ['net_income', 'FY2025 Q1', -682e6, 'quarters: Net income', '(682)'],
      ['operating_income', 'FY2023', -1_418e6, 'income: Income (loss) from operations', '(1,418)'],
      ['pretax_income', 'FY2025', 1_509e6, 'income: Income before income taxes', '1,509'],
      ['income_tax', 'FY2025', 278e6, 'income: Provision for income taxes', '(278)'],
      ['shares_basic_average', 'FY2025', 1_298_955_860, 'income: Basic', '1,298,955,860', 'shares'],
      ['total_liabilities', '2025-12-31', 1_716e6, 'balance: ', '1,392 + 324'],
      ['cash', '2025-12-31', 1_545e6, 'balance: Cash and cash equivalents', '1,545'],
      ['operating_cash_flow', 'FY2025', 2_033e6, 'cash flow: Net cash provided by operating activities', '2,033'],
    ],
  },
  // a split of ten for one in June 2022
  {
    company: shopify,
    filing: '0001594805-22-000011',
    known: '2022-02-16',
    facts: [
      ['net_income', 'FY2021', 2_914_659e3, 'us-gaap:NetIncomeLoss', '2914659000'],
      ['shares_basic_average', 'FY2021', 124_658_891, basicShares, '124658891', 'shares'],
    ],
  },
  {
    company: shopify,
    filing: '0001594805-23-000011',
    known: '2023-02-16',
    facts: [
      ['revenue', 'FY2022', 5_599_864e3, contracts, '5599864000'],
      ['eps_basic', 'FY2022', -2.73, 'us-gaap:EarningsPerShareBasic', '-2.73', perShare],
      ['shares_basic_average', 'FY2021', 1_246_588_910, basicShares, '1246588910', 'shares'],
    ],
  },
  // 20-F in US GAAP, thousands
  {
    company: nice,
    filing: '0001003935-26-000010',
    known: '2026-02-26',
    document: 'sec/filings/companies/nice_20f_2026.html',
    facts: [
      ['net_income_with_minorities', 'FY2024', 442_588e3, 'cash flow: Net income', '442,588'],
      ['net_income', 'FY2025', 612_101e3, 'cash flow: Net income', '612,101'],
      ['receivables', '2025-12-31', 737_954e3, 'balance: Trade receivables', '737,954'],
      ['short_term_debt', '2024-12-31', 458_791e3, 'balance: Debt', '458,791'],
      ['total_assets', '2025-12-31', 5_106_030e3, 'balance: Total assets', '5,106,030'],
      ['equity', '2024-12-31', 3_589_742e3, "balance: Total attributable to NiCE Ltd.'s shareholders", '3,589,742'],
      ['minority_interest', '2024-12-31', 13_421e3, 'balance: Non-controlling interests', '13,421'],
      ['operating_cash_flow', 'FY2025', 716_549e3, 'cash flow: Net cash provided by operating activities', '716,549'],
      ['capital_expenditure', 'FY2025', 18_920e3, 'cash flow: Purchase of property and equipment', '(18,920)'],
      ['buybacks', 'FY2025', 488_911e3, 'cash flow: Purchase of treasury shares', '(488,911)'],
    ],
  },
  {
    company: nice,
    filing: '0001003935-25-000004',
    known: '2025-03-19',
    facts: [
      ['revenue', 'FY2024', 2_735_272e3, 'us-gaap:Revenues', '2735272000'],
      ['net_income', 'FY2024', 439_499e3, 'us-gaap:NetIncomeLoss', '439499000'],
      ['eps_diluted', 'FY2024', 6.76, 'us-gaap:EarningsPerShareDiluted', '6.76', perShare],
    ],
  },
  // 52 weeks after a year of 53
  {
    company: apple,
    filing: '0000320193-24-000123',
    known: '2024-11-01',
    document: inline('aapl_10k_2024-09-28'),
    facts: [
      ['revenue', 'FY2024', 391_035e6, 'income: Total net sales', '391,035'],
      ['gross_profit', 'FY2022', 170_782e6, 'income: Gross margin', '170,782'],
      ['operating_income', 'FY2024', 123_216e6, 'income: Operating income', '123,216'],
      ['net_income', 'FY2024', 93_736e6, 'income: Net income', '93,736'],
      ['eps_diluted', 'FY2024', 6.08, 'income: Diluted', '6.08', perShare],
      ['shares_basic_average', 'FY2024', 15_343_783e3, 'income: Basic', '15,343,783', 'shares'],
      ['total_assets', '2024-09-28', 364_980e6, 'balance: Total assets', '364,980'],
      ['short_term_debt', '2024-09-28', 20_879e6, 'balance: Commercial paper', '9,967 + 10,912'],
      ['long_term_debt', '2024-09-28', 85_750e6, 'balance: Term debt', '85,750'],
      ['retained_earnings', '2024-09-28', -19_154e6, 'balance: Accumulated deficit', '(19,154)'],
      ['stock_compensation', 'FY2024', 11_688e6, 'cash flow: Share-based compensation expense', '11,688'],
      ['buybacks', 'FY2024', 94_949e6, 'cash flow: Repurchases of common stock', '(94,949)'],
    ],
  },
  // splits of seven and of four for one
  {
    company: apple,
    filing: '0001193125-13-416534',
    known: '2013-10-30',
    facts: [['eps_basic', 'FY2013', 40.03, 'us-gaap:EarningsPerShareBasic', '40.03', perShare]],
  },
  {
    company: apple,
    filing: '0001193125-14-383437',
    known: '2014-10-27',
    facts: [['eps_basic', 'FY2013', 5.72, 'us-gaap:EarningsPerShareBasic', '5.72', perShare]],
  },
  {
    company: apple,
    filing: '0000320193-20-000096',
    known: '2020-10-30',
    facts: [
      ['eps_diluted', 'FY2019', 2.97, 'us-gaap:EarningsPerShareDiluted', '2.97', perShare],
      ['eps_diluted', 'FY2020 Q4', 0.73, 'us-gaap:EarningsPerShareDiluted', '0.73', perShare],
      ['shares_diluted_average', 'FY2019', 18_595_651e3, dilutedShares, '18595651000', 'shares'],
    ],
  },
  // restated in May 2021
  {
    company: plug,
    filing: '0001558370-20-013381',
    known: '2021-05-13',
    facts: [
      ['gross_profit', 'FY2020 Q3', -1_290e3, 'us-gaap:GrossProfit', '-1290000'],
      ['total_assets', '2019-12-31', 771_184e3, 'us-gaap:Assets', '771184000'],
    ],
  },
  {
    company: plug,
    filing: '0001558370-21-007147',
    known: '2021-05-14',
    facts: [
      ['net_income', 'FY2020', -596_155e3, 'us-gaap:NetIncomeLoss', '-596155000'],
      ['gross_profit', 'FY2019', 10_648e3, 'us-gaap:GrossProfit', '10648000'],
      ['gross_profit', 'FY2020 Q3', -28_584e3, 'us-gaap:GrossProfit', '-28584000'],
      ['gross_profit', 'FY2020 Q4', -431_114e3, 'us-gaap:GrossProfit', '-431114000'],
      ['operating_cash_flow', 'FY2019', -53_324e3, operatingCash, '-53324000'],
      ['total_assets', '2019-12-31', 659_513e3, 'us-gaap:Assets', '659513000'],
    ],
  },
  // after the proxy statement of 30 April
  {
    company: plug,
    filing: '0001104659-26-022286',
    known: '2026-05-01',
    facts: [
      ['net_income', 'FY2025', -1_631_594e3, 'us-gaap:NetIncomeLoss', '-1631594000'],
      ['eps_basic', 'FY2025', -1.42, 'us-gaap:EarningsPerShareBasic', '-1.42', perShare],
      ['total_assets', '2025-12-31', 2_594_568e3, 'us-gaap:Assets', '2594568000'],
    ],
  },
  // the year moves from December to March
  {
    company: underArmour,
    filing: '0001336917-22-000010',
    known: '2022-02-23',
    facts: [
      ['revenue', 'FY2021', 5_683_466e3, 'us-gaap:Revenues', '5683466000'],
      ['net_income', 'FY2021', 360_060e3, 'us-gaap:NetIncomeLoss', '360060000'],
      ['operating_cash_flow', 'FY2021', 664_829e3, operatingCash, '664829000'],
    ],
  },
  {
    company: underArmour,
    filing: '0001336917-23-000021',
    known: '2023-05-24',
    facts: [
      ['net_income', 'FY2023', 386_769e3, 'us-gaap:NetIncomeLoss', '386769000'],
      ['inventory', '2023-03-31', 1_190_253e3, 'us-gaap:InventoryNet', '1190253000'],
    ],
  },
  {
    company: underArmour,
    filing: '0001336917-24-000073',
    known: '2024-05-29',
    facts: [
      ['net_income', 'FY2021', 351_003e3, 'us-gaap:NetIncomeLoss', '351003000'],
      ['net_income', 'FY2023', 374_459e3, 'us-gaap:NetIncomeLoss', '374459000'],
      ['net_income', 'FY2023 Q4', 174_360e3, 'us-gaap:NetIncomeLoss', '174360000'],
      ['eps_diluted', 'FY2023 Q3', 0.25, 'us-gaap:EarningsPerShareDiluted', '0.25', perShare],
    ],
  },
  {
    company: underArmour,
    filing: '0001336917-26-000027',
    known: '2026-02-06',
    facts: [
      ['net_income', 'FY2026 Q3', -430_827e3, 'us-gaap:NetIncomeLoss', '-430827000'],
      ['revenue', 'FY2026 Q3', 1_327_761e3, contracts, '1327761000'],
    ],
  },
  // 52 weeks to January, one decimal of a million
  {
    company: marvell,
    filing: '0001835632-26-000019',
    known: '2026-05-28',
    facts: [
      ['revenue', 'FY2027 Q1', 2_417.8e6, contracts, '2417800000'],
      ['operating_income', 'FY2027 Q1', 339.4e6, 'us-gaap:OperatingIncomeLoss', '339400000'],
      ['eps_diluted', 'FY2027 Q1', 0.04, 'us-gaap:EarningsPerShareDiluted', '0.04', perShare],
      ['total_assets', '2026-05-02', 26_944.5e6, 'us-gaap:Assets', '26944500000'],
      ['short_term_debt', '2026-01-31', 499.8e6, 'us-gaap:LongTermDebtCurrent', '499800000'],
    ],
  },
  {
    company: marvell,
    filing: '0001835632-25-000197',
    known: '2025-12-03',
    facts: [
      ['net_income', 'FY2026 Q3', 1_901.3e6, 'us-gaap:NetIncomeLoss', '1901300000'],
      // nine months less half-year
      ['operating_cash_flow', 'FY2026 Q3', 582.3e6, operatingCash, '1376800000 - 794500000'],
    ],
  },
  // 20-F in IFRS
  {
    company: latAm,
    filing: '0001997711-25-000030',
    known: '2025-04-02',
    facts: [
      ['revenue', 'FY2024', 43_862_372, 'ifrs-full:Revenue', '43862372'],
      ['operating_income', 'FY2024', 36_606_814, 'ifrs-full:ProfitLossFromOperatingActivities', '36606814'],
      ['pretax_income', 'FY2024', -9_863_991, 'ifrs-full:ProfitLossBeforeTax', '-9863991'],
      ['income_tax', 'FY2024', 9_562_060, 'ifrs-full:IncomeTaxExpenseContinuingOperations', '9562060'],
      ['net_income_with_minorities', 'FY2024', -19_426_051, 'ifrs-full:ProfitLoss', '-19426051'],
      ['net_income', 'FY2024', -29_285_428, 'ifrs-full:ProfitLossAttributableToOwnersOfParent', '-29285428'],
      ['eps_basic', 'FY2023', 0.11, 'ifrs-full:BasicEarningsLossPerShare', '0.11', perShare],
      ['total_assets', '2024-12-31', 607_019_578, 'ifrs-full:Assets', '607019578'],
      ['equity', '2024-12-31', 228_964_876, 'ifrs-full:EquityAttributableToOwnersOfParent', '228964876'],
      ['equity_with_minorities', '2024-12-31', 270_801_418, 'ifrs-full:Equity', '270801418'],
      ['shares_basic_average', 'FY2024', 30_995_079, 'ifrs-full:WeightedAverageShares', '30995079', 'shares'],
    ],
  },
  {
    company: latAm,
    filing: '0001493152-24-016772',
    known: '2024-04-26',
    facts: [['eps_basic', 'FY2023', 0.019, 'ifrs-full:BasicEarningsLossPerShare', '0.019', perShare]],
  },
  {
    company: jpMorgan,
    shape: 'bank',
    filing: '0001628280-26-008131',
    known: '2026-02-13',
    facts: [
      ['revenue', 'FY2025', 182_447e6, netRevenue, '182447000000'],
      ['revenue', 'FY2025 Q4', 45_798e6, netRevenue, '182447000000 - 136649000000'],
      ['net_interest_income', 'FY2025', 95_443e6, 'us-gaap:InterestIncomeExpenseNet', '95443000000'],
      ['noninterest_income', 'FY2025', 87_004e6, 'us-gaap:NoninterestIncome', '87004000000'],
      ['noninterest_expense', 'FY2025', 95_640e6, 'us-gaap:NoninterestExpense', '95640000000'],
      ['provision_credit_losses', 'FY2025', 14_212e6, 'us-gaap:ProvisionForLoanLeaseAndOtherLosses', '14212000000'],
      ['net_income', 'FY2025', 57_048e6, 'us-gaap:NetIncomeLoss', '57048000000'],
      ['eps_diluted', 'FY2025', 20.02, 'us-gaap:EarningsPerShareDiluted', '20.02', perShare],
      ['deposits', '2025-12-31', 2_559_320e6, 'us-gaap:Deposits', '2559320000000'],
      ['total_assets', '2025-12-31', 4_424_900e6, 'us-gaap:Assets', '4424900000000'],
      ['shares_basic_average', 'FY2025', 2_776.5e6, basicShares, '2776500000', 'shares'],
    ],
  },
  {
    company: jpMorgan,
    shape: 'bank',
    filing: '0001628280-25-048859',
    // the body has no annual report before this day
    known: '2026-02-13',
    facts: [
      // nine months are 136,649
      ['revenue', 'FY2025 Q3', 46_427e6, netRevenue, '46427000000'],
      ['net_income', 'FY2025 Q3', 14_393e6, 'us-gaap:NetIncomeLoss', '14393000000'],
      ['operating_cash_flow', 'FY2025 Q3', -45_214e6, operatingCash, '-267506000000 - -222292000000'],
      ['equity', '2025-09-30', 360_212e6, 'us-gaap:StockholdersEquity', '360212000000'],
    ],
  },
  // a count that a later report of the same company gives after a merger of thirty shares into one
  {
    company: nikola,
    filing: '0001731289-24-000053',
    known: '2024-02-28',
    facts: [
      ['net_income', 'FY2023', -966_282e3, 'us-gaap:NetIncomeLoss', '-966282000'],
      ['eps_basic', 'FY2023', -1.21, 'us-gaap:EarningsPerShareBasic', '-1.21', perShare],
      ['shares_basic_average', 'FY2023', 800_030_551, basicShares, '800030551', 'shares'],
    ],
  },
  {
    company: nikola,
    filing: '0001731289-25-000065',
    known: '2025-10-09',
    facts: [['eps_basic', 'FY2023', -36.23, 'us-gaap:EarningsPerShareBasic', '-36.23', perShare]],
  },
  // minorities and redeemable minorities with a loss
  {
    company: sunEdison,
    filing: '0000945436-15-000049',
    known: '2015-03-02',
    facts: [
      ['revenue', 'FY2014', 2_484.4e6, 'us-gaap:SalesRevenueNet', '2484400000'],
      ['net_income', 'FY2014', -1_180.4e6, 'us-gaap:NetIncomeLoss', '-1180400000'],
      ['equity', '2014-12-31', 232.9e6, 'us-gaap:StockholdersEquity', '232900000'],
      ['minority_interest', '2014-12-31', 1_251.7e6, 'us-gaap:MinorityInterest', '1251700000'],
    ],
  },
]
