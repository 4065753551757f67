import { zipSync } from 'fflate'
import { companyById } from '../../data/companies.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { bodyOf } from '../rows/index.ts'
import { japaneseReport } from '../rows/japanese-reports.ts'
import { japaneseIssuer as issuer, samplePurpose } from '../world/issuers.ts'
import { type JapaneseFiling, reportOf } from '../world/japanese-filings.ts'
import { japaneseReports } from '../world/japanese-reporter.ts'
import { networkDay, wholeCents } from '../world/network.ts'
import { pathOf } from '../world/random-walk.ts'
import { jsonAnswer, notImitatedError, type WireFormat } from './answer.ts'

/** Cells of a row of the CSV. */
type Row = readonly string[]

const header: Row = ['要素ID', '項目名', 'コンテキストID', '相対年度', '連結・個別', '期間・時点', 'ユニットID', '単位', '値']
/** Every member has this time, in whatever zone: the archive's bytes follow from the document alone. */
const mtime = new Date(2_000, 0, 1)

/** A row of the document information. */
const onCover = (concept: string, label: string, value: string): Row => [
  ...[`jpdei_cor:${concept}DEI`, `${label}、DEI`, 'FilingDateInstant', '提出日時点', 'その他', '時点', '－', '－'],
  value,
]

/** A passage without the lines and cells it was printed in. */
const passageRow = (concept: string, label: string, context: readonly [id: string, year: string], value: string): Row => [
  ...[`jpcrp_cor:${concept}TextBlock`, `${label} [テキストブロック]`, ...context, 'その他', '期間', '－', '－'],
  value,
]

