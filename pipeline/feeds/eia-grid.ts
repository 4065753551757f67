import { eiaSeries } from '../../data/series/eia.ts'
import { dayMs, dayNumber, isoDay } from '../time/day.ts'
import { memoized } from '../values/memoized.ts'
import { eiaAnswer, eiaHost, eiaTotalRows } from './eia-answer.ts'
import { type Item, itemOf, jsonFeed } from './json-feed.ts'
import type { RowFault } from './sightings.ts'

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

const offsetOf = (url: URL): number => Number(url.searchParams.get('offset') ?? 0)
const facet = (url: URL, name: string): string | null => url.searchParams.get(`facets[${name}][]`)

function address(from: string, offset: number): string {
  const query = [
    'frequency=hourly&data[0]=value&facets[respondent][]=US48&facets[type][]=D',
    `start=${from}`,
    'sort[0][column]=period&sort[0][direction]=asc',
    `offset=${offset}&length=${pageSize}`,
  ].join('&')
  return `https://${eiaHost}${path}?${query}`
}

/**
 * Hourly demand of the lower 48 states (Form EIA-930), summed to the UTC day its stamps lie in, whether they name the beginning or the end
 * of an hour. Days without all of their 24 hours, and days that ended less than two days before the recording, give no value.
 */
export const eiaGrid = jsonFeed({
  ...eiaAnswer,
  id: 'eia-grid',
  title: 'EIA hourly electricity demand',
  match: (url) =>
    url.host === eiaHost && url.pathname === path && facet(url, 'respondent') === 'US48' && facet(url, 'type') === 'D',
  plan: ({ now, newestPeriod, firstYear }) => {
    const newest = newestPeriod.get(row.id)
    const from =
      newest === undefined ? Math.max(firstDay, dayNumber(`${Math.max(2019, firstYear)}-01-01`)!) : newest - overlapDays
    return from * dayMs > now ? [] : [address(`${isoDay(from)}T00`, 0)]
  },
  cut: (answer, { length }, url) => {
    const total = eiaTotalRows(answer)
    if (length > total) return `${length} hours where ${total} were announced`
    const isWithinDay = offsetOf(url) + length < total && length % hoursOfDay !== 0
    return isWithinDay ? `a page of ${length} hours of ${total} ends within a day` : null
  },
  read: (items, sightings) => {
    const hoursByDay = new Map<string, Map<string, number>>()
    for (const item of items) {
      const hour = itemOf(item)
      const [, date, at] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])$/.exec(String(hour['period'])) ?? []
      const demand = demandIn(hour, date)
      if (typeof demand === 'object') sightings.reject(row, demand.rule, demand.reason, item)
      else if (demand !== undefined) {
        const hours = memoized(hoursByDay, date!, () => new Map<string, number>())
        // an hour that comes twice makes its day one that cannot be added up
        hours.set(at!, hours.has(at!) ? Number.NaN : demand)
      }
    }
    for (const [date, hours] of hoursByDay) {
      const sum = [...hours.values()].reduce((all, hour) => all + hour, 0)
      const ended = (dayNumber(date) ?? Number.POSITIVE_INFINITY) * dayMs + dayMs
      if (hours.size === hoursOfDay && !Number.isNaN(sum) && sightings.reached(ended + settledMs))
        sightings.add(row, date, String(sum))
    }
  },
  mayBeMissing: true,
  emptyMessage: 'no hours',
  next: (answer, { length }, url) => {
    const start = url.searchParams.get('start')
    const offset = offsetOf(url) + length
    return start !== null && offset < eiaTotalRows(answer) ? [address(start, offset)] : []
  },
})

/** Whole megawatt hours of an hour, undefined where they are missing; or the rule the hour breaks. */
function demandIn(hour: Item, date: string | undefined): number | undefined | RowFault {
  const { respondent, type, value, 'value-units': unit } = hour
  const isHour = date !== undefined && respondent === 'US48' && type === 'D' && unit === 'megawatthours'
  if (isHour && eiaAnswer.missing.some((mark) => mark === value)) return undefined
  if (!isHour || (typeof value !== 'string' && typeof value !== 'number'))
    return { rule: 'row', reason: 'not an hour of demand of the lower 48 states' }
  if (!/^\d+$/.test(String(value))) return { rule: 'number', reason: 'not whole megawatt hours' }
  const [low, high] = row.range
  // among 23 others it would pass for part of a believable day
  const isOdd = Number(value) < low / hoursOfDay || Number(value) > high / hoursOfDay
  return isOdd ? { rule: 'range', reason: 'not the demand of one hour' } : Number(value)
}
