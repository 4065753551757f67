import { isoDay } from '../../pipeline/time/day.ts'
import { type JapaneseReport, japaneseReporter as reporter } from '../world/japanese-reporter.ts'
import { balanceAt, flowsIn, quarterEnd, quarterStart, sharesOn } from '../world/statements.ts'
import { csvPackage, onCover, passageRow, type Row } from './edinet-package.ts'

type Flow = keyof ReturnType<typeof flowsIn>
type Balance = keyof ReturnType<typeof balanceAt>

/** Elements of the statements and their names; payments are filed as negative amounts. */
const flows: readonly (readonly [line: Flow, concept: string, label: string, sign?: -1])[] = [
  ['revenue', 'RevenueIFRS', '売上収益（IFRS）'],
  ['cost_of_revenue', 'CostOfSalesIFRS', '売上原価（IFRS）'],
  ['gross_profit', 'GrossProfitIFRS', '売上総利益（IFRS）'],
  ['research_development', 'ResearchAndDevelopmentExpensesIFRS', '研究開発費（IFRS）'],
  ['selling_general_admin', 'SellingGeneralAndAdministrativeExpensesIFRS', '販売費及び一般管理費（IFRS）'],
  ['operating_income', 'OperatingProfitLossIFRS', '営業利益（△損失）（IFRS）'],
  ['interest_expense', 'FinanceCostsIFRS', '金融費用（IFRS）'],
  ['pretax_income', 'ProfitLossBeforeTaxIFRS', '税引前利益（△損失）（IFRS）'],
  ['income_tax', 'IncomeTaxExpenseIFRS', '法人所得税費用（IFRS）'],
  ['net_income', 'ProfitLossIFRS', '当期利益（△損失）（IFRS）'],
  ['net_income', 'ProfitLossAttributableToOwnersOfParentIFRS', '親会社の所有者、当期利益（△損失）（IFRS）'],
  ['eps_basic', 'BasicEarningsLossPerShareIFRS', '基本的１株当たり当期利益（△損失）（IFRS）'],
  ['eps_diluted', 'DilutedEarningsLossPerShareIFRS', '希薄化後１株当たり当期利益（△損失）（IFRS）'],
  ['operating_cash_flow', 'NetCashProvidedByUsedInOperatingActivitiesIFRS', '営業活動によるキャッシュ・フロー（IFRS）'],
  ['investing_cash_flow', 'NetCashProvidedByUsedInInvestingActivitiesIFRS', '投資活動によるキャッシュ・フロー（IFRS）'],
  ['financing_cash_flow', 'NetCashProvidedByUsedInFinancingActivitiesIFRS', '財務活動によるキャッシュ・フロー（IFRS）'],
  ['depreciation_amortisation', 'DepreciationAndAmortizationOpeCFIFRS', '減価償却費及び償却費（IFRS）'],
  ['capital_expenditure', 'PurchaseOfPropertyPlantAndEquipmentInvCFIFRS', '有形固定資産の取得による支出（IFRS）', -1],
  ['dividends_paid', 'DividendsPaidFinCFIFRS', '配当金の支払額（IFRS）', -1],
  ['buybacks', 'PaymentsForPurchaseOfTreasurySharesFinCFIFRS', '自己株式の取得による支出（IFRS）', -1],
]
const balances: readonly (readonly [line: Balance, concept: string, label: string])[] = [
  ['cash', 'CashAndCashEquivalentsIFRS', '現金及び現金同等物（IFRS）'],
  ['receivables', 'TradeAndOtherReceivablesCAIFRS', '営業債権及びその他の債権、流動資産（IFRS）'],
  ['inventory', 'InventoriesCAIFRS', '棚卸資産、流動資産（IFRS）'],
  ['current_assets', 'CurrentAssetsIFRS', '流動資産（IFRS）'],
  ['property_plant_equipment', 'PropertyPlantAndEquipmentIFRS', '有形固定資産（IFRS）'],
  ['goodwill', 'GoodwillIFRS', 'のれん（IFRS）'],
  ['total_assets', 'AssetsIFRS', '資産（IFRS）'],
  ['payables', 'TradeAndOtherPayablesCLIFRS', '営業債務及びその他の債務、流動負債（IFRS）'],
  ['short_term_debt', 'BondsAndBorrowingsCLIFRS', '社債及び借入金、流動負債（IFRS）'],
  ['current_liabilities', 'TotalCurrentLiabilitiesIFRS', '流動負債（IFRS）'],
  ['long_term_debt', 'BondsAndBorrowingsNCLIFRS', '社債及び借入金、非流動負債（IFRS）'],
  ['total_liabilities', 'LiabilitiesIFRS', '負債（IFRS）'],
  ['retained_earnings', 'RetainedEarningsIFRS', '利益剰余金（IFRS）'],
  ['equity', 'EquityAttributableToOwnersOfParentIFRS', '親会社の所有者に帰属する持分（IFRS）'],
  ['equity', 'EquityIFRS', '資本（IFRS）'],
  ['liabilities_and_equity', 'LiabilitiesAndEquityIFRS', '負債及び資本（IFRS）'],
]
/** What the five-year summary states again, under other names. */
const summary = [
  'RevenueIFRS',
  'ProfitLossBeforeTaxIFRS',
  'ProfitLossAttributableToOwnersOfParentIFRS',
  'BasicEarningsLossPerShareIFRS',
]

