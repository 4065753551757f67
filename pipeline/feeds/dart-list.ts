import { issuerId } from '../../data/companies.ts'
import { dartLine } from '../news/dart-line.ts'
import type { ListingRow } from '../tables/company.ts'
import type { NewsCompanyRow, NewsMarkRow, NewsRecordRow } from '../tables/news.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { codeListed } from './code-list.ts'
import { dart, dartAnswerList, dartNoDataStatus, isStockCode } from './dart-answer.ts'
import { earlierWeekdays, trailingWeekdays } from './day-lists.ts'
import { jsonFeed, jsonItemTexts } from './json-feed.ts'

const id = 'dart-list'
const address = 'https://opendart.fss.or.kr/api/list.json'
const source = 'dart'
/** Rows of a page, the most there are. */
const pageSize = 100
/** A report that is corrected or withdrawn later says so in its own row; events are kept for 30 days. */
const back = { trailing: 5, first: 30 }
/** `corp_cls` of companies that no exchange lists, whose code is that of a former listing. */
const unlisted = 'E'
/** One-character remarks in `rm`. */
const remarks = { withdrawn: '철', corrected: '정' } as const

/**
 * What companies listed in Korea filed with DART (opendart.fss.or.kr, `list.json`), one day of Seoul a list, at most 100 rows a page. A list shows the
 * day of receipt and no clock; the receipt number begins with the day of the form, which may be an earlier one. Errors come with the HTTP
 * status 200 and their own status.
 */
export const dartList = jsonFeed({
  id,
  ...dart,
  title: 'DART reports by day',
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: ({ now }) => trailingWeekdays(now, back).map(firstPage),
  rows: (answer) => {
    const list = dartAnswerList(answer, id)
    const { status, page_no: page, page_count: size, total_count: total, total_page: pages } = answer
    return status === dartNoDataStatus || [page, size, total, pages].every(Number.isSafeInteger) ? list : null
  },
  absent: () => 'the answer has no list with its count and pages; inspect the recording',
  cut: ({ status, page_no: page, page_count: size, total_count: total }, { length }) => {
    const due = status === dartNoDataStatus ? 0 : Math.min(Number(size), Number(total) - (Number(page) - 1) * Number(size))
    return length === due ? null : `the list has ${length} of ${due} rows; fetch it again`
  },
  codes: { absent: 'LIST_MISSING', cut: 'LIST_CUT' },
  read: (rows, sightings) => {
    const { url, each, recording } = sightings
    const { at } = recording
    const all = each(rows, 'list-row', (row) => reportOf(row) ?? 'no receipt number, day, name or company')
    const reports = all.filter(({ isListed }) => isListed)
    return {
      rows: {
        news_record: reports.map((report) => recordOf(report, at)),
        news_company: reports.flatMap(companyOf),
        news_mark: reports.flatMap(marksOf),
        listing: reports.flatMap((report) => codeOf(report, at)),
      },
      next: isFirst(url) ? earlierWeekdays(sightings, dayListed(url), back).map(firstPage) : [],
    }
  },
  // pages shift while they are read, as the newest report comes first: every page of the day is read again
  next: ({ total_page: pages }, _, url) => {
    const page = Number(url.searchParams.get('page_no') ?? 1)
    if (!(page < Number(pages ?? 1))) return []
    url.searchParams.set('page_no', String(page + 1))
    return [{ feed: id, upstream: 'dart', url: url.href, changes: true }]
  },
})

/** Address of the first page of a day (day number). */
function firstPage(day: number): string {
  const date = isoDay(day).replaceAll('-', '')
  return `${address}?bgn_de=${date}&end_de=${date}&page_no=1&page_count=${pageSize}`
}

const isFirst = (url: URL): boolean => url.searchParams.get('page_no') === '1'

/** The day (number) of the list at an address. */
function dayListed(url: URL): number {
  return dayNumber((url.searchParams.get('bgn_de') ?? '').replace(/^(....)(..)/u, '$1-$2-'))!
}

type Report = NonNullable<ReturnType<typeof reportOf>>

/** A row of the list; null where it is something else. */
function reportOf(row: unknown) {
  const text = jsonItemTexts(row)
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/u.exec(text('rcept_dt')) ?? []
  const [number, name, company, day] = [text('rcept_no'), text('report_nm'), text('corp_code'), `${year}-${month}-${date}`]
  const isReport = /^\d{14}$/u.test(number) && /^\d{8}$/u.test(company) && name !== '' && dayNumber(day) !== null
  if (!isReport) return null
  const code = text('stock_code')
  const isListed = isStockCode(code) && text('corp_cls') !== unlisted
  return {
    ...{ number, day, name, code, isListed, remarks: text('rm') },
    ...{ company: issuerId('kr', company), companyName: text('corp_name') },
  }
}

function recordOf({ number, day, name }: Report, at: string): NewsRecordRow {
  const { title, kinds } = dartLine(name, number)
  return {
    ...{ source, id: number, told_by: 'list', origin: 'filed', form: null, items: null },
    ...{ day, clock: null, zone: 'Asia/Seoul', happened_at: null },
    ...{ title, title_as_filed: name.replaceAll(/\s+/gu, ' '), kinds: kinds.join(','), language: 'ko', known_at: at },
    link: `https://dart.fss.or.kr/dsaf001/main.do?rcpNo=${number}`,
  }
}

function companyOf({ number, company, companyName }: Report): NewsCompanyRow[] {
  return [{ source, id: number, company, name: companyName === '' ? null : companyName }]
}

function marksOf({ number, remarks: written }: Report): NewsMarkRow[] {
  return (Object.keys(remarks) as (keyof typeof remarks)[]).flatMap((mark) =>
    written.includes(remarks[mark]) ? [{ source, id: number, mark }] : [],
  )
}

function codeOf({ company, companyName, code }: Report, at: string): ListingRow[] {
  return companyName === '' ? [] : [codeListed({ company, code, name: companyName }, at)]
}
