import { bodyError, objectOf } from './body.ts'
import { esefReport, isEsefReport } from './esef-report.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'esef-index'
const upstream = 'xbrl-index'
const address = 'https://filings.xbrl.org'
/** Filings asked for in a run. */
const newest = 20

/**
 * The index of annual reports in the UK and Europe (filings.xbrl.org, JSON:API): those it added last. Each leads to its report in xBRL-JSON, which
 * says who the company is; of a report that the index could not convert there is none. A report in two languages, or filed in two
 * countries, is as many filings.
 */
export const esefIndex = defineFeed({
  id,
  upstream,
  title: 'Index of annual reports, UK and Europe',
  needs: null,
  match: (url) => url.host === 'filings.xbrl.org' && url.pathname === '/api/filings',
  plan: () => [{ feed: id, upstream, url: `${address}/api/filings?sort=-date_added&page[size]=${newest}` }],
  parse: (body) => {
    const { data, errors } = objectOf(body, id)
    if (!Array.isArray(data)) {
      const what = JSON.stringify(errors ?? null).slice(0, 200)
      throw bodyError(id, 'LIST_MISSING', `the answer has no list of filings: ${what}; check the parameters of the request`)
    }
    const rejected: Rejected[] = []
    const reports = data.flatMap((row) => {
      const report = reportIn(row)
      if (typeof report !== 'string') return [report]
      rejected.push(rejection(null, 'filing', report, JSON.stringify(row)))
      return []
    })
    // the oldest first: what the newest says of the company is recorded last
    const inOrder = reports.toSorted((a, b) => (a.end < b.end ? -1 : Number(a.end > b.end)))
    return { rows: {}, rejected, next: inOrder.map(({ url }) => ({ feed: esefReport.id, upstream, url })) }
  },
})

const cellsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>

/** A report that can be read, or why there is none. */
function reportIn(row: unknown): { readonly url: string; readonly end: string } | string {
  const { json_url: path } = cellsOf(cellsOf(row)['attributes'])
  if (path === null) return 'the index could not convert the report'
  if (typeof path !== 'string' || !URL.canParse(path, address)) return 'no address of a report'
  const url = new URL(path, address)
  return isEsefReport(url) ? { url: url.href, end: url.pathname.split('/')[2]! } : 'no annual report of the UK or Europe'
}
