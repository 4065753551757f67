import { isEsefReport } from './esef-report.ts'
import { itemOf, jsonFeed } from './json-feed.ts'

const address = 'https://filings.xbrl.org'
/** Filings asked for in a run. */
const newest = 20

/**
 * The index of annual reports in the UK and Europe (filings.xbrl.org, JSON:API): those it added last. Each leads to its report in xBRL-JSON, which
 * says who the company is; of a report that the index could not convert there is none. A report in two languages, or filed in two
 * countries, is as many filings.
 */
export const esefIndex = jsonFeed({
  id: 'esef-index',
  upstream: 'xbrl-index',
  title: 'Index of annual reports, UK and Europe',
  match: (url) => url.host === 'filings.xbrl.org' && url.pathname === '/api/filings',
  plan: () => [`${address}/api/filings?sort=-date_added&page[size]=${newest}`],
  rows: 'data',
  absent: ({ errors }) => {
    const what = JSON.stringify(errors ?? null).slice(0, 200)
    return `the answer has no list of filings: ${what}; check the parameters of the request`
  },
  codes: { absent: 'LIST_MISSING' },
  read: (rows, { each }) => {
    // the oldest first: what the newest says of the company is recorded last
    const inOrder = each(rows, 'filing', reportIn).toSorted((a, b) => (a.end < b.end ? -1 : Number(a.end > b.end)))
    return { next: inOrder.map(({ url }) => ({ feed: 'esef-report', upstream: 'xbrl-index', url })) }
  },
})

/** A report that can be read, or why there is none. */
function reportIn(row: unknown): { readonly url: string; readonly end: string } | string {
  const { json_url: path } = itemOf(itemOf(row)['attributes'])
  if (path === null) return 'the index could not convert the report'
  if (typeof path !== 'string' || !URL.canParse(path, address)) return 'no address of a report'
  const url = new URL(path, address)
  return isEsefReport(url) ? { url: url.href, end: url.pathname.split('/')[2]! } : 'no annual report of the UK or Europe'
}
