import { series } from '../../data/series.ts'
import { isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import { type Entry, readBlocks } from './block.ts'
import { objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'coinmetrics-api'
const host = 'community-api.coinmetrics.io'
const path = '/v4/timeseries/asset-metrics'
const rows = series.filter((row) => row.upstream === 'coinmetrics')
/** Asked for apart from the rest: a metric outside the community plan makes the API refuse the whole call with 403. */
const apart = ['CapMVRVCur', 'AdrBalCnt', 'FlowInExNtv', 'FlowOutExNtv', 'SplyExNtv']
/** Metrics of each call; mean difficulty needs a paid plan. */
const calls = [
  rows.filter((row) => row.key !== 'DiffMean' && !apart.includes(row.key)),
  rows.filter((row) => apart.includes(row.key)),
]
/** Days asked for again, so that revisions are seen. */
const overlapDays = 14

/**
 * Coin Metrics community API, daily asset metrics of bitcoin (docs.coinmetrics.io/api/v4). A row's `time` is the start of the UTC day it
 * is about; values are texts, an absent key or null is a missing value. Pages run from the start; `next_page_url` leads on.
 */
export const coinmetricsApi = defineFeed({
  id,
  upstream: 'coinmetrics',
  title: 'Coin Metrics daily network data (community API)',
  needs: null,
  match: (url) =>
    url.host === host &&
    url.pathname === path &&
    url.searchParams.get('assets') === 'btc' &&
    url.searchParams.get('frequency') === '1d',
  plan: (state) =>
    calls.map((asked) => {
      const newest = asked.map((row) => state.newestPeriod.get(row.id)).filter((day) => day !== undefined)
      const start = newest.length > 0 ? `&start_time=${isoDay(Math.max(...newest) - overlapDays)}` : ''
      const keys = asked.map(({ key }) => key).join(',')
      const url = `https://${host}${path}?assets=btc&metrics=${keys}&frequency=1d&page_size=10000&paging_from=start${start}`
      return { feed: id, upstream: 'coinmetrics', url }
    }),
  parse: (body, recording) => {
    const { data, next_page_url: nextPage } = objectOf(body, id)
    if (!Array.isArray(data))
      throw new ParseError('DATA_MISSING', `${id}: no array "data"; the API returned something else`, { feed: id })
    if (data.length === 0) throw new ParseError('PAGE_EMPTY', `${id}: an empty page, although some days were due`, { feed: id })
    const seenAt = Date.parse(recording.at)
    const entries = new Map<string, Entry[]>(rows.map((row) => [row.id, []]))
    const rejected: Rejected[] = []
    for (const item of data as unknown[]) {
      const row = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const time = row['time']
      if (row['asset'] !== 'btc' || typeof time !== 'string' || !/^\d{4}-\d{2}-\d{2}T00:00:00(\.0+)?Z$/.test(time)) {
        rejected.push(rejection(null, 'row', 'not a daily row of btc', JSON.stringify(item)))
        continue
      }
      for (const { id: name, key } of rows) {
        const text = row[key]
        if (text === undefined || text === null) continue
        if (typeof text === 'string') entries.get(name)!.push({ date: time.slice(0, 10), text, seenAt, publishedAt: null })
        else rejected.push(rejection(name, 'number', 'not a string', JSON.stringify({ time, [key]: text })))
      }
    }
    const next =
      typeof nextPage === 'string' && URL.canParse(nextPage) ? [{ feed: id, upstream: 'coinmetrics', url: nextPage }] : []
    const read = readBlocks(
      rows.map((row) => [row, entries.get(row.id)!]),
      rejected,
    )
    return { ...read, next }
  },
})