/** A package of type 5: UTF-16LE with a byte order mark, tabs, every cell in double quotes, CRLF. */
function csvPackage(files: Readonly<Record<string, readonly Row[]>>): Uint8Array {
  const members = Object.entries(files).map(([name, rows]) => {
    const lines = [header, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t'))
    return [`XBRL_TO_CSV/${name}`, Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf16le')] as const
  })
  return zipSync(Object.fromEntries(members), { mtime })
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const grouped = (amount: number): string => (amount === 0 ? '－' : amount.toLocaleString('en-US'))

/** 2026-06-30 -> 2026年6月30日. */
function written(day: number): string {
  const [year, month, date] = isoDay(day).split('-')
  return `${year}年${Number(month)}月${Number(date)}日`
}

/** Concept, label and thousands of yen of each line, in the order of the sheet; equity makes it balance. */
function balanceSheet(day: number, annual: boolean): [concept: string, label: string, thousands: number | null][] {
  const { cash, otherAssets, shortTermLoans, longTermLoans, bonds, otherLiabilities } = issuer
  const bitcoin = Math.round((issuer.bitcoin * wholeCents(networkDay(day).price) * pathOf('DEXJPUS')(day)) / 1_000)
  const [loansDue = 0, ...loansLater] = longTermLoans
  const [bondsDue = 0, ...bondsLater] = bonds.schedule
  const current = shortTermLoans + loansDue + bondsDue + otherLiabilities
  const later = sum(bondsLater) + sum(loansLater)
  const total = cash + bitcoin + otherAssets
  return [
    ['jppfs_cor:CashAndDeposits', '現金及び預金', cash + 27_000],
    ['jppfs_cor:OtherCA', 'その他、流動資産', otherAssets - 27_000],
    ['jppfs_cor:CurrentAssets', '流動資産', cash + otherAssets],
    [`jpcrp${annual ? '030000-asr' : '040300-ssr'}_${issuer.edinet}-000:BitcoinIOA`, '', bitcoin],
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

/** Shares as counted on the day, where before a split there were fewer: of each class, in all, and those it holds itself. */
function shares(day: number, instant: string, relative: string): Row[] {
  const later = companyById(`jp:${issuer.edinet}`)!.splits.filter((split) => isoDay(day) < split.day)
  const ratio = later.reduce((all, split) => all * split.ratio, 1)
  const row = (concept: string, context: string, year: string, count: number): Row => [
    ...[`jpcrp_cor:${concept}`, '株式の総数等', context, year, 'その他', '時点', 'shares', '株'],
    String(count / ratio),
  ]
  const concept = 'NumberOfIssuedSharesAsOfFiscalYearEndIssuedSharesTotalNumberOfSharesEtc'
  return [
    row(concept, 'FilingDateInstant_OrdinaryShareMember', '提出日時点', issuer.issued),
    row(concept, 'FilingDateInstant', '提出日時点', issuer.issued),
    row('TotalNumberOfSharesHeldTreasurySharesEtc', instant, relative, issuer.treasury),
  ]
}

/** Passages without the lines and cells they were printed in. */
function passages(day: number, annual: boolean): Row[] {
  const { bitcoin, pledged, bonds, shortTermLoans, longTermLoans } = issuer
  const [now, prior, end] = annual
    ? [`当連結会計年度(${written(day)})`, '前連結会計年度(前年の同日)', '当連結会計年度末']
    : [`当中間連結会計期間(${written(day)})`, '前連結会計年度(前年の末日)', '当中間連結会計期間末']
  const years = '１年以内１年超２年以内２年超３年以内３年超４年以内４年超５年以内５年超'
  const cells = (schedule: readonly number[]): string => schedule.map(grouped).join('')
  const table = `(単位：千円)${years}短期借入金${grouped(shortTermLoans)}－－－－－社債${cells(bonds.schedule)}長期借入金${cells(longTermLoans)}`
  const context = annual ? (['CurrentYearDuration', '当期'] as const) : (['InterimDuration', '当中間期'] as const)
  const row = (concept: string, label: string, value: string): Row => passageRow(concept, label, context, value)
  return [
    row(
      'ManagementAnalysisOfFinancialPositionOperatingResultsAndCashFlows',
      '経営者による財政状態、経営成績及びキャッシュ・フローの状況の分析',
      `${samplePurpose}。当社グループは、${end}現在、${grouped(bitcoin)}BTCを保有しております。このうち${pledged}BTCを借入金の担保に差し入れております。今後３年で5,000BTCの保有を目指しております。`,
    ),
    row(
      'NotesFinancialInstrumentsConsolidatedFinancialStatements',
      '注記事項－金融商品関係、連結財務諸表',
      `（金融商品関係）（注）短期借入金、社債及び長期借入金の連結決算日後の返済予定額${prior}(単位：千円)${years}短期借入金1,000－－－－－社債－－－－－－長期借入金1,0001,000－－－－${now}${table}`,
    ),
    row(
      'AnnexedConsolidatedDetailedScheduleOfCorporateBonds',
      '連結附属明細表－社債明細表',
      `【社債明細表】${bonds.name}　利率　0.0％　無担保　各社債の金額100円につき金100円で発行しております。`,
    ),
  ]
}

function cover(from: number, to: number, annual: boolean): Row[] {
  const year = Number(isoDay(to).slice(0, 4))
  return [
    onCover('EDINETCode', 'EDINETコード', issuer.edinet),
    onCover('SecurityCode', '証券コード', issuer.securityCode),
    onCover('FilerNameInJapanese', '提出者名（日本語表記）', issuer.name),
    onCover('FilerNameInEnglish', '提出者名（英語表記）', issuer.englishName),
    onCover('DocumentType', '様式', annual ? '第三号様式' : '第四号の三様式'),
    onCover('AccountingStandards', '会計基準', 'Japan GAAP'),
    onCover('WhetherConsolidatedFinancialStatementsArePrepared', '連結決算の有無', 'true'),
    onCover('CurrentFiscalYearStartDate', '当事業年度開始日', isoDay(from)),
    onCover('CurrentPeriodEndDate', '当会計期間終了日', isoDay(to)),
    onCover('TypeOfCurrentPeriod', '当会計期間の種類', annual ? 'FY' : 'HY'),
    onCover('CurrentFiscalYearEndDate', '当事業年度終了日', `${year}-12-31`),
    onCover('PreviousFiscalYearStartDate', '前事業年度開始日', `${year - 1}-01-01`),
    onCover('ComparativePeriodEndDate', '比較対象会計期間終了日', annual ? `${year - 1}-12-31` : `${year - 1}-06-30`),
    onCover('PreviousFiscalYearEndDate', '前事業年度終了日', `${year - 1}-12-31`),
    onCover('AmendmentFlag', '訂正の有無', 'false'),
  ]
}

/** Rows of the report of a period, as the CSV has them: full yen, `－` for nil. */
function reportRows(from: number, to: number, annual: boolean): Row[] {
  const [instant, relative] = annual ? (['CurrentYearInstant', '当期末'] as const) : (['InterimInstant', '当中間期末'] as const)
  const amount = (concept: string, label: string, thousands: number | null, member = '', basis = '連結'): Row[] => {
    const row = (context: string, year: string, yen: number | null): Row => [
      ...[concept, label, `${context}${member}`, year, basis, '時点', 'JPY', '円'],
      yen === null ? '－' : String(yen * 1_000),
    ]
    const before = thousands === null ? null : Math.round(thousands / 2)
    return [row('Prior1YearInstant', '前期末', before), row(instant, relative, thousands)]
  }
  return [
    ...balanceSheet(to, annual).flatMap(([concept, label, thousands]) => amount(concept, label, thousands)),
    ...amount('jppfs_cor:Assets', '資産', issuer.cash, '_NonConsolidatedMember', '個別'),
    ...shares(to, instant, relative),
    ...passages(to, annual),
    ...cover(from, to, annual),
  ]
}

function packageOf({ type, submitted, period }: JapaneseFiling): Uint8Array {
  const { from, to } = period!
  const annual = type === '120'
  const ends = `001_${issuer.edinet}-000_${isoDay(to)}_01_${isoDay(submitted)}.csv`
  const files = {
    [`jpaud-aar-cn-${ends}`]: [onCover('EDINETCode', 'EDINETコード', issuer.edinet)],
    [`${annual ? 'jpcrp030000-asr' : 'jpcrp040300-ssr'}-${ends}`]: reportRows(from, to, annual),
  }
  return csvPackage(files)
}

/** The CSV package of a report (`type=5`), a ZIP archive, or its rows where its statements alone are read; an answer of status 200 that says 404 for what is not there, as the real API. */
export const edinetDocuments: WireFormat = {
  host: 'api.edinet-fsa.go.jp',
  path: /^\/api\/v2\/documents\/(S[0-9A-Z]{7})$/,
  answer({ url, query, last, parts: [id = ''] }) {
    if (query['type'] !== '5') throw notImitatedError(url, 'packages other than CSV')
    const filing = reportOf(id, last)
    const report = japaneseReports(last).find((each) => each.id === id)
    if (report !== undefined) return bodyOf(japaneseReport(report))
    if (filing === undefined) return jsonAnswer({ metadata: { title: '書類取得API', status: '404', message: 'Not Found' } })
    return { status: 200, type: 'application/octet-stream', body: packageOf(filing) }
  },
}
