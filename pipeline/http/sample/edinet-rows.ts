import { companyById } from '../../../data/companies.ts'
import type { SampleJapaneseReporter } from '../../../data/sample-edinet.ts'
import { samplePurpose } from '../../../data/sample-filings.ts'
import { isoDay } from '../../calendar/day.ts'
import { cents } from './coinmetrics-columns.ts'
import type { SampleDocument } from './edinet-filings.ts'
import { pathOf } from './level.ts'
import { networkDay } from './network.ts'

type Row = readonly string[]
type Line = readonly [concept: string, label: string, thousands: number | null]

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const grouped = (amount: number): string => (amount === 0 ? '－' : amount.toLocaleString('en-US'))

/** 2026-06-30 -> 2026年6月30日. */
function written(day: number): string {
  const [year, month, date] = isoDay(day).split('-')
  return `${year}年${Number(month)}月${Number(date)}日`
}

const dei = (name: string, label: string, value: string): Row => [
  `jpdei_cor:${name}DEI`,
  `${label}、DEI`,
  'FilingDateInstant',
  '提出日時点',
  'その他',
  '時点',
  '－',
  '－',
  value,
]

/** Rows of the report of a period, as the CSV has them: full yen, `－` for nil, passages without the lines and cells they were printed in. */
export function reportRows({ reporter, type, period }: SampleDocument): Row[] {
  const { from, to } = period!
  const annual = type === '120'
  const [instant, relative] = annual ? ['CurrentYearInstant', '当期末'] : ['InterimInstant', '当中間期末']
  const amounts = (lines: readonly Line[], member: string, basis: string): Row[] =>
    lines.flatMap(([concept, label, thousands]) => {
      const row = (context: string, year: string, amount: number | null): Row => [
        concept,
        label,
        `${context}${member}`,
        year,
        basis,
        '時点',
        'JPY',
        '円',
        amount === null ? '－' : String(amount * 1_000),
      ]
      const before = thousands === null ? null : Math.round(thousands / 2)
      return [row('Prior1YearInstant', '前期末', before), row(instant, relative, thousands)]
    })
  return [
    ...amounts(balanceSheet(reporter, to, annual), '', '連結'),
    ...amounts([['jppfs_cor:Assets', '資産', reporter.cash]], '_NonConsolidatedMember', '個別'),
    ...shares(reporter, to, instant, relative),
    ...texts(reporter, to, annual),
    ...information(reporter, from, to, annual),
  ]
}

/** Lines in thousands of yen, in the order of the sheet; equity makes it balance. */
function balanceSheet(reporter: SampleJapaneseReporter, day: number, annual: boolean): Line[] {
  const { cash, otherAssets, shortTermLoans, longTermLoans, bonds, otherLiabilities } = reporter
  const bitcoin = Math.round((reporter.bitcoin * cents(networkDay(day).price) * pathOf('DEXJPUS')(day)) / 1_000)
  const [loansDue, ...loansLater] = longTermLoans
  const [bondsDue, ...bondsLater] = bonds.schedule
  const own = `jpcrp${annual ? '030000-asr' : '040300-ssr'}_${reporter.edinet}-000`
  const current = shortTermLoans + loansDue + bondsDue + otherLiabilities
  const later = sum(bondsLater) + sum(loansLater)
  const total = cash + bitcoin + otherAssets
  return [
    ['jppfs_cor:CashAndDeposits', '現金及び預金', cash + 27_000],
    ['jppfs_cor:OtherCA', 'その他、流動資産', otherAssets - 27_000],
    ['jppfs_cor:CurrentAssets', '流動資産', cash + otherAssets],
    [`${own}:BitcoinIOA`, '', bitcoin],
    ['jppfs_cor:InvestmentsAndOtherAssets', '投資その他の資産', bitcoin],
    ['jppfs_cor:NoncurrentAssets', '固定資産', bitcoin],
    ['jppfs_cor:Assets', '資産', total],
    ['jppfs_cor:ShortTermLoansPayable', '短期借入金', shortTermLoans],
    ['jppfs_cor:CurrentPortionOfLongTermLoansPayable', '１年内返済予定の長期借入金', loansDue],
    ['jppfs_cor:CurrentPortionOfBonds', '１年内償還予定の社債', bondsDue],
    ['jppfs_cor:AssetRetirementObligationsCL', '資産除去債務、流動負債', null],
    ['jppfs_cor:OtherCL', 'その他、流動負債', otherLiabilities],
    ['jppfs_cor:CurrentLiabilities', '流動負債', current],
    ['jppfs_cor:BondsPayable', '社債', sum(bondsLater)],
    ['jppfs_cor:LongTermLoansPayable', '長期借入金', sum(loansLater)],
    ['jppfs_cor:NoncurrentLiabilities', '固定負債', later],
    ['jppfs_cor:Liabilities', '負債', current + later],
    ['jppfs_cor:NetAssets', '純資産', total - current - later],
    ['jppfs_cor:LiabilitiesAndNetAssets', '負債純資産', total],
    ['jppfs_cor:CashAndCashEquivalents', '現金及び現金同等物', cash],
  ]
}

