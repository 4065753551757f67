import { namedRows, type RowsBy } from '../named-rows.ts'
import type { Tier } from '../plans.ts'
import type { UpstreamId } from '../upstreams.ts'
import { indianSegments, indianTags } from './tags/in.ts'
import { japaneseSegments, japaneseTags } from './tags/jp.ts'
import { koreanTags } from './tags/kr.ts'
import type { LineTags } from './tags/line-tags.ts'
import type { SegmentMeasure } from './tags/segment-measure.ts'

/** A market whose companies a briefing can be asked about. */
export interface CompanyMarketRow {
  /** As in issuer ids. */
  readonly market: string
  readonly title: string
  readonly timeZone: string
  /** Least plan that reads its companies. */
  readonly tier: Tier
  /** Whose statements these are: its notice is printed. */
  readonly upstream: UpstreamId
  /** What the number of an issuer is called. */
  readonly number: 'cik' | 'edinet' | 'corp_code' | 'isin' | 'lei'
  /** Concepts of lines where they are not those of us-gaap and ifrs-full. */
  readonly tags?: LineTags
  /** Its segment tables; left out where none are read, and in the USA, where reports tag them by axes. */
  readonly segments?: readonly SegmentMeasure[]
  /** Accounting standards by the beginning of the concept of a total; the first that fits counts. */
  readonly standards: readonly (readonly [prefix: string, standard: string])[]
  /** Page of a report: `{number}` and `{filing}`, and `{digits}` for the latter without dashes. A report named by its address is at it. */
  readonly report: string
}

export const companyMarkets = namedRows('market', {
  us: {
    title: 'USA',
    timeZone: 'America/New_York',
    tier: 'basic',
    upstream: 'sec',
    number: 'cik',
    standards: [
      ['ifrs-full:', 'IFRS'],
      ['', 'US GAAP'],
    ],
    report: 'https://www.sec.gov/Archives/edgar/data/{number}/{digits}/{filing}-index.htm',
  },
  jp: {
    title: 'Japan',
    timeZone: 'Asia/Tokyo',
    tier: 'pro',
    upstream: 'edinet',
    number: 'edinet',
    tags: japaneseTags,
    segments: japaneseSegments,
    standards: [
      ['jpigp_cor:', 'IFRS'],
      ['jpcrp_cor:TotalAssetsIFRS', 'IFRS'],
      ['tse-ed-t:TotalAssetsIFRS', 'IFRS'],
      ['jpcrp_cor:TotalAssetsUSGAAP', 'US GAAP'],
      ['tse-ed-t:TotalAssetsUS', 'US GAAP'],
      ['', 'Japanese GAAP'],
    ],
    report: 'https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?{filing}',
  },
  kr: {
    title: 'Korea',
    timeZone: 'Asia/Seoul',
    tier: 'pro',
    upstream: 'dart',
    number: 'corp_code',
    tags: koreanTags,
    standards: [['', 'K-IFRS']],
    report: 'https://dart.fss.or.kr/dsaf001/main.do?rcpNo={filing}',
  },
  in: {
    title: 'India',
    timeZone: 'Asia/Kolkata',
    tier: 'pro',
    upstream: 'nse',
    number: 'isin',
    tags: indianTags,
    segments: indianSegments,
    // no concept tells the two apart
    standards: [['', 'Ind AS (banks and insurers: Indian GAAP)']],
    report: 'https://nsearchives.nseindia.com/corporate/xbrl/{filing}',
  },
  eu: {
    title: 'UK and Europe',
    timeZone: 'Europe/London',
    tier: 'pro',
    upstream: 'xbrl-index',
    number: 'lei',
    standards: [['', 'IFRS']],
    report: 'https://filings.xbrl.org/{filing}',
  },
} as const satisfies RowsBy<'market', CompanyMarketRow>)

/** The row of the market of an issuer. */
export const companyMarketOf = ({ company }: { readonly company: string }): CompanyMarketRow =>
  companyMarkets.find(({ market }) => company.startsWith(`${market}:`))!

/** How the form of a report ends whose statements are not those of a group. */
export const companyAloneSuffix = ' of the company alone'
