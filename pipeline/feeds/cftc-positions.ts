import type { Series } from '../../data/series.ts'
import { isoDay } from '../time/day.ts'
import { memoized } from '../values/memoized.ts'
import { jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'

const host = 'publicreporting.cftc.gov'
const path = /^\/resource\/([0-9a-z-]{9})\.json$/
const dateField = 'report_date_as_yyyy_mm_dd'
const codeField = 'cftc_contract_market_code'
/** Rows asked for in one page, the most the service gives. */
const pageSize = 50_000
/** Rows of a page when the request does not say. */
const usualSize = 1_000
/** Days asked for again, so that corrected reports are seen. */
const overlapDays = 60

/** Series by report, contract and field: those of a report are asked for together. */
const reports = new Map<string, Map<string, Map<string, Series>>>()
for (const [key, row] of seriesOf('cftc')) {
  const [report, code, field] = key.split('/') as [string, string, string]
  const contracts = memoized(reports, report, () => new Map<string, Map<string, Series>>())
  memoized(contracts, code, () => new Map<string, Series>()).set(field, row)
}

const offsetOf = (url: URL): number => Number(url.searchParams.get('$offset') ?? 0)
const reportOf = (url: URL) => reports.get(path.exec(url.pathname)?.[1] ?? '')

function planReport(
  report: string,
  contracts: ReadonlyMap<string, ReadonlyMap<string, Series>>,
  newestPeriod: ReadonlyMap<string, number>,
): string {
  const rows = [...contracts.values()].flatMap((fields) => [...fields.values()])
  const newest = rows.map((row) => newestPeriod.get(row.id))
  // a contract that is new here has all of its reports asked for
  const from = newest.every((period) => period !== undefined) ? Math.min(...newest) - overlapDays : null
  const fields = new Set([...contracts.values()].flatMap((each) => [...each.keys()]))
  const codes = [...contracts.keys()].map((code) => `'${code}'`).join(',')
  const since = from === null ? '' : ` AND ${dateField} >= '${isoDay(from)}T00:00:00.000'`
  const query = [
    `$select=${[dateField, codeField, ...fields].join(',')}`,
    `$where=${codeField} in(${codes})${since}`,
    `$order=${dateField},${codeField}`,
    `$limit=${pageSize}`,
  ].join('&')
  return `https://${host}/resource/${report}.json?${query}`
}

/** The one contract a request asks for, where its rows do not name theirs. */
function codeAsked(url: URL): string | null {
  const where = /^cftc_contract_market_code\s*=\s*'([0-9A-Z]+)'/.exec(url.searchParams.get('$where') ?? '')
  return url.searchParams.get(codeField) ?? where?.[1] ?? null
}

/**
 * Commitments of Traders from the Commission's Socrata service (publicreporting.cftc.gov): the disaggregated report and that on financial
 * futures, both futures only. Every value is a text, a day `2026-06-23T00:00:00.000` is the Tuesday (Monday before a holiday) of the
 * positions, and a key without a value is left out of its row. Contracts are identified by their code, for the names of markets change.
 */
export const cftcPositions = jsonFeed({
  id: 'cftc-positions',
  upstream: 'cftc',
  title: 'CFTC Commitments of Traders, futures only',
  match: (url) => url.host === host && reportOf(url) !== undefined,
  plan: ({ newestPeriod }) => [...reports].map(([report, contracts]) => planReport(report, contracts, newestPeriod)),
  rows: '',
  date: ({ [dateField]: day }) => /^(\d{4}-\d\d-\d\d)T00:00:00\.000$/.exec(String(day))?.[1] ?? null,
  values: (row, { url }) => {
    const code = row[codeField] ?? codeAsked(url)
    if (typeof code !== 'string') return { rule: 'row', reason: 'no contract' }
    return [...(reportOf(url)?.get(code.trim()) ?? [])].map(([field, positions]) => [positions, row[field]])
  },
  missing: [undefined],
  // a page after the last one is empty where the last one was full
  emptyMessage: (url) => (offsetOf(url) > 0 ? null : 'no positions'),
  next: (_, { length }, url) => {
    const limit = Number(url.searchParams.get('$limit') ?? usualSize)
    if (length < limit) return []
    url.searchParams.set('$offset', String(offsetOf(url) + limit))
    return [url.href]
  },
})
