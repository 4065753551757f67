import { currentReportLine, isNewsForm } from '../news/current-report.ts'
import type { NewsCompanyRow, NewsIndexKind, NewsRecordRow } from '../tables/news.ts'
import { filingIndexUrl, secIssuerId } from './sec-address.ts'

/** A filing as a list of the SEC names it. */
export interface NamedFiling {
  readonly accession: string
  readonly form: string
  /** Item numbers of an 8-K; null where the list does not tell them. */
  readonly items: readonly string[] | null
  /** Filing date, YYYY-MM-DD: not always the day it was accepted. */
  readonly day: string
  /** Whose filing it is: filers, issuers and subjects, not those who report on them. */
  readonly companies: readonly { readonly cik: string; readonly name: string | null }[]
}

interface NewsRows {
  readonly news_record: readonly NewsRecordRow[]
  readonly news_company: readonly NewsCompanyRow[]
}

/**
 * The rows of those of these filings that are news: an 8-K or a 6-K. The SEC shows the filing date alone, so a record has no clock. The link
 * is the index of the filing, in the folder of the first company.
 * @param at when the list was recorded, RFC 3339
 */
export function secNews(filings: readonly NamedFiling[], toldBy: NewsIndexKind, at: string): NewsRows {
  const news = filings.filter(({ form, companies }) => isNewsForm(form) && companies.length > 0)
  return {
    news_record: news.map(({ accession, form, items, day, companies }) => {
      const { title, kinds } = currentReportLine(form, items)
      return {
        ...{ source: 'sec', id: accession, told_by: toldBy, origin: 'filed', form, items: items?.join(',') ?? null, day },
        ...{ clock: null, zone: 'America/New_York', happened_at: null },
        ...{ title, title_as_filed: null, kinds: kinds.join(','), language: 'en', known_at: at },
        link: filingIndexUrl(companies[0]!.cik, accession),
      }
    }),
    news_company: news.flatMap(({ accession, companies }) =>
      companies.map(({ cik, name }) => ({ source: 'sec', id: accession, company: secIssuerId(cik), name })),
    ),
  }
}