/** The package of a report: every other row of EDINET's is left out. */
export function statementPackage({ year, annual, to, submitted }: JapaneseReport): Uint8Array {
  const quarters = annual ? 4 : 2
  const flowsOf = (ofYear: number, last: number) => flowsIn(reporter, ofYear, 1, last, submitted)
  const flowRow = (name: string, label: string, context: string, value: number): Row => {
    const unit = name.includes('PerShare') ? ['JPYPerShares', ''] : ['JPY', '円']
    return [name, label, context, '', 'その他', '期間', ...unit, String(value)]
  }
  const flowRows = (context: string, ofYear: number, last: number): Row[] =>
    flows.map(([line, concept, label, sign = 1]) =>
      flowRow(`jpigp_cor:${concept}`, label, context, sign * flowsOf(ofYear, last)[line]),
    )
  const summaryRows = (ago: number): Row[] =>
    flows
      .filter(([, concept]) => summary.includes(concept))
      .map(([line, concept, label]) => {
        const context = ago === 0 ? 'CurrentYearDuration' : `Prior${ago}YearDuration`
        return flowRow(
          `jpcrp_cor:${concept}SummaryOfBusinessResults`,
          `${label}、経営指標等`,
          context,
          flowsOf(year - ago, 4)[line],
        )
      })
  const balanceRows = (context: string, ofYear: number, quarter: number): Row[] =>
    balances.map(([line, concept, label]) => [
      ...[`jpigp_cor:${concept}`, label, context, '', 'その他', '時点', 'JPY', '円'],
      String(balanceAt(reporter, ofYear, quarter, submitted)[line]),
    ])
  const issued = (on: 'FiscalYearEnd' | 'FilingDate', day: number): Row => [
    ...[`jpcrp_cor:NumberOfIssuedSharesAsOf${on}IssuedSharesTotalNumberOfSharesEtc`, '発行済株式', 'FilingDateInstant'],
    ...['提出日時点', 'その他', '時点', 'shares', '株', String(sharesOn(reporter, year, quarters, day))],
  ]
  const years = [4, 3, 2, 1, 0].map((ago) => `${year - ago}年12月`).join('')
  const [flow, instant] = annual ? ['CurrentYearDuration', 'CurrentYearInstant'] : ['InterimDuration', 'InterimInstant']
  const rows = [
    ...cover({ year, annual, to }),
    ...(annual ? [0, 1, 2, 3, 4].flatMap(summaryRows) : []),
    passageRow('BusinessResultsOfGroup', '連結経営指標等', ['FilingDateInstant', '提出日時点'], `回次決算年月${years}売上収益`),
    ...balanceRows(instant!, year, quarters),
    ...balanceRows('Prior1YearInstant', year - 1, 4),
    ...flowRows(flow!, year, quarters),
    ...flowRows(annual ? 'Prior1YearDuration' : 'Prior1InterimDuration', year - 1, quarters),
    issued('FiscalYearEnd', to),
    issued('FilingDate', submitted),
  ]
  const kind = annual ? 'jpcrp030000-asr' : 'jpcrp040300-ssr'
  return csvPackage({ [`${kind}-001_${reporter.edinet}-000_${isoDay(to)}_01_${isoDay(submitted)}.csv`]: rows })
}

function cover({ year, annual, to }: Pick<JapaneseReport, 'year' | 'annual' | 'to'>): Row[] {
  const industry = 'IndustryCodeWhenConsolidatedFinancialStatementsArePreparedInAccordanceWithIndustrySpecificRegulations'
  return [
    onCover('EDINETCode', 'EDINETコード', reporter.edinet),
    onCover('SecurityCode', '証券コード', reporter.securityCode),
    onCover('FilerNameInJapanese', '提出者名（日本語表記）', reporter.japaneseName),
    onCover('FilerNameInEnglish', '提出者名（英語表記）', reporter.name),
    onCover('AccountingStandards', '会計基準', 'IFRS'),
    onCover('WhetherConsolidatedFinancialStatementsArePrepared', '連結決算の有無', 'true'),
    onCover(industry, '別記事業（連結）', 'CTE'),
    onCover('CurrentFiscalYearStartDate', '当事業年度開始日', isoDay(quarterStart(reporter, year, 1))),
    onCover('CurrentPeriodEndDate', '当会計期間終了日', isoDay(to)),
    onCover('CurrentFiscalYearEndDate', '当事業年度終了日', isoDay(quarterEnd(reporter, year, 4))),
    onCover('PreviousFiscalYearStartDate', '前事業年度開始日', isoDay(quarterStart(reporter, year - 1, 1))),
    onCover('ComparativePeriodEndDate', '比較対象会計期間終了日', isoDay(quarterEnd(reporter, year - 1, annual ? 4 : 2))),
    onCover('PreviousFiscalYearEndDate', '前事業年度終了日', isoDay(quarterEnd(reporter, year - 1, 4))),
    onCover('AmendmentFlag', '訂正の有無', 'false'),
  ]
}
