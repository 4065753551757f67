import { isoDay } from '../../pipeline/calendar/day.ts'
import { economicSeries, latestOf, vintagesOf } from '../world/economy.ts'
import { dateOf, periodsOf } from '../world/history.ts'
import { json, notImitated, notThere, type WireFormat } from './answer.ts'

/** The API prints the week average with one decimal, the charts' CSV does not. */
const printed = (key: string, text: string): string => (key === 'WTREGEN' && text !== '.' ? `${text}.0` : text)

/**
 * FRED `series/observations` (fred.stlouisfed.org/docs/api/fred/series_observations.html). Without real-time dates every row is as of
 * today; with a range of them there is a row for each value a period had within it, its dates cut to the range.
 */
export const fredApi: WireFormat = {
  host: 'api.stlouisfed.org',
  path: /^\/fred\/series\/observations$/,
  parameters: [
    'series_id',
    'api_key',
    'file_type',
    'observation_start',
    'observation_end',
    'realtime_start',
    'realtime_end',
    'sort_order',
    'limit',
    'offset',
  ],
  answer({ url, query, now, last }) {
    const { series_id: key = '', sort_order = 'asc', limit = '100000', offset = '0' } = query
    if (query['file_type'] !== 'json') throw notImitated(url, 'answers that are not JSON')
    const row = economicSeries(key)
    if (!row) throw notThere(url, `no series ${key}`)
    const today = isoDay(last + 1)
    const { realtime_start = today, realtime_end = today } = query
    const { observation_start = '1776-07-04', observation_end = '9999-12-31' } = query
    const observations = periodsOf(row, now).flatMap((period) => {
      const date = dateOf(row, period)
      if (date < observation_start || date > observation_end) return []
      const shown = (from: string, until: string, text: string) => ({
        realtime_start: from < realtime_start ? realtime_start : from,
        realtime_end: until > realtime_end ? realtime_end : until,
        date,
        value: printed(key, text),
      })
      if (realtime_start === today && realtime_end === today) return [shown(today, today, latestOf(row, period, now))]
      return vintagesOf(row, period, now).flatMap(({ since, text }, at, all) => {
        const next = all[at + 1]
        const [from, until] = [isoDay(since), next ? isoDay(next.since - 1) : '9999-12-31']
        return from > realtime_end || until < realtime_start ? [] : [shown(from, until, text)]
      })
    })
    if (sort_order === 'desc') observations.reverse()
    return json({
      ...{ realtime_start, realtime_end, observation_start, observation_end, units: 'lin', output_type: 1, file_type: 'json' },
      ...{ order_by: 'observation_date', sort_order, count: observations.length, offset: Number(offset), limit: Number(limit) },
      observations: observations.slice(Number(offset), Number(offset) + Number(limit)),
    })
  },
}
