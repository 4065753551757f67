import type { Company } from '../../data/companies.ts'
import type { Series } from '../../data/series.ts'
import type { DocumentSet } from '../filings/document-set.ts'
import type { TextBlock } from '../filings/fact.ts'
import type { FeedRequest } from '../http/request.ts'
import type { Recording } from '../recordings/recording.ts'
import type { SpanRow } from '../tables/filing.ts'
import type { BulkTableName, Rows } from '../tables/index.ts'
import { nextDue, releaseRule } from '../time/release.ts'
import type { KoreanDue } from './dart-due.ts'

/** What a body leads to. An address that is loaded already is not retried, but for the sake of a filing that is not known yet. */
export interface FollowUpRequest extends FeedRequest {
  /** Accession number of that filing. */
  readonly tells?: string
  /** The document at the address changes: it is requested each time something leads to it. */
  readonly changes?: true
  /** Not requested where a recording made before `before` (RFC 3339) told of this record of the news. */
  readonly unlessTold?: { readonly source: string; readonly id: string; readonly before: string }
}

export interface Rejected {
  readonly series: string | null
  readonly rule: string
  readonly reason: string
  /** The offending piece as text, at most 500 characters. */
  readonly row: string
}

/** A row that breaks a rule, with as much of its text as quarantine keeps. */
export function rejection(series: string | null, rule: string, reason: string, text: string | undefined): Rejected {
  return { series, rule, reason, row: (text ?? '').slice(0, 500) }
}

/** A periodic report as its reader found it: all that is tagged in it, and its passages on bitcoin. */
export interface ReportDocument extends Pick<DocumentSet, 'accession' | 'company' | 'url' | 'form' | 'facts'> {
  readonly texts: readonly TextBlock[]
  readonly spans: readonly SpanRow[]
}

/** What one body says. */
export interface ParsedBody {
  /** Rows by table. */
  readonly rows: Rows
  /** Periodic reports, which are read into rows before they are loaded (`treasuries/report-rows.ts`). */
  readonly reports?: readonly ReportDocument[]
  /** Filings whose documents are read into rows before they are loaded (`companies/documents/`). */
  readonly documents?: readonly DocumentSet[]
  /** Rows that fail their schema: to quarantine, with the rule and the reason. */
  readonly rejected: readonly Rejected[]
  /** More to ask because of this body: the next page, the documents an index leads to. */
  readonly next: readonly FollowUpRequest[]
  /** Milliseconds UTC from when the same bytes say something else, as when a day in them is over; left out where time changes nothing. */
  readonly until?: number | undefined
}

/** What may be loaded: its periodic reports are read into rows, by `withStatements`, so that none is dropped. */
export type LoadableBody = ParsedBody & { readonly reports?: never; readonly documents?: never }

/** Companies to request besides the roster: from the SEC by their CIK in ten digits. */
export interface CompaniesDue {
  /** All their facts. */
  readonly facts: readonly string[]
  /** The index of their filings. */
  readonly indexes: readonly string[]
  /** Filings whose documents are read. */
  readonly documents?: readonly { readonly cik: string; readonly accession: string }[]
  /** Addresses of reports of insiders and large holders. */
  readonly ownership?: readonly string[]
  /** From DART; nothing where left out. */
  readonly korea?: KoreanDue
}

/** What `plan` may look at. */
export interface FeedState {
  /** Milliseconds since 1970 UTC: the run's logical time. */
  readonly now: number
  /** Newest loaded period of each series, as a day number. */
  readonly newestPeriod: ReadonlyMap<string, number>
  /** Sessions (day numbers) of which each provider of closes, a feed, has given all it has; none where left out. */
  readonly closes?: ReadonlyMap<string, ReadonlySet<number>>
  /** Credentials that are set, by the names of `data/upstreams.ts`. */
  readonly credentials: ReadonlySet<string>
  /** Upstreams with a licence to sell, without which some are not asked; none where left out. */
  readonly licences?: ReadonlySet<string>
  /** The companies that are asked about. */
  readonly roster: readonly Company[]
  /** Authorities are asked about these too. */
  readonly companies: CompaniesDue
  /** Nothing is asked for before this year. */
  readonly firstYear: number
}

/**
 * One kind of request to one upstream. All its functions are pure.
 *
 * `match` says whether a recorded URL is this feed's; `plan` what to ask next from where the store stands; `parse` turns the bytes of one
 * recording into rows. `parse` throws `ParseError` for a body that is not what the feed promises (HTML instead of JSON, an error inside a
 * 200, a page truncated where rows were due) and puts single bad rows into `rejected`.
 */
export interface RowFeed {
  readonly id: string
  readonly kind?: 'rows'
  readonly upstream: string
  readonly title: string
  /** Credential this feed cannot work without, by the names of `data/upstreams.ts`. */
  readonly needs: string | null
  /** That nothing is at an address (404) says that there is nothing to load, as its requests ask (`absence`). */
  readonly absence?: true
  /** Requests of one page, where bodies are small and many, so that more of them are loaded in one transaction; one where left out. */
  readonly perPage?: number
  /** Paths of objects in its bodies whose keys are data, such as tickers, and no fields: see `body-shape.ts`. */
  readonly keyed?: readonly string[]
  match(url: URL): boolean
  plan(state: FeedState): readonly FeedRequest[]
  parse(body: Uint8Array, recording: Recording): ParsedBody
}

/**
 * A feed whose bodies are loaded whole into `table` inside DuckDB, which is faster than reading them here; the SQL lives in `warehouse/`. `prepare` gives
 * the body as the database is to read it, and what of it no row can hold, without reading it whole. `parse` gives no rows: it reads the
 * body whole and throws what is wrong with it, for the few the database could not read.
 */
export interface BulkFeed extends Omit<RowFeed, 'kind'> {
  readonly kind: 'bulk'
  readonly table: BulkTableName
  prepare(body: Uint8Array): { readonly body: Uint8Array | string; readonly rejected: readonly Rejected[] }
}

export type Feed = RowFeed | BulkFeed

/** The first day (number) of an overlapping request, which shows revisions; null where nothing is loaded yet. */
export const overlapStartDay = (newest: number | undefined, days: number): number | null =>
  newest === undefined ? null : newest - days

/** Whether the value after the newest one on record is out: where the daily number of requests is small, nothing is asked for before. */
export function isNextDue({ frequency, holidays, rule }: Series, newest: number | undefined, now: number): boolean {
  return newest === undefined || nextDue({ frequency, holidays, rule: releaseRule(rule) }, newest)! <= now
}
