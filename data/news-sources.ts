import { namedRows, type RowsBy } from './named-rows.ts'
import type { NewsOrigin } from './news-kinds.ts'
import type { UpstreamId } from './upstreams.ts'

/** A source of news records: one list of filings or of official documents, and the feeds that read it. */
export interface NewsSource {
  /** As in `news_record.source`. */
  readonly source: string
  readonly name: string
  readonly upstream: UpstreamId
  readonly origin: NewsOrigin
  /** Market of the companies whose filings it lists, as in issuer ids; null for agencies. */
  readonly market: string | null
  /** What of it is read, after its name and a colon. */
  readonly reads: string
  /** It counts as read once one of these was. */
  readonly feeds: readonly string[]
}

const agency = { origin: 'official', market: null } as const

export const newsSources = namedRows('source', {
  sec: {
    name: 'SEC EDGAR',
    upstream: 'sec',
    origin: 'filed',
    market: 'us',
    reads:
      'forms 8-K and 6-K of all filers, and with a delay of days reports of insiders and large holders on companies with a briefing',
    feeds: ['sec-current', 'sec-daily-index', 'sec-submissions'],
  },
  'federal-reserve': {
    name: 'Federal Reserve Board',
    upstream: 'frb',
    ...agency,
    reads: 'releases on monetary policy',
    feeds: ['fed-press'],
  },
  ecb: {
    name: 'European Central Bank',
    upstream: 'ecb',
    ...agency,
    reads: 'monetary policy decisions and accounts of its meetings',
    feeds: ['ecb-press'],
  },
  'bank-of-japan': {
    name: 'Bank of Japan',
    upstream: 'boj',
    ...agency,
    reads: 'statements on monetary policy and on market operations, as its English site lists them',
    feeds: ['boj-press'],
  },
  edinet: {
    name: 'EDINET',
    upstream: 'edinet',
    origin: 'filed',
    market: 'jp',
    reads: 'reports of companies, large shareholdings and tender offers in Japan, without funds',
    feeds: ['edinet-list'],
  },
  dart: {
    name: 'DART',
    upstream: 'dart',
    origin: 'filed',
    market: 'kr',
    reads: 'reports of listed companies, their officers and large shareholders in Korea',
    feeds: ['dart-list'],
  },
  'federal-register': {
    name: 'Federal Register',
    upstream: 'federal-register',
    ...agency,
    reads: 'documents of the trade and export control agencies, and presidential documents on trade',
    feeds: ['federal-register'],
  },
  treasury: {
    name: 'U.S. Treasury',
    upstream: 'fiscaldata',
    ...agency,
    reads: 'buyback operations with their results',
    feeds: ['fiscaldata-buybacks'],
  },
} as const satisfies RowsBy<'source', NewsSource>)

/** Days back that records are kept: a year, and the longest window before it. */
export const newsDaysKept = 457

/** What no source here reads, whatever is switched on: of agencies and central banks, and of companies. */
export const officialNotRead: readonly string[] = [
  'Central banks other than the Federal Reserve, the European Central Bank and the Bank of Japan are not read.',
]
export const filedNotRead: readonly string[] = [
  'India: announcements to NSE and BSE require a licence to redistribute.',
  'United Kingdom: the Regulatory News Service requires a licence.',
  'European Union: the national storage systems for regulated information are not read.',
]
