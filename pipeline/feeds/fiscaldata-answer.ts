import { ParseError } from '../errors.ts'
import type { FeedRequest } from '../http/request.ts'
import { objectOf } from './body.ts'

const host = 'api.fiscaldata.treasury.gov'
const folder = '/services/api/fiscal_service/'

/** A page of a dataset. */
export interface FiscalDataPage {
  readonly rows: readonly unknown[]
  /** The request of the page after it, where there is one. */
  readonly next: readonly FeedRequest[]
}

/** Whether an address asks for a dataset, such as `v2/accounting/od/debt_to_penny`, as JSON. */
export function asksFor(url: URL, dataset: string): boolean {
  return url.host === host && url.pathname === `${folder}${dataset}` && (url.searchParams.get('format') ?? 'json') === 'json'
}

/**
 * The first page of a dataset from a day (`YYYY-MM-DD`) on where one is given, by the field `by` that holds the day: oldest rows first. A dataset
 * that keeps every day's snapshot is asked for its `newest` rows first: without an order its answer begins with the oldest.
 */
export function requestFor(
  feed: string,
  dataset: string,
  fields: readonly string[],
  from: string | null,
  { by = 'record_date', newest = false }: { readonly by?: string; readonly newest?: boolean } = {},
): FeedRequest {
  const filter = from === null ? '' : `&filter=${by}:gte:${from}`
  const query = `fields=${fields.join(',')}${filter}&sort=${newest ? '-' : ''}${by}&page[number]=1&page[size]=10000`
  return { feed, upstream: 'fiscaldata', url: `https://${host}${folder}${dataset}?${query}` }
}

/**
 * The rows of an answer of Fiscal Data (fiscaldata.treasury.gov/api-documentation): every value is a text, a missing one the text `null`,
 * pages are numbered from 1. An error inside an answer, or fewer rows than announced, is a `ParseError`.
 */
export function pageOf(body: Uint8Array, address: string, feed: string): FiscalDataPage {
  const { data, meta, error, message } = objectOf(body, feed)
  if (typeof error === 'string')
    throw new ParseError('UPSTREAM_SAYS', `${feed}: Fiscal Data answered: ${`${error} ${String(message ?? '')}`.slice(0, 200)}`, {
      feed,
    })
  const { count, 'total-pages': pages } = (meta ?? {}) as Record<string, unknown>
  if (!Array.isArray(data) || typeof count !== 'number' || typeof pages !== 'number')
    throw new ParseError('DATA_MISSING', `${feed}: no array "data" with its count and pages`, { feed })
  if (data.length !== count)
    throw new ParseError('BODY_CUT', `${feed}: ${data.length} rows where ${count} were announced`, { feed })
  const url = new URL(address)
  const page = Number(url.searchParams.get('page[number]') ?? 1)
  url.searchParams.set('page[number]', String(page + 1))
  return { rows: data as unknown[], next: page < pages ? [{ feed, upstream: 'fiscaldata', url: url.href }] : [] }
}

/** A line of an answer. A missing value is the text `null`: it is null, never 0. */
export function lineOf(item: unknown): Readonly<Record<string, string | null>> {
  const line = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(line).map(([field, value]) => [field, typeof value === 'string' && value !== 'null' ? value : null]),
  )
}

/** Whole dollars; null for another spelling, and where there is none. */
export const dollarsOf = (text: string | null | undefined): number | null =>
  text != null && /^\d{1,15}(\.0+)?$/.test(text) ? Number(text) : null

/** A flag: `Yes` or `No`, else null. */
export const flagOf = (text: string | null | undefined): boolean | null => (text === 'Yes' ? true : text === 'No' ? false : null)
