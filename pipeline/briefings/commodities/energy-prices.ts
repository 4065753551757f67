import { isoDay } from '../../calendar/day.ts'
import { daysTo, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import { distanceOf } from '../average.ts'
import type { Day } from '../day.ts'
import { rankOf } from '../own-history.ts'
import { currentRows } from '../readings.ts'
import { table } from '../table.ts'

/** Spot prices, each with its volatility. */
const spots = [
  { metric: 'wti-spot', volatility: 'wti-realised-volatility', price: 'WTI' },
  { metric: 'brent-spot', volatility: 'brent-realised-volatility', price: 'Brent' },
  { metric: 'henry-hub-spot', volatility: 'henry-hub-realised-volatility', price: 'Henry Hub' },
] as const
const yearDays = 365

/** The year of each spot price, and its volatility among that of five years. Changes over shorter times stand with the readings. */
export const priceSection = (day: Day): Section[] =>
  table('prices', 'Spot prices: their year and their swings', {
    note: 'Volatility is the annualised standard deviation of the last 30 daily percentage changes; its rank is the share of days of the last five years on which it was no higher.',
    columns: {
      price: 'Spot',
      period: 'Day',
      value: 'Price',
      year_change: 'A year | percent',
      low: '52-week low',
      high: 'High',
      volatility: 'Volatility | percent',
      rank: 'Rank | percent',
    },
    rows: currentRows(day, spots, ({ metric, volatility, price, reading: { unit, value }, column }) => {
      const newest = column.period.at(-1)!
      const from = indexAtOrBefore(column, newest - yearDays)
      const year = from < 0 ? null : column.value.subarray(from)
      const before = year?.[0] ?? 0
      const all = day.column(volatility)
      const ranked = all === null ? new Float64Array() : daysTo(all, newest, 5 * yearDays).value
      return {
        metric,
        price,
        period: isoDay(newest),
        unit,
        value,
        year_change: before > 0 ? distanceOf(column.value.at(-1)!, before) : null,
        low: year && Math.min(...year),
        high: year && Math.max(...year),
        volatility: ranked.at(-1) ?? null,
        rank: rankOf(ranked),
      }
    }),
  })
