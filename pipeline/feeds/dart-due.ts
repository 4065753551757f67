import type { FeedRequest } from '../http/request.ts'
import { dayMs, endOfMonth } from '../time/day.ts'

/** A periodic report by the calendar year in which its period ends and its code. */
export interface DartReport {
  readonly year: number
  readonly code: string
}

/** What to ask DART: companies by their number, and their reports. */
export interface KoreanDue {
  readonly companies: readonly string[]
  readonly reports: readonly (DartReport & { readonly company: string })[]
}

/** Most reports that a run asks for, so that those of a day stay far below the 20,000 requests DART answers a key. */
export const maxReportsPerRun = 300

/** Codes of reports by the fiscal quarters since the year ended. */
const codes = ['11011', '11013', '11012', '11014'] as const
const annual = codes[0]
/** Days after the end of a period by which its report is filed, a weekend after the last of them included. */
const daysUntil = (code: string): number => (code === annual ? 93 : 48)
/** Three annual reports state five years, six interim ones with their comparatives twelve quarters. */
const most = (code: string): number => (code === annual ? 3 : 6)

/** The code of a report by the month (1 to 12) in which its period ends and that in which the fiscal year does; null for no quarter of it. */
export const dartReportCode = (month: number, yearEnd: number): string | null => {
  const since = (month - yearEnd + 12) % 12
  return since % 3 === 0 ? codes[since / 3]! : null
}

/** Reports that a company must have filed by a day: the newest annual one, the newest interim one, and older ones. */
export function reportsFiledBy(day: number, yearEnd: number): DartReport[] {
  const months = Array.from({ length: 42 }, (_, back) => endOfMonth(day, back))
  const filed = months.flatMap((end): DartReport[] => {
    const date = new Date(end * dayMs)
    const code = dartReportCode(date.getUTCMonth() + 1, yearEnd)
    return code === null || end + daysUntil(code) > day ? [] : [{ year: date.getUTCFullYear(), code }]
  })
  const years = filed.filter(({ code }) => code === annual).slice(0, most(annual))
  const interim = filed.filter(({ code }) => code !== annual).slice(0, most(''))
  return [...years.slice(0, 1), ...interim.slice(0, 1), ...years.slice(1), ...interim.slice(1)]
}

const root = 'https://opendart.fss.or.kr/api/'
const about = (company: string, { year, code }: DartReport) => `corp_code=${company}&bsns_year=${year}&reprt_code=${code}`

/** The statements of a report: those of the group, whose answer leads to those of the company alone where there are none. */
export function statementsRequest(company: string, report: DartReport): FeedRequest {
  return { feed: 'dart-accounts', upstream: 'dart', url: `${root}fnlttSinglAcntAll.json?${about(company, report)}&fs_div=CFS` }
}

/** Its count of shares, and the dividends of an annual one: they stand for three years. */
export function sharesRequests(company: string, report: DartReport): FeedRequest[] {
  const pages = ['stockTotqySttus', ...(report.code === annual ? ['alotMatter'] : [])]
  return pages.map((page) => ({ feed: 'dart-shares', upstream: 'dart', url: `${root}${page}.json?${about(company, report)}` }))
}
