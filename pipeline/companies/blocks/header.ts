import { type CompanyMarketRow, companyMarketOf } from '../../../data/companies/markets.ts'
import type { Header } from '../../documents/company/header.ts'
import type { Issuer } from '../../tables/company.ts'
import type { FiledRows } from '../../tables/company-document.ts'
import { isoDay } from '../../time/day.ts'
import { newestPeriod } from '../figures/fiscal.ts'
import type { View } from '../figures/view.ts'
import { figureDocument } from './figure.ts'
import type { FiledReports } from './filings.ts'

const shown = ['revenue', 'net_interest_income', 'premiums_earned', 'net_income', 'total_assets'] as const

/** Who a company is and its newest figures. */
export function headerOf(issuer: Issuer, view: View, reports: FiledReports, announced: FiledRows['next_results']): Header {
  const { name, formerNames, country, listed, industry, industryCode, fiscalYearEnd, filerClass, lei } = issuer
  const period = newestPeriod(view)
  const market = companyMarketOf(issuer)
  const next = nextResultsOf(announced, view.day)
  const figures = shown.flatMap((line) => {
    const figure = view.figure(line, period)
    return figure === null ? [] : [{ line, figure: figureDocument(figure, period) }]
  })
  return {
    identity: {
      legal_name: name,
      former_names: formerNames.map(({ name, until }) => ({ name, until })),
      country,
      exchange: listed[0]?.exchange ?? null,
      listed: listed.map(({ code, exchange }) => ({ code, scheme: market.market === 'us' ? 'ticker' : 'code', exchange })),
      cik: null,
      ...numberOf(issuer),
      ...(lei !== null && { lei }),
      industry,
      industry_code: industryCode,
      shape: view.shape,
      fiscal_year_end: fiscalYearEnd,
      accounting_standard: accountingStandardOf(view, reports),
      currency: view.currency!,
      filer_class: filerClass,
    },
    indices: [],
    latest_period: figures,
    latest_filing: reports.get(reports.newest()[0]!),
    next_results: next,
    filings: reports.named([...figures.map(({ figure: { filing } }) => filing), ...(next === null ? [] : [next.filing])]),
  }
}

/**
 * The day the company announced last, while it lies ahead; results that were filed since end it. `detail` says when in the day, where the
 * sentence does.
 */
export function nextResultsOf(announced: FiledRows['next_results'], today: number): Header['next_results'] {
  const last = announced.at(-1)
  if (last === undefined) return null
  const stated = announced.findLast(({ filing, day }) => filing === last.filing && day !== null)
  if (stated === undefined || stated.day! < isoDay(today)) return null
  const { day, timing, release_time, quote, known, filing } = stated
  const detail = timing === null && release_time === null ? {} : { timing, release_time }
  return { date: day!, detail, text: quote, said_on: isoDay(known), filing }
}

/** The number of a company in its market; none of one in India that is known by its symbol alone. */
function numberOf(issuer: Issuer): Partial<Record<CompanyMarketRow['number'], string>> {
  const { number } = companyMarketOf(issuer)
  const text = issuer.company.slice(issuer.company.indexOf(':') + 1)
  return number === 'isin' && text.length !== 12 ? {} : { [number]: text }
}

/** Accounting standard of the newest statements. */
export const accountingStandardOf = (view: View, reports: FiledReports): string => {
  const newest = newestPeriod(view)
  const concept = (['total_assets', 'net_income', 'revenue'] as const)
    .map((line) => view.figure(line, newest)?.concept)
    .find((each) => each !== undefined)
  const { standards } = companyMarketOf(reports)
  return (standards.find(([prefix]) => concept?.startsWith(prefix)) ?? standards.at(-1)!)[1]
}
