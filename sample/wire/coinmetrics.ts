import { dayMs, isoDay } from '../../pipeline/calendar/day.ts'
import { historyAt, seriesOf } from '../world/history.ts'
import { cents, type NetworkDay, networkDay } from '../world/network.ts'
import { epoch, pathOf } from '../world/path.ts'
import { json, notImitated, text, type WireFormat } from './answer.ts'

/** A number as Coin Metrics prints it: at most nine decimals, no exponent, no trailing zeros. */
const plain = (value: number): string => value.toFixed(Math.abs(value) < 1e12 ? 9 : 3).replace(/\.?0+$/, '')

/** Price change in percent over `days`, or since the epoch where that is nearer. */
const change = (days: number) => (day: NetworkDay, at: number) => (day.price / networkDay(at - days).price - 1) * 100

/** What coins last moved at: an even mix of the prices of the last two years. */
const realisedPrice = (at: number): number => {
  const moved = [0, 45, 90, 180, 270, 365, 450, 540, 630, 730]
  return moved.reduce((sum, days) => sum + networkDay(at - days).price, 0) / moved.length
}

const columns: Readonly<Record<string, (day: NetworkDay, at: number) => number>> = {
  AdrActCnt: (day) => day.addresses,
  BlkCnt: (day) => day.blocks,
  CapMVRVCur: (day, at) => day.price / realisedPrice(at),
  CapMrktCurUSD: (day) => cents(day.price) * day.supply,
  DiffMean: (day) => day.difficulty,
  FeeTotNtv: (day) => Math.round(day.fees * 1e8) / 1e8,
  HashRate: (day) => day.hashRate,
  IssTotNtv: (day) => day.issued,
  IssTotUSD: (day) => day.issued * cents(day.price),
  PriceBTC: () => 1,
  PriceUSD: (day) => cents(day.price),
  ROI1yr: change(365),
  ROI30d: change(30),
  SplyCur: (day) => day.supply,
  TxCnt: (day) => day.transactions,
  TxTfrCnt: (day) => Math.round(2.4 * day.transactions),
}
const rows = seriesOf('coinmetrics')
/** Days of ether that are given; those of bitcoin are given from the first on. */
const etherDays = 1_826

/** The reference rate at 00:00 UTC of a day is the close of the day before. */
const referenceRate = (at: number): string => plain(cents(networkDay(at - 1).price))

/** The printed value of a metric on day number `at`; null for one that is neither imitated nor registered. */
function metricText(key: string, at: number): string | null {
  const column = columns[key]
  if (column) return plain(column(networkDay(at), at))
  if (key === 'ReferenceRate' || key === 'ReferenceRateUSD') return referenceRate(at)
  const row = rows.get(key)
  if (row === undefined) return null
  const value = pathOf(key, row.range)(at)
  return plain(row.unit === '1' ? Math.round(value) : cents(value))
}

/** The same of ether; its supply grows by half a percent a year. */
function etherText(key: string, at: number): string | null {
  const row = rows.get(`eth/${key}`)
  if (row === undefined) return null
  if (key === 'SplyCur') return plain(120_000_000 * 1.005 ** ((at - epoch) / 365.25 - 10))
  if (key === 'PriceUSD') return plain(cents(pathOf('ether price')(at)))
  const value = pathOf(row.key, row.range)(at)
  return plain(row.unit === '1' ? Math.round(value) : value)
}

/**
 * Coin Metrics API v4, `timeseries/asset-metrics` (docs.coinmetrics.io/api/v4): daily rows of btc or eth, values as texts. Rows of a page ascend;
 * with `paging_from=end`, the default, the first page is the newest. `next_page_token` and `next_page_url` stand while there is more.
 */
