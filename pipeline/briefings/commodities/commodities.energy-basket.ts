import type { Day } from '../../analysis/days/day.ts'
import { daysTo, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { distanceOf } from '../average.ts'
import type { Briefer } from '../briefer.ts'
import { rankOf } from '../own-history.ts'
import { currentRows } from '../readings.ts'
import { level } from '../states/level.ts'
import { listing } from '../table.ts'
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
  listing('prices', 'Spot prices: their year and their swings', {
    note: 'Volatility is the annualised standard deviation of the last 30 daily percentage changes; its rank is the share of days of the last five years on which it was no higher.',
    things: currentRows(day, spots, ({ metric, volatility, price, reading, column }) => {
      const newest = column.period.at(-1)!
      const from = indexAtOrBefore(column, newest - yearDays)
      const swings = day.column(volatility)
      return {
        ...{ metric, price, reading, newest },
        year: from < 0 ? null : column.value.subarray(from),
        ranked: swings === null ? new Float64Array() : daysTo(swings, newest, 5 * yearDays).value,
      }
    }),
    columns: {
      metric: [null, ({ metric }) => metric],
      price: ['Spot', ({ price }) => price],
      period: ['Day', ({ newest }) => isoDay(newest)],
      unit: [null, ({ reading }) => reading.unit],
      value: ['Price', ({ reading }) => reading.value],
      year_change: ['A year | percent', ({ year }) => (year && year[0]! > 0 ? distanceOf(year.at(-1)!, year[0]!) : null)],
      low: ['52-week low', ({ year }) => year && Math.min(...year)],
      high: ['High', ({ year }) => year && Math.max(...year)],
      volatility: ['Volatility | percent', ({ ranked }) => ranked.at(-1)],
      rank: ['Rank | percent', ({ ranked }) => rankOf(ranked)],
    },
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
