import type { Fact, TextBlock } from '../filings/fact.ts'
import type { FeedRequest } from '../http/request.ts'
import type { Recording } from '../recordings/recording.ts'

/**
 * One value of one series as one recording shows it. `value` is in the unit of the series' row in `data/series.ts`.
 *
 * Exactly one of these holds for the moment it speaks of:
 * - `publishedAt` is set: the source itself says when this value was published (a vintage date);
 * - `publishedAt` is null: the source says only that this was the value at `seenAt` (normally the recording's own time; for the first
 *   row of a range of vintages the day the range begins).
 * All times are milliseconds since 1970 UTC. `period` is a day number (days since 1970-01-01), the last day of what the value is about.
 */
export interface SightingRow {
  readonly series: string
  readonly period: number
  readonly value: number
  readonly seenAt: number
  readonly publishedAt: number | null
}

/** One filed report as an index of filings names it. */
export interface FilingRow {
  /** Zero-padded to ten digits. */
  readonly cik: string
  /** 18 digits with dashes: 0001193125-26-016002. The key of a filing everywhere. */
  readonly accession: string
  readonly form: string
  readonly filingDate: string
  readonly reportDate: string | null
  /** RFC 3339 UTC, the index's clock read as New York time whatever zone it claims: never too early. */
  readonly acceptedAt: string
  /** 8-K items: ['7.01', '8.01']; empty for other forms. */
  readonly items: readonly string[]
  /** Address of the primary document. */
  readonly url: string
}

/** One table cell or sentence of a filed document, with its place, as a reader of filings found it. See `filings/span.ts`. */
export interface SpanRow {
  readonly accession: string
  readonly cik: string
  readonly url: string
  /** Position among the spans of this document, from 0. */
  readonly seq: number
  readonly kind: 'cell' | 'sentence'
  /** Cell: `table 3, row 2, column 5`; sentence: `paragraph 41, sentence 2`. Counted in the document as filed, from 1. */
  readonly place: string
  readonly text: string
  /** Cell: the header cells above it, top first, joined by ` | `; sentence: the nearest heading before it. */
  readonly heading: string
  /** Cell: the caption sentence before its table and the row's first cell; sentence: ''. */
  readonly context: string
}

/** What one periodic report says on itself: its tags, and its passages on bitcoin. */
export interface ReportRow {
  readonly accession: string
  readonly cik: string
  readonly url: string
  /** As its cover says: `10-Q`, `10-K`. */
  readonly form: string
  readonly facts: readonly Fact[]
  readonly texts: readonly TextBlock[]
  readonly spans: readonly SpanRow[]
}

/** One ticker of the SEC's list of tickers, and whose it is. */
export interface ListingRow {
  readonly ticker: string
  /** Zero-padded to ten digits. */
  readonly cik: string
  readonly title: string
}

/** What a body leads to. An address that is loaded already is not asked again, but for the sake of a filing that is not known yet. */
export interface Lead extends FeedRequest {
  /** Accession number of that filing. */
  readonly tells?: string
}

export interface Rejected {
  readonly series: string | null
  readonly rule: string
  readonly reason: string
  /** The offending piece as text, at most 500 characters. */
  readonly row: string
}

export interface Parsed {
  readonly sightings: readonly SightingRow[]
  readonly filings: readonly FilingRow[]
  readonly spans: readonly SpanRow[]
  readonly reports: readonly ReportRow[]
  readonly listings: readonly ListingRow[]
  /** Accessions of filings that are withdrawn. */
  readonly withdrawn: readonly string[]
  /** Rows that fail their schema: to quarantine, with the rule and the reason. */
  readonly rejected: readonly Rejected[]
  /** More to ask because of this body: the next page, the documents an index leads to. */
  readonly next: readonly Lead[]
}

/** What `plan` may look at. */
export interface FeedState {
  /** Milliseconds since 1970 UTC: the run's logical time. */
  readonly now: number
  /** Newest loaded period of each series, as a day number. */
  readonly newestPeriod: ReadonlyMap<string, number>
  /** Credentials that are set, by the names of `data/upstreams.ts`. */
  readonly credentials: ReadonlySet<string>
  /** Sample feeds: rosters are the invented ones. */
  readonly sample: boolean
}

/**
 * One kind of request to one upstream. All its functions are pure.
 *
 * `match` says whether a recorded URL is this feed's; `plan` what to ask next from where the store stands; `parse` turns the bytes of one
 * recording into rows. `parse` throws `ParseError` for a body that is not what the feed promises (HTML instead of JSON, an error inside a
 * 200, a page cut short, nothing where rows were due) and puts single bad rows into `rejected`.
 */
interface RowFeed {
  readonly id: string
  readonly kind?: 'rows'
  readonly upstream: string
  readonly title: string
  /** Credential this feed cannot work without, by the names of `data/upstreams.ts`. */
  readonly needs: string | null
  /** Requests of one page, where bodies are small and many; one where left out, so that one that fails holds up no other. */
  readonly perPage?: number
  match(url: URL): boolean
  plan(state: FeedState): readonly FeedRequest[]
  parse(body: Uint8Array, recording: Recording): Parsed
}

/**
 * A feed whose bodies are loaded whole inside DuckDB, which is faster than reading them here; the SQL lives in `warehouse/`. `prepare` gives
 * the body as the database is to read it, and what of it no row can hold, without reading it whole. `parse` gives no rows: it reads the
 * body whole and throws what is wrong with it, for the few the database could not read.
 */
export interface BulkFeed extends Omit<RowFeed, 'kind'> {
  readonly kind: 'bulk'
  prepare(body: Uint8Array): { readonly body: Uint8Array | string; readonly rejected: readonly Rejected[] }
}

export type Feed = RowFeed | BulkFeed

export const nothing: Parsed = {
  sightings: [],
  filings: [],
  spans: [],
  reports: [],
  listings: [],
  withdrawn: [],
  rejected: [],
  next: [],
}

/** Declares a feed; the identity function, for its type. */
export function defineFeed(feed: RowFeed): RowFeed
export function defineFeed(feed: BulkFeed): BulkFeed
export function defineFeed(feed: Feed): Feed {
  return feed
}
