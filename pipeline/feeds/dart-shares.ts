import { ordinaryBesidePreferred, ordinaryShares } from '../../data/companies/tags/kr.ts'
import { issuerId } from '../../data/companies.ts'
import type { StatementFactRow } from '../tables/company.ts'
import { dayNumber } from '../time/day.ts'
import { dartReports } from './dart-account.ts'
import { dart, dartAnswerList, dartNoDataStatus, dayOfReceiptNumber } from './dart-answer.ts'
import { sharesRequests } from './dart-due.ts'
import { jsonFeed } from './json-feed.ts'

const counts = 'https://opendart.fss.or.kr/api/stockTotqySttus.json'
const dividends = 'https://opendart.fss.or.kr/api/alotMatter.json'
const reportAt = (url: URL) => dartReports[url.searchParams.get('reprt_code') ?? '']

/**
 * Shares and dividends of periodic reports in Korea (opendart.fss.or.kr): the ordinary shares that were issued and are not the company's own
 * (`stockTotqySttus.json`), and cash dividends for an ordinary share of the period and of the two fiscal years before (`alotMatter.json`), with the
 * last day of the period.
 */
export const dartShares = jsonFeed({
  id: 'dart-shares',
  ...dart,
  title: 'DART shares and dividends',
  match: (url) => [counts, dividends].includes(`${url.origin}${url.pathname}`),
  plan: ({ companies: { korea } }) => korea?.reports.flatMap(({ company, ...report }) => sharesRequests(company, report)) ?? [],
  rows: (answer, url) => {
    const list = dartAnswerList(answer, 'dart-shares')
    return answer['status'] === dartNoDataStatus || reportAt(url) !== undefined ? list : null
  },
  absent: () => 'the answer or its address names no rows or no report; inspect the recording',
  codes: { absent: 'LIST_MISSING' },
  read: (list, { url, each, reject }) => {
    const rows = each(list as Row[], 'share-row', (row) => (isReported(row) ? row : 'no receipt, company or day'))
    const refuse = (row: Row, rule: string, reason: string) => reject(null, rule, reason, row)
    const report = reportAt(url)!
    return { rows: { statement_fact: url.href.startsWith(counts) ? countsIn(rows, report, refuse) : dividendsIn(rows, report) } }
  },
})

type Row = Readonly<Record<string, string | undefined>>
type Report = (typeof dartReports)[string]

const isReported = (row: Row): boolean =>
  /^\d{14}$/u.test(row['rcept_no'] ?? '') && /^\d{8}$/u.test(row['corp_code'] ?? '') && dayNumber(row['stlm_dt'] ?? '') !== null

/** A whole or decimal number; zero for a dash, null for anything else. */
function numberOf(text: string | undefined): number | null {
  const plain = (text ?? '').replaceAll(/[,\s]/gu, '')
  if (plain === '-' || plain === '') return 0
  return /^\d+(?:\.\d+)?$/u.test(plain) ? Number(plain) : null
}

/** Ordinary shares outstanding. With preferred ones beside them they are not all of its shares, which their concept says. */
function countsIn(
  rows: readonly Row[],
  report: Report,
  refuse: (row: Row, rule: string, reason: string) => void,
): StatementFactRow[] {
  const ordinary = rows.filter(({ se }) => se?.includes('보통주'))
  const others = rows.filter(({ se }) => /우선주|종류|의결권/u.test(se ?? '') && !se!.includes('보통주'))
  const isAlone = others.every(({ istc_totqy: issued }) => numberOf(issued) === 0)
  const [row] = ordinary
  if (row === undefined || ordinary.length > 1) {
    for (const each of ordinary) refuse(each, 'share-class', 'several rows of ordinary shares')
    return []
  }
  const [issued, own, outstanding] = [row['istc_totqy'], row['tesstk_co'], row['distb_stock_co']].map(numberOf)
  if (issued === null || own === null || outstanding === null || outstanding === 0 || issued! - own! !== outstanding) {
    refuse(row, 'share-count', 'issued less own is not the number outstanding')
    return []
  }
  const concept = isAlone ? ordinaryShares : ordinaryBesidePreferred
  const count = { concept, label: '보통주', unit: 'shares', value: String(outstanding), from_day: null, to_day: row['stlm_dt']! }
  return [{ ...reported(row, report), ...count }]
}

/** Cash dividends for an ordinary share: of the fiscal year to date, and of the two years before. */
function dividendsIn(rows: readonly Row[], report: Report): StatementFactRow[] {
  const paid = rows.filter(({ se }) => /^주당\s*현금배당금\(원\)$/u.test(se ?? ''))
  const ordinary = paid.filter(({ stock_knd: kind }) => kind?.includes('보통주'))
  // a company with one class may not name it, and leave the row of the other blank
  const unnamed = paid.filter(
    (each) => each['stock_knd'] === '-' && [each['thstrm'], each['frmtrm'], each['lwfr']].some(numberOf),
  )
  const [row, ...others] = ordinary.length > 0 ? ordinary : unnamed
  if (row === undefined || others.length > 0) return []
  const [last, months] = [row['stlm_dt']!, 3 * report.quarter]
  const yearEnd = report.quarter === 4 ? 12 : months
  const columns = [
    [row['thstrm'], 0, months],
    [row['frmtrm'], yearEnd, 12],
    [row['lwfr'], yearEnd + 12, 12],
  ] as const
  return columns.flatMap(([text, back, length]): StatementFactRow[] => {
    const value = numberOf(text)
    if (value === null || value === 0) return []
    const days = { from_day: monthEnd(last, back + length, 1), to_day: monthEnd(last, back, 0) }
    const paid = { concept: 'label:주당현금배당금(원)', label: '주당 현금배당금(원)', unit: 'KRW/shares', value: String(value) }
    return [{ ...reported(row, report), ...paid, ...days }]
  })
}

/** The last day of the month so many months before that of a day, and days after it. */
function monthEnd(day: string, months: number, after: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - months, after)).toISOString().slice(0, 10)
}

function reported(row: Row, { form }: Report) {
  const filing = row['rcept_no']!
  return {
    ...{ company: issuerId('kr', row['corp_code']!), filing, scope: 'consolidated' as const, form, basis: 'filed' as const },
    filed: dayOfReceiptNumber(filing),
    ...{ end_year: null, end_quarter: null, months_back: null, months: null },
  }
}
