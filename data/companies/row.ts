/** A company: who it is, how it is listed, which of its filings are followed. */
export interface Company {
  /** Issuer id, the key of a company everywhere: its market and its number there: `us:` and ten digits of the CIK, `jp:` and the EDINET code. */
  readonly id: string
  /** Market whose rules its filings follow, an id of `pipeline/companies/markets/`. */
  readonly market: string
  /** Its number in the market's register of filings. */
  readonly code: string
  /** Ticker or code of the listed line we address it by. */
  readonly ticker: string
  readonly name: string
  /** Names it filed under before. */
  readonly formerNames: readonly string[]
  /** ISO 3166 code of the country it is run from. */
  readonly country: string
  /** Where that line is listed. */
  readonly exchange: 'us' | 'tokyo'
  /** A foreign private issuer in its market: in the USA 20-F or 40-F and 6-K instead of 10-K, 10-Q and 8-K. */
  readonly foreign: boolean
  /** Classes of shares counted at the price of the listed one, as reviewed on the cover of a filing; null while nobody has reviewed them. */
  readonly classes: readonly string[] | null
  /** Why it is on the roster, and what a reviewer must look at. */
  readonly review: string
  /** Series of the totals of bitcoin its current reports state; null where none of them are read. */
  readonly series: string | null
  /**
   * Kinds of its filings whose readings were compared with the documents by hand: current reports (8-K, 6-K), periodic ones. A count read
   * from another kind stands only where something else confirms it.
   */
  readonly reviewed: readonly ('current' | 'periodic')[]
  /** Its current reports are followed between periodic ones: what is left of its share programs, and the bitcoins it states since. */
  readonly programs: boolean
  readonly splits: readonly Split[]
}

/**
 * A split or consolidation of the listed shares: `ratio` new shares for one old one, below 1 where shares are merged. From the day `day` on
 * shares are counted again, and from the session `session` on they trade at the new price: the same day in New York, up to two sessions
 * earlier in Tokyo, where the old shares trade without the new ones until they are delivered.
 *
 * Not all there ever were: those of which the ratio and both days are sure. One that is missing makes an in-house mNAV wrong only while
 * the newest count of shares is from before it and the close from after it: add a split the day it is announced.
 */
export interface Split {
  readonly day: string
  readonly session: string
  readonly ratio: number
  /** Who says so. */
  readonly source: string
}

/** The key of a company everywhere: its market and its number there. */
export const issuerId = (market: string, code: string): string => `${market}:${code}`

type More = Partial<Pick<Company, 'classes' | 'reviewed' | 'formerNames' | 'programs' | 'splits' | 'foreign'>>

const row =
  (market: string, exchange: Company['exchange'], readsCurrent: boolean, always: More = {}) =>
  (code: string, ticker: string, name: string, country: string, review: string, more: More = {}): Company => ({
    id: issuerId(market, code),
    market,
    code,
    ticker,
    name,
    country,
    exchange,
    review,
    series: readsCurrent ? `${ticker}.bitcoin` : null,
    classes: null,
    reviewed: [],
    formerNames: [],
    programs: false,
    splits: [],
    foreign: false,
    ...always,
    ...more,
  })
export const usCompany = row('us', 'us', true)
export const foreignCompany = row('us', 'us', true, { foreign: true })
export const japaneseCompany = row('jp', 'tokyo', false)

export const reviewedFilings = { reviewed: ['current', 'periodic'] } as const
export const commonStockOnly = { classes: ['Common stock'] } as const
/** A split that counts and trades from one day on. */
export const stockSplit = (day: string, ratio: number, source: string): Split => ({ day, session: day, ratio, source })
