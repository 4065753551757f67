import { isoDay } from '../time/day.ts'
import type { FeedState } from './feed.ts'
import { type Item, itemOf } from './json-feed.ts'

const host = 'api.fiscaldata.treasury.gov'
const folder = '/services/api/fiscal_service/'

/** What a feed asks of a dataset, such as `v2/accounting/od/debt_to_penny`. */
interface Dataset {
  readonly dataset: string
  readonly fields: readonly string[]
  /** The day (number) from which rows are asked for; all rows where there is none. */
  readonly from: (state: FeedState) => number | null
  /** The field that holds this day: rows are sorted by it, the oldest first. */
  readonly by?: string
  /** A dataset that keeps every day's snapshot is asked for its newest rows: without an order its answer begins with the oldest. */
  readonly newest?: true
}

const metaOf = ({ meta }: Item) => itemOf(meta) as { count?: unknown; 'total-pages'?: unknown }

/**
 * Answers of Fiscal Data (fiscaldata.treasury.gov/api-documentation): every value is a text, a missing one the text `null`, pages are
 * numbered from 1, an error may come with status 200, and the rows are counted.
 */
export const fiscaldataAnswer = ({ dataset, fields, from, by = 'record_date', newest }: Dataset) => ({
  upstream: 'fiscaldata',
  match: (url: URL) =>
    url.host === host && url.pathname === `${folder}${dataset}` && (url.searchParams.get('format') ?? 'json') === 'json',
  plan: (state: FeedState) => {
    const day = from(state)
    const filter = day === null ? '' : `&filter=${by}:gte:${isoDay(day)}`
    const query = `fields=${fields.join(',')}${filter}&sort=${newest ? '-' : ''}${by}&page[number]=1&page[size]=10000`
    return [`https://${host}${folder}${dataset}?${query}`]
  },
  error: ({ error, message }: Item) => (typeof error === 'string' ? `${error} ${String(message ?? '')}` : null),
  rows: (answer: Item) => {
    const { count, 'total-pages': pages } = metaOf(answer)
    return typeof count === 'number' && typeof pages === 'number' ? answer['data'] : null
  },
  cut: (answer: Item, rows: readonly unknown[]) =>
    rows.length === metaOf(answer).count ? null : `${rows.length} rows where ${String(metaOf(answer).count)} were announced`,
  next: (answer: Item, _: readonly unknown[], url: URL) => {
    const page = Number(url.searchParams.get('page[number]') ?? 1)
    if (newest || page >= Number(metaOf(answer)['total-pages'])) return []
    url.searchParams.set('page[number]', String(page + 1))
    return [url.href]
  },
})

/** A line of an answer. A missing value is the text `null`: it is null, never 0. */
export function fiscaldataLine(item: unknown): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(itemOf(item)).map(([field, value]) => [field, typeof value === 'string' && value !== 'null' ? value : null]),
  )
}

/** Whole dollars; null for another spelling, and where there is none. */
export const dollarsOf = (text: string | null | undefined): number | null =>
  text != null && /^\d{1,15}(\.0+)?$/.test(text) ? Number(text) : null

/** A flag: `Yes` or `No`, else null. */
export const parseYesNo = (text: string | null | undefined): boolean | null =>
  text === 'Yes' ? true : text === 'No' ? false : null
