import { dayNumber, dayOf, isoDay } from '../../calendar/day.ts'
import { type Answer, json, notImitated, type WireFormat } from './answer.ts'
import { fredSeries, latestOf, vintagesOf } from './fred-values.ts'
import { dateOf, periodsOf } from './history.ts'

const known = new Set([
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
  'units',
  'output_type',
])
const maxLimit = 100_000

const bad = (message: string): Answer => json({ error_code: 400, error_message: `Bad Request.  ${message}` }, 400)

interface Observation {
  readonly realtime_start: string
  readonly realtime_end: string
  readonly date: string
  readonly value: string
}

/** The API prints the week average with one decimal, the charts' CSV does not. */
const printed = (key: string, text: string): string => (key === 'WTREGEN' && text !== '.' ? `${text}.0` : text)

/**
 * FRED `series/observations` (fred.stlouisfed.org/docs/api/fred/series_observations.html). Without real-time dates every row is as of
 * today; with a range of them there is a row for each value a period had within it, its dates cut to the range.
 */
export const fredApi: WireFormat = {
  host: 'api.stlouisfed.org',
  path: (pathname) => pathname === '/fred/series/observations',
  answer(url, now) {
    const ask = (name: string, otherwise: string): string => url.searchParams.get(name) ?? otherwise
    for (const name of url.searchParams.keys()) if (!known.has(name)) throw notImitated(url, `the parameter ${name}`)
    if (ask('file_type', 'xml') !== 'json') throw notImitated(url, 'answers that are not JSON')
    if (ask('output_type', '1') !== '1' || ask('units', 'lin') !== 'lin') throw notImitated(url, 'transformed values')
    const row = fredSeries(ask('series_id', ''))
    if (!row) return bad('The series does not exist.')

    const today = isoDay(dayOf(now))
    const dates = {
      realtime_start: ask('realtime_start', today),
      realtime_end: ask('realtime_end', today),
      observation_start: ask('observation_start', '1776-07-04'),
      observation_end: ask('observation_end', '9999-12-31'),
    }
    for (const [name, date] of Object.entries(dates))
      if (date !== '9999-12-31' && dayNumber(date) === null) return bad(`Variable ${name} is not a valid date.`)
    if (dates.realtime_start > today && dates.realtime_start !== '9999-12-31')
      return bad("Variable realtime_start can not be after today's date unless it is 9999-12-31.")
    if (dates.realtime_start > dates.realtime_end)
      return bad('The date set by variable realtime_start can not be after realtime_end.')
    const limit = Number(ask('limit', String(maxLimit)))
    const offset = Number(ask('offset', '0'))
    const order = ask('sort_order', 'asc')
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) return bad(`Variable limit is not between 1 and ${maxLimit}.`)
    if (!Number.isInteger(offset) || offset < 0) return bad('Variable offset is not 0 or a positive integer.')
    if (order !== 'asc' && order !== 'desc') return bad('Variable sort_order is not one of the values: asc, desc.')

    const within = (date: string): string => {
      if (date < dates.realtime_start) return dates.realtime_start
      return date > dates.realtime_end ? dates.realtime_end : date
    }
    const asOfToday = dates.realtime_start === today && dates.realtime_end === today
    const observations: Observation[] = []
    for (const period of periodsOf(row, now)) {
      const date = dateOf(row, period)
      if (date < dates.observation_start || date > dates.observation_end) continue
      if (asOfToday) {
        const value = printed(row.key, latestOf(row, period, now))
        observations.push({ realtime_start: today, realtime_end: today, date, value })
        continue
      }
      const vintages = vintagesOf(row, period, now)
      vintages.forEach(({ since, text }, i) => {
        const next = vintages[i + 1]
        const from = isoDay(since)
        const until = next ? isoDay(next.since - 1) : '9999-12-31'
        if (from > dates.realtime_end || until < dates.realtime_start) return
        observations.push({
          realtime_start: within(from),
          realtime_end: within(until),
          date,
          value: printed(row.key, text),
        })
      })
    }
    if (order === 'desc') observations.reverse()
    return json({
      ...dates,
      units: 'lin',
      output_type: 1,
      file_type: 'json',
      order_by: 'observation_date',
      sort_order: order,
      count: observations.length,
      offset,
      limit,
      observations: observations.slice(offset, offset + limit),
    })
  },
}
