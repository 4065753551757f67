import type { Series } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../../pipeline/calendar/day.ts'
import { economicSeries, latestOf } from '../world/economy.ts'
import { periodsOf, seriesOf, sessionsOf } from '../world/history.ts'
import { normal, seedOf } from '../world/noise.ts'
import { pathOf } from '../world/path.ts'
import { type Answer, json, notImitated, notThere, type WireFormat } from './answer.ts'

const rows = seriesOf('eia')
/** How the EIA spells our units. */
const units: Readonly<Record<string, string>> = {
  'thousand barrels': 'MBBL',
  'thousand barrels a day': 'MBBL/D',
  percent: '%',
  bcf: 'BCF',
  'USD/bbl': '$/BBL',
  'USD/MMBtu': '$/MMBTU',
}
/** Spot prices, by the names FRED has for them. */
const prices: Readonly<Record<string, string>> = {
  'PET.RWTC.D': 'DCOILWTICO',
  'PET.RBRTE.D': 'DCOILBRENTEU',
  'NG.RNGWHHD.D': 'DHHNGSP',
}
const hourSeed = seedOf('hours of demand')

/** Stocks fill and empty with the seasons; gas most. */
const season = (day: number, share: number): number => 1 + share * Math.sin((2 * Math.PI * (day - 100)) / 365.25)

const envelope = (frequency: string, total: number, data: readonly unknown[], dateFormat = 'YYYY-MM-DD') =>
  json({
    response: { total: String(total), dateFormat, frequency, data },
    request: { command: '/v2', params: { api_key: '[credential]' } },
    apiVersion: '2.1.10',
  })

/** What the EIA prints for a period. */
function printed(row: Series, day: number, now: number): string {
  const { key, range, unit } = row
  if (prices[key] !== undefined) return latestOf(economicSeries(prices[key])!, day, now)
  const value = pathOf(key, range)(day) * season(day, unit === 'bcf' ? 0.3 : 0.03)
  return value.toFixed(unit === 'percent' ? 1 : 0)
}

/** Average prices of electricity by month, dearer in summer, oldest first. */
function retailPrices(url: URL, query: Readonly<Record<string, string>>, now: number): Answer {
  if (query['frequency'] !== 'monthly' || query['facets[stateid][]'] !== 'US' || query['facets[sectorid][]'] !== 'IND')
    throw notImitated(url, 'other states, sectors or frequencies')
  const row = rows.get('retail/US/IND')!
  const data = periodsOf(row, now)
    .map((day) => [isoDay(day).slice(0, 7), pathOf(row.key, row.range)(day) * season(day, 0.06)] as const)
    .map(([period, price]) => ({
      period,
      stateid: 'US',
      stateDescription: 'U.S. Total',
      sectorid: 'IND',
      sectorName: 'industrial',
      price: price.toFixed(2),
      'price-units': 'cents per kilowatt-hour',
    }))
  return envelope('monthly', data.length, data, 'YYYY-MM')
}

/** The API of the EIA: series by their ids, newest first; hourly demand of the grid and prices of power, oldest first, in pages. */
export const eia: WireFormat = {
  host: 'api.eia.gov',
  path: /^\/v2\/(?:seriesid\/([A-Z0-9_.]+)|electricity\/rto\/region-data\/data\/|electricity\/(retail-sales)\/data\/)$/,
  answer({ url, query, parts: [key, retail], now }) {
    if (key !== undefined) {
      const row = rows.get(key)
      if (row === undefined) throw notThere(url, 'no such series')
      const data = sessionsOf(row, now)
        .reverse()
        .map((day) => ({
          period: isoDay(day),
          series: key.split('.')[1],
          'series-description': row.title,
          value: printed(row, day, now),
          units: units[row.unit],
        }))
      return envelope(row.frequency === 'weekly' ? 'weekly' : 'daily', data.length, data)
    }
    if (retail !== undefined) return retailPrices(url, query, now)
    const { start = '', offset = '0', length = '5000', frequency } = query
    if (frequency !== 'hourly' || query['facets[respondent][]'] !== 'US48' || query['facets[type][]'] !== 'D')
      throw notImitated(url, 'other regions, types or frequencies')
    const first = Date.parse(`${start.slice(0, 10)}T00:00:00Z`)
    const total = Math.max(0, Math.floor((now - first) / 3_600_000))
    const hours = Array.from({ length: Math.max(0, Math.min(Number(length), total - Number(offset))) }, (_, at) => {
      const stamp = first + (Number(offset) + at) * 3_600_000
      const ofDay = (stamp % dayMs) / 3_600_000
      const load =
        450_000 *
        season(dayOf(stamp), 0.08) *
        pathOf('weather of the grid')(dayOf(stamp)) *
        (1 + 0.15 * Math.sin((2 * Math.PI * (ofDay - 15)) / 24))
      return {
        period: `${isoDay(dayOf(stamp))}T${String(ofDay).padStart(2, '0')}`,
        respondent: 'US48',
        'respondent-name': 'United States Lower 48',
        type: 'D',
        'type-name': 'Demand',
        value: String(Math.round(load * (1 + 0.02 * normal(hourSeed, stamp / 3_600_000)))),
        'value-units': 'megawatthours',
      }
    })
    return envelope('hourly', total, hours)
  },
}
