import { isoDay } from '../../calendar/day.ts'
import { daysTo, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import { distanceOf } from '../average.ts'
import type { Briefer, Day } from '../day.ts'
import { rankOf } from '../own-history.ts'
import { currentRows } from '../readings.ts'
import { level } from '../states/level.ts'
import { table } from '../table.ts'
import { gasSentences, stockFacts, stockSection } from './energy-stocks.ts'
import { positionSection } from './fund-positions.ts'

/** Spot prices, each with its volatility. */
const spots = [
  { metric: 'wti-spot', volatility: 'wti-realised-volatility', price: 'WTI' },
  { metric: 'brent-spot', volatility: 'brent-realised-volatility', price: 'Brent' },
  { metric: 'henry-hub-spot', volatility: 'henry-hub-realised-volatility', price: 'Henry Hub' },
] as const
const yearDays = 365

/** The year of each spot price, and its volatility among that of five years. Changes over shorter times stand with the readings. */
const priceSection = (day: Day): Section[] =>
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

const markets = [
  { market: 'wti', name: 'WTI (NYMEX)' },
  { market: 'henry-hub', name: 'Henry Hub (NYMEX)' },
] as const

/** How much oil and fuel there is for the time of year. Gas is another market: it is in the tables and decides nothing. */
export const energyBasket: Briefer = {
  id: 'commodities.energy-basket',
  state: level('petroleum-stocks-gap', { enter: 5, leave: 2, labels: ['tight', 'balanced', 'loose'] }),
  tell: (day) => ({
    nothing: 'No energy stocks or prices are on record for this day.',
    facts: stockFacts(day),
    ranked: [
      'wti-spot',
      'brent-spot',
      'henry-hub-spot',
      'brent-wti-spread',
      'refinery-utilisation',
      'crude-production',
      'petroleum-demand',
      'wti-managed-money-net',
      'henry-hub-managed-money-net',
    ],
    also: gasSentences(day),
    sections: [...stockSection(day), ...priceSection(day), ...positionSection(day, markets)],
    notes: [
      'The state counts crude, gasoline and distillate together; gas is another market and does not decide it.',
      'Crude stocks are commercial ones: the strategic reserve is not included. The EIA’s own five-year band for gas is made of interpolated days and differs a little.',
      'Not included: stocks outside the United States, refining margins and futures curves, for which no free source may be resold.',
      ...(day.reading('petroleum-stocks-gap') === null ? ['The five-year mean needs five years of weeks.'] : []),
    ],
  }),
}
