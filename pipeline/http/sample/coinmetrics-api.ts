import { dayMs, dayNumber, isoDay } from '../../calendar/day.ts'
import { type Answer, json, type WireFormat } from './answer.ts'
import { metricText } from './coinmetrics-columns.ts'
import { historyAt } from './history.ts'

const parameters = new Set([
  'assets',
  'metrics',
  'frequency',
  'start_time',
  'end_time',
  'page_size',
  'paging_from',
  'next_page_token',
])

/** Metrics that need a paid plan; one of them refuses the whole call. */
const paid = new Set(['DiffMean', 'FeeTotUSD', 'NVTAdj', 'NVTAdj90', 'CapRealUSD'])

const refuse = (status: number, type: string, message: string): Answer => json({ error: { type, message } }, status)
const bad = (name: string, why: string): Answer => refuse(400, 'bad_parameter', `Bad parameter '${name}'. ${why}`)

/** Day number of `2026-07-22` or `2026-07-22T00:00:00Z` (a later clock is after the day's row); null when it is no time. */
function rowFrom(text: string, edge: 'start' | 'end'): number | null {
  const ms = dayNumber(text) === null ? Date.parse(text) : dayNumber(text)! * dayMs
  if (!Number.isFinite(ms)) return null
  return edge === 'start' ? Math.ceil(ms / dayMs) : Math.floor(ms / dayMs)
}

const tokenOf = (day: number): string => `0.${btoa(`${isoDay(day)}T00:00:00Z`)}`

function dayOfToken(token: string): number | null {
  try {
    return dayNumber(atob(token.replace(/^0\./, '')).slice(0, 10))
  } catch {
    return null
  }
}

/**
 * Coin Metrics API v4, `timeseries/asset-metrics` (docs.coinmetrics.io/api/v4): daily rows of btc, values as texts. Rows of a page ascend;
 * with `paging_from=end`, the default, the first page is the newest. `next_page_token` and `next_page_url` stand while there is more.
 */
export const coinmetricsApi: WireFormat = {
  host: 'community-api.coinmetrics.io',
  path: (pathname) => pathname === '/v4/timeseries/asset-metrics',
  answer(url, now) {
    const ask = (name: string, otherwise: string): string => url.searchParams.get(name) ?? otherwise
    for (const name of url.searchParams.keys())
      if (!parameters.has(name)) return bad(name, 'It is not a parameter of this endpoint.')
    if (ask('assets', '') !== 'btc')
      return bad('assets', `Value '${ask('assets', '')}' is not supported; the sample feeds know btc.`)
    if (ask('frequency', '1d') !== '1d') return bad('frequency', 'The sample feeds are daily.')
    const metrics = ask('metrics', '')
      .split(',')
      .filter((key) => key !== '')
    if (metrics.length === 0) return bad('metrics', 'It is required.')
    const { first, last } = historyAt(now)
    for (const key of metrics) {
      if (paid.has(key))
        return refuse(
          403,
          'forbidden',
          `Requested metric '${key}' with frequency '1d' for asset 'btc' is not available with supplied credentials.`,
        )
      if (metricText(key, last) === null) return bad('metrics', `Metric '${key}' is not supported.`)
    }
    const start = rowFrom(ask('start_time', isoDay(first)), 'start')
    const end = rowFrom(ask('end_time', isoDay(last)), 'end')
    if (start === null) return bad('start_time', 'It is not a time.')
    if (end === null) return bad('end_time', 'It is not a time.')
    const size = Number(ask('page_size', '100'))
    if (!Number.isInteger(size) || size < 1 || size > 10_000) return bad('page_size', 'It must be between 1 and 10000.')
    const from = ask('paging_from', 'end')
    if (from !== 'start' && from !== 'end') return bad('paging_from', "It must be 'start' or 'end'.")

    let low = Math.max(first, start)
    let high = Math.min(last, end)
    const token = url.searchParams.get('next_page_token')
    if (token !== null) {
      const edge = dayOfToken(token)
      if (edge === null) return bad('next_page_token', 'It is not a token of this query.')
      if (from === 'start') low = Math.max(low, edge + 1)
      else high = Math.min(high, edge - 1)
    }
    const more = high - low + 1 > size
    if (more && from === 'start') high = low + size - 1
    if (more && from === 'end') low = high - size + 1

    const names = [...new Set(metrics)].sort()
    const data: Record<string, string>[] = []
    for (let at = low; at <= high; at++) {
      const row: Record<string, string> = { asset: 'btc', time: `${isoDay(at)}T00:00:00.000000000Z` }
      for (const name of names) row[name] = metricText(name, at)!
      data.push(row)
    }
    if (!more) return json({ data })
    const next = new URL(url)
    const nextToken = tokenOf(from === 'start' ? high : low)
    next.searchParams.set('next_page_token', nextToken)
    return json({ data, next_page_token: nextToken, next_page_url: next.href })
  },
}