export const coinmetricsApi: WireFormat = {
  host: 'community-api.coinmetrics.io',
  path: /^\/v4\/timeseries\/asset-metrics$/,
  parameters: ['assets', 'metrics', 'frequency', 'start_time', 'end_time', 'page_size', 'paging_from', 'next_page_token'],
  answer({ url, query, now }) {
    const { first, last } = historyAt(now)
    const { assets, metrics = '', frequency = '1d', page_size = '100', paging_from = 'end', next_page_token: token } = query
    const { start_time = isoDay(first), end_time = isoDay(last) } = query
    const names = [...new Set(metrics.split(','))].sort()
    // the difficulty needs a paid plan
    const textOf = assets === 'btc' ? metricText : assets === 'eth' ? etherText : () => null
    if (frequency !== '1d' || names.some((name) => name === 'DiffMean' || textOf(name, last) === null))
      throw notImitated(url, 'other assets, frequencies or metrics')
    const from = assets === 'btc' ? first : Math.max(first, last - etherDays)
    let low = Math.max(from, Math.ceil(Date.parse(start_time) / dayMs))
    let high = Math.min(last, Math.floor(Date.parse(end_time) / dayMs))
    const edge = token === undefined ? null : Date.parse(atob(token.slice(2))) / dayMs
    if (edge !== null && paging_from === 'start') low = Math.max(low, edge + 1)
    if (edge !== null && paging_from === 'end') high = Math.min(high, edge - 1)
    const more = high - low + 1 > Number(page_size)
    if (more && paging_from === 'start') high = low + Number(page_size) - 1
    if (more && paging_from === 'end') low = high - Number(page_size) + 1

    const data = Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => ({
      asset: assets,
      time: `${isoDay(low + at)}T00:00:00.000000000Z`,
      ...Object.fromEntries(names.map((name) => [name, textOf(name, low + at)])),
    }))
    if (!more) return json({ data })
    const next = new URL(url)
    const next_page_token = `0.${btoa(`${isoDay(paging_from === 'start' ? high : low)}T00:00:00Z`)}`
    next.searchParams.set('next_page_token', next_page_token)
    return json({ data, next_page_token, next_page_url: next.href })
  },
}

/** The layout of 2026, and DiffMean, which stood between these columns until 2019 and which no other sample feed could give. */
const header =
  'time,AdrActCnt,AdrBalCnt,AssetCompletionTime,AssetEODCompletionTime,BlkCnt,CapMVRVCur,CapMrktCurUSD,CapMrktEstUSD,DiffMean,FeeTotNtv,FlowInExNtv,FlowInExUSD,FlowOutExNtv,FlowOutExUSD,HashRate,IssTotNtv,IssTotUSD,PriceBTC,PriceUSD,ROI1yr,ROI30d,ReferenceRate,ReferenceRateETH,ReferenceRateEUR,ReferenceRateUSD,SplyCur,SplyExNtv,SplyExUSD,SplyExpFut10yr,TxCnt,TxTfrCnt,volume_reported_spot_usd_1d'

/** `csv/btc.csv` of github.com/coinmetrics/data: the whole history, columns we invent nothing for empty, the last line a partial day. */
export const coinmetricsCsv: WireFormat = {
  host: 'raw.githubusercontent.com',
  path: /^\/coinmetrics\/data\/master\/csv\/btc\.csv$/,
  answer({ now }) {
    const { first, last } = historyAt(now)
    const cell = (name: string, at: number): string => {
      if (name === 'time') return isoDay(at)
      // the day of the run has only begun
      if (at > last && !name.startsWith('ReferenceRate')) return ''
      // some forty minutes into the next day, unix seconds
      if (/^Asset.*CompletionTime$/.test(name)) return String(((at + 1) * dayMs) / 1_000 + 2_401)
      return metricText(name, at) ?? ''
    }
    const names = header.split(',')
    const lines = Array.from({ length: last - first + 2 }, (_, at) => names.map((name) => cell(name, first + at)).join(','))
    return text('text/plain; charset=utf-8', `${[header, ...lines].join('\n')}\n`)
  },
}
