import { type Series, series } from '../../data/series.ts'
import { isoDay } from '../calendar/day.ts'
import type { FeedRequest } from '../http/request.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { arrayOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'cftc-positions'
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
for (const row of series) {
  if (row.upstream !== 'cftc') continue
  const [report, code, field] = row.key.split('/') as [string, string, string]
  const contracts = reports.get(report) ?? new Map<string, Map<string, Series>>()
  const fields = contracts.get(code) ?? new Map<string, Series>()
  reports.set(report, contracts.set(code, fields.set(field, row)))
}

const reportOf = (url: URL) => reports.get(path.exec(url.pathname)?.[1] ?? '')

function planReport(
  report: string,
  contracts: ReadonlyMap<string, ReadonlyMap<string, Series>>,
  newestPeriod: ReadonlyMap<string, number>,
): FeedRequest {
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
  return { feed: id, upstream: 'cftc', url: `https://${host}/resource/${report}.json?${query}` }
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
export const cftcPositions = defineFeed({
  id,
  upstream: 'cftc',
  title: 'CFTC Commitments of Traders, futures only',
  needs: null,
  match: (url) => url.host === host && reportOf(url) !== undefined,
  plan: ({ newestPeriod }) => [...reports].map(([report, contracts]) => planReport(report, contracts, newestPeriod)),
  parse: (body, recording) => {
    const url = new URL(recording.url)
    const contracts = reportOf(url) ?? new Map<string, Map<string, Series>>()
    const asked = codeAsked(url)
    const items = arrayOf(body, id)
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const entries = new Map<Series, Entry[]>()
    for (const item of items) {
      const row = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const code = row[codeField] ?? asked
      const date = /^(\d{4}-\d\d-\d\d)T00:00:00\.000$/.exec(String(row[dateField]))?.[1]
      if (date === undefined || typeof code !== 'string') {
        rejected.push(rejection(null, 'row', 'no day or contract', JSON.stringify(item)))
        continue
      }
      for (const [field, positions] of contracts.get(code.trim()) ?? []) {
        const text = row[field]
        if (text === undefined) continue
        const values = entries.get(positions) ?? []
        entries.set(positions, values)
        if (typeof text === 'string') values.push({ date, text, seenAt, publishedAt: null })
        else rejected.push(rejection(positions.id, 'row', `no text "${field}"`, JSON.stringify(item)))
      }
    }
    const read = readBlocks(entries, rejected)
    const offset = Number(url.searchParams.get('$offset') ?? 0)
    if (read.rows.sighting.length === 0 && offset === 0) throw withoutRows(read, id, 'no positions')
    const limit = Number(url.searchParams.get('$limit') ?? usualSize)
    if (items.length < limit) return read
    url.searchParams.set('$offset', String(offset + limit))
    return { ...read, next: [{ feed: id, upstream: 'cftc', url: url.href }] }
  },
})