/** Shares as counted on the day: before a split there were fewer. */
function shares(reporter: SampleJapaneseReporter, day: number, instant: string, relative: string): Row[] {
  const { splits } = companyById(`jp:${reporter.edinet}`)!
  const ratio = splits.reduce((all, split) => (isoDay(day) < split.day ? all * split.ratio : all), 1)
  const issued = 'jpcrp_cor:NumberOfIssuedSharesAsOfFiscalYearEndIssuedSharesTotalNumberOfSharesEtc'
  const row = (concept: string, context: string, year: string, count: number): Row => [
    concept,
    '株式の総数等',
    context,
    year,
    'その他',
    '時点',
    'shares',
    '株',
    String(count / ratio),
  ]
  return [
    row(issued, 'FilingDateInstant_OrdinaryShareMember', '提出日時点', reporter.issued),
    row(issued, 'FilingDateInstant', '提出日時点', reporter.issued),
    row('jpcrp_cor:TotalNumberOfSharesHeldTreasurySharesEtc', instant, relative, reporter.treasury),
  ]
}

function texts(reporter: SampleJapaneseReporter, day: number, annual: boolean): Row[] {
  const { bitcoin, pledged, bonds, shortTermLoans, longTermLoans } = reporter
  const [now, prior] = annual
    ? [`当連結会計年度(${written(day)})`, '前連結会計年度(前年の同日)']
    : [`当中間連結会計期間(${written(day)})`, '前連結会計年度(前年の末日)']
  const end = annual ? '当連結会計年度末' : '当中間連結会計期間末'
  const years = '１年以内１年超２年以内２年超３年以内３年超４年以内４年超５年以内５年超'
  const cells = (schedule: readonly number[]): string => schedule.map(grouped).join('')
  const table = `(単位：千円)${years}短期借入金${grouped(shortTermLoans)}－－－－－社債${cells(bonds.schedule)}長期借入金${cells(longTermLoans)}`
  const text = (concept: string, label: string, value: string): Row => [
    concept,
    `${label} [テキストブロック]`,
    annual ? 'CurrentYearDuration' : 'InterimDuration',
    annual ? '当期' : '当中間期',
    'その他',
    '期間',
    '－',
    '－',
    value,
  ]
  return [
    text(
      'jpcrp_cor:ManagementAnalysisOfFinancialPositionOperatingResultsAndCashFlowsTextBlock',
      '経営者による財政状態、経営成績及びキャッシュ・フローの状況の分析',
      `${samplePurpose}。当社グループは、${end}現在、${bitcoin.toLocaleString('en-US')}BTCを保有しております。このうち${pledged}BTCを借入金の担保に差し入れております。今後３年で5,000BTCの保有を目指しております。`,
    ),
    text(
      'jpcrp_cor:NotesFinancialInstrumentsConsolidatedFinancialStatementsTextBlock',
      '注記事項－金融商品関係、連結財務諸表',
      `（金融商品関係）（注）短期借入金、社債及び長期借入金の連結決算日後の返済予定額${prior}(単位：千円)${years}短期借入金1,000－－－－－社債－－－－－－長期借入金1,0001,000－－－－${now}${table}`,
    ),
    text(
      'jpcrp_cor:AnnexedConsolidatedDetailedScheduleOfCorporateBondsTextBlock',
      '連結附属明細表－社債明細表',
      `【社債明細表】${bonds.name}　利率　0.0％　無担保　各社債の金額100円につき金100円で発行しております。`,
    ),
  ]
}

function information(reporter: SampleJapaneseReporter, from: number, to: number, annual: boolean): Row[] {
  const year = Number(isoDay(to).slice(0, 4))
  return [
    dei('EDINETCode', 'EDINETコード', reporter.edinet),
    dei('SecurityCode', '証券コード', reporter.securityCode),
    dei('FilerNameInJapanese', '提出者名（日本語表記）', reporter.name),
    dei('FilerNameInEnglish', '提出者名（英語表記）', reporter.englishName),
    dei('DocumentType', '様式', annual ? '第三号様式' : '第四号の三様式'),
    dei('AccountingStandards', '会計基準', 'Japan GAAP'),
    dei('WhetherConsolidatedFinancialStatementsArePrepared', '連結決算の有無', 'true'),
    dei('CurrentFiscalYearStartDate', '当事業年度開始日', isoDay(from)),
    dei('CurrentPeriodEndDate', '当会計期間終了日', isoDay(to)),
    dei('TypeOfCurrentPeriod', '当会計期間の種類', annual ? 'FY' : 'HY'),
    dei('CurrentFiscalYearEndDate', '当事業年度終了日', `${year}-12-31`),
    dei('PreviousFiscalYearStartDate', '前事業年度開始日', `${year - 1}-01-01`),
    dei('ComparativePeriodEndDate', '比較対象会計期間終了日', annual ? `${year - 1}-12-31` : `${year - 1}-06-30`),
    dei('PreviousFiscalYearEndDate', '前事業年度終了日', `${year - 1}-12-31`),
    dei('AmendmentFlag', '訂正の有無', 'false'),
  ]
}
