import { columnOf } from '../../data/series/coinmetrics.ts'
import type { Series } from '../../data/series.ts'
import { isoDay } from '../time/day.ts'
import { jsonFeed } from './json-feed.ts'
import { seriesOf } from './sightings.ts'

const host = 'community-api.coinmetrics.io'
const path = '/v4/timeseries/asset-metrics'
/** Series by the metric the API knows, of each asset. */
export const seriesByAsset = new Map<string, Map<string, Series>>()
for (const row of seriesOf('coinmetrics').values()) {
  const { asset, metric } = columnOf(row)
  seriesByAsset.set(asset, (seriesByAsset.get(asset) ?? new Map<string, Series>()).set(metric, row))
}
const assetOf = (url: URL) => url.searchParams.get('assets') ?? ''
/** Asked for apart from the rest: a metric outside the community plan makes the API refuse the whole call with 403. */
const apart = ['CapMVRVCur', 'AdrBalCnt', 'FlowInExNtv', 'FlowOutExNtv', 'SplyExNtv']
/** Asset and metrics of each call; mean difficulty needs a paid plan. */
const calls = [...seriesByAsset].flatMap(([asset, rows]) => {
  const metrics = [...rows].filter(([metric]) => metric !== 'DiffMean')
  const usual = metrics.filter(([metric]) => !apart.includes(metric))
  const more = metrics.filter(([metric]) => apart.includes(metric))
  return [usual, more].filter((asked) => asked.length > 0).map((asked) => ({ asset, asked }))
})
/** Days asked for again, so that revisions are seen. */
const overlapDays = 14

/**
 * Coin Metrics community API, daily asset metrics of bitcoin and of ether, each asked for by itself (docs.coinmetrics.io/api/v4). A row's
 * `time` is the start of the UTC day it is about; values are texts, an absent key or null is a missing value. Pages run from the start;
 * `next_page_url` leads on. Ether has no hash rate since 2022-09-15, the day it went over to staking, and none is asked for.
 */
export const coinmetricsApi = jsonFeed({
  id: 'coinmetrics-api',
  upstream: 'coinmetrics',
  title: 'Coin Metrics daily network data (community API)',
  match: (url) =>
    url.host === host && url.pathname === path && seriesByAsset.has(assetOf(url)) && url.searchParams.get('frequency') === '1d',
  plan: (state) =>
    calls.map(({ asset, asked }) => {
      const newest = asked.map(([, row]) => state.newestPeriod.get(row.id)).filter((day) => day !== undefined)
      const start = newest.length > 0 ? `&start_time=${isoDay(Math.max(...newest) - overlapDays)}` : ''
      const metrics = asked.map(([metric]) => metric).join(',')
      return `https://${host}${path}?assets=${asset}&metrics=${metrics}&frequency=1d&page_size=10000&paging_from=start${start}`
    }),
  rows: 'data',
  date: ({ time }) => (/^\d{4}-\d{2}-\d{2}T00:00:00(\.0+)?Z$/.test(String(time)) ? String(time).slice(0, 10) : null),
  values: (day, { url }) => {
    const asset = assetOf(url)
    if (day['asset'] !== asset) return { rule: 'row', reason: `not a daily row of ${asset}` }
    return [...seriesByAsset.get(asset)!].map(([metric, row]) => [row, day[metric]])
  },
  missing: [null, undefined],
  mayBeMissing: true,
  emptyMessage: 'no days',
  next: ({ next_page_url: next }) => (typeof next === 'string' && URL.canParse(next) ? [next] : []),
})
