import { eiaSeries } from '../../data/series/eia.ts'
import { dayMs, dayNumber, isoDay } from '../calendar/day.ts'
import { ParseError } from '../errors.ts'
import type { FeedRequest } from '../http/request.ts'
import { type Entry, readBlocks } from './block.ts'
import { rowsOf, valueText } from './eia-answer.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'eia-grid'
const host = 'api.eia.gov'
const path = '/v2/electricity/rto/region-data/data/'
const row = eiaSeries.find((each) => each.id === 'eia.grid.US48')!
const hoursOfDay = 24
/** Hours of a page: whole days, below the 5,000 rows of an answer. */
const pageSize = 200 * hoursOfDay
/** Days asked for again: recent hours are estimated at first and rewritten. */
const overlapDays = 30
/** Hours younger than this are estimates or missing. */
const settledMs = 2 * dayMs
const firstDay = dayNumber('2019-01-01')!

const facet = (url: URL, name: string): string | null => url.searchParams.get(`facets[${name}][]`)

function request(from: string, offset: number): FeedRequest {
  const query = [
    'frequency=hourly&data[0]=value&facets[respondent][]=US48&facets[type][]=D',
    `start=${from}`,
    'sort[0][column]=period&sort[0][direction]=asc',
    `offset=${offset}&length=${pageSize}`,
  ].join('&')
  return { feed: id, upstream: 'eia', url: `https://${host}${path}?${query}` }
}

/**
 * Hourly demand of the lower 48 states (Form EIA-930), summed to the UTC day its stamps lie in, whether they name the beginning or the end
 * of an hour. Days without all of their 24 hours, and days that ended less than two days before the recording, give no value.
 */
export const eiaGrid = defineFeed({
  id,
  upstream: 'eia',
  title: 'EIA hourly electricity demand',
  needs: 'EIA_API_KEY',
  match: (url) => url.host === host && url.pathname === path && facet(url, 'respondent') === 'US48' && facet(url, 'type') === 'D',
  plan: ({ now, newestPeriod, firstYear }) => {
    const newest = newestPeriod.get(row.id)
    const from =
      newest === undefined ? Math.max(firstDay, dayNumber(`${Math.max(2019, firstYear)}-01-01`)!) : newest - overlapDays
    return from * dayMs > now ? [] : [request(`${isoDay(from)}T00`, 0)]
  },
  parse: (body, recording) => {
    const { rows, total } = rowsOf(body, id)
    const seenAt = Date.parse(recording.at)
    const rejected: Rejected[] = []
    const hoursByDay = new Map<string, Map<string, number>>()
    for (const hour of rows) {
      const { period, respondent, type, value, 'value-units': unit } = hour
      const [, date, at] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])$/.exec(String(period)) ?? []
      const text = valueText(value)
      if (date === undefined || respondent !== 'US48' || type !== 'D' || unit !== 'megawatthours' || text === undefined)
        rejected.push(rejection(row.id, 'row', 'not an hour of demand of the lower 48 states', JSON.stringify(hour)))
      else if (text !== null) {
        if (!/^\d+$/.test(text)) rejected.push(rejection(row.id, 'number', 'not whole megawatt hours', JSON.stringify(hour)))
        else if (Number(text) < row.range[0] / hoursOfDay || Number(text) > row.range[1] / hoursOfDay)
          // among 23 others it would pass for part of a believable day
          rejected.push(rejection(row.id, 'range', 'not the demand of one hour', JSON.stringify(hour)))
        else {
          const hours = hoursByDay.get(date) ?? new Map<string, number>()
          hoursByDay.set(date, hours)
          // an hour that comes twice makes its day one that cannot be added up
          hours.set(at!, hours.has(at!) ? Number.NaN : Number(text))
        }
      }
    }
    const entries = [...hoursByDay].flatMap(([date, hours]): Entry[] => {
      const sum = [...hours.values()].reduce((all, hour) => all + hour, 0)
      const ended = (dayNumber(date) ?? Number.POSITIVE_INFINITY) * dayMs + dayMs
      if (hours.size < hoursOfDay || Number.isNaN(sum) || ended + settledMs > seenAt) return []
      return [{ date, text: String(sum), seenAt, publishedAt: null }]
    })
    const read = readBlocks([[row, entries]], rejected)
    const url = new URL(recording.url)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const more = offset + rows.length < total
    if (more && rows.length % hoursOfDay !== 0)
      throw new ParseError('BODY_CUT', `${id}: a page of ${rows.length} hours of ${total} ends within a day`, { feed: id })
    const start = url.searchParams.get('start')
    return { ...read, next: more && start !== null ? [request(start, offset + rows.length)] : [] }
  },
})
