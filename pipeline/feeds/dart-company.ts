import { issuerId } from '../../data/companies.ts'
import type { FeedRequest } from '../http/request.ts'
import { type IssuerRow, unstated } from '../tables/company.ts'
import { dayMs, dayOf } from '../time/day.ts'
import { codeListed } from './code-list.ts'
import { dart, isStockCode, refuseDartStatus } from './dart-answer.ts'
import { reportsFiledBy, sharesRequests, statementsRequest } from './dart-due.ts'
import type { FollowUpRequest } from './feed.ts'
import { itemOf, jsonFeed, jsonItemTexts } from './json-feed.ts'

const id = 'dart-company'
const address = 'https://opendart.fss.or.kr/api/company.json'
const exchanges: Readonly<Record<string, string>> = { Y: 'KOSPI', K: 'KOSDAQ', N: 'KONEX' }

/** Who a company is (opendart.fss.or.kr, `company.json`): its name, industry and the month in which its fiscal year ends. */
export const dartCompany = jsonFeed({
  id,
  ...dart,
  title: 'DART companies',
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: ({ companies: { korea } }) => korea?.companies.map((company) => companyRequest(company)) ?? [],
  rows: (answer) => [answer],
  read: ([answer], { recording, seenAt, reached, reject }) => {
    const { status, message, ...facts } = itemOf(answer)
    refuseDartStatus(status, message, id)
    const text = jsonItemTexts(facts)
    const [number, name, code, month] = [text('corp_code'), text('corp_name'), text('stock_code'), Number(text('acc_mt'))]
    if (!/^\d{8}$/.test(number) || name === '' || !(month >= 1 && month <= 12))
      return reject(null, 'company', 'no number, name or month', facts)
    const company = issuerId('kr', number)
    const exchange = exchanges[text('corp_cls')]
    const isListed = isStockCode(code) && exchange !== undefined
    const issuer: IssuerRow = {
      ...unstated,
      ...{ company, told_by: 'filer', name: text('corp_name_eng') || name, country: 'South Korea' },
      industry_code: text('induty_code') || null,
      // 2000 was a leap year
      fiscal_year_end: new Date(Date.UTC(2000, month, 0)).toISOString().slice(5, 10),
      ...(isListed && { tickers: [code], exchanges: [exchange] }),
    }
    // what must have been filed by then is more, day by day
    reached((dayOf(seenAt) + 1) * dayMs)
    return {
      rows: { issuer: [issuer], ...(isListed && { listing: [codeListed({ company, code, name }, recording.at)] }) },
      next: isListed ? newestOf(number, seenAt, month) : [],
    }
  },
})

export function companyRequest(company: string): FeedRequest {
  return { feed: id, upstream: 'dart', url: `${address}?corp_code=${company}` }
}

/** The company an address asks about, by its issuer id; null for an address that is not this feed's. */
export function companyOfDart(url: string): string | null {
  const number = url.startsWith(`${address}?`) ? new URL(url).searchParams.get('corp_code') : null
  return number === null ? null : issuerId('kr', number)
}

/** The newest annual and interim report that a company must have filed; older ones follow company by company (`warehouse/companies/korean-reports.ts`). */
const newestOf = (company: string, at: number, month: number): FollowUpRequest[] =>
  reportsFiledBy(dayOf(at), month)
    .slice(0, 2)
    .flatMap((report) => [statementsRequest(company, report), ...sharesRequests(company, report)])
