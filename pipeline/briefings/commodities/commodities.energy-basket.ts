import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { sameWeeksOf } from '../../formulas/five-year-gap.ts'
import { trailingMean } from '../../formulas/formula.ts'
import { isoDay } from '../../time/day.ts'
import { amount, dayInWords, figure, gapInWords } from '../../values/amounts.ts'
import { columnDaysUpTo, indexAtOrBefore } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import { percentFromAverage } from '../average.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading, mapCurrentRows, percentRankOfLast, roundedChange } from '../readings.ts'
import { levelState } from '../states/level.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { listing } from '../table.ts'
import { managedMoneySection } from './fund-positions.ts'

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
    things: mapCurrentRows(day, spots, ({ metric, volatility, price, reading, column }) => {
      const newest = column.period.at(-1)!
      const from = indexAtOrBefore(column, newest - yearDays)
      const swings = day.column(volatility)
      return {
        ...{ metric, price, reading, newest },
        year: from < 0 ? null : column.value.subarray(from),
        ranked: swings === null ? new Float64Array() : columnDaysUpTo(swings, newest, 5 * yearDays).value,
      }
    }),
    columns: {
      metric: [null, ({ metric }) => metric],
      price: ['Spot', ({ price }) => price],
      period: ['Day', ({ newest }) => isoDay(newest)],
      unit: [null, ({ reading }) => reading.unit],
      value: ['Price', ({ reading }) => reading.value],
      year_change: ['A year | percent', ({ year }) => (year && year[0]! > 0 ? percentFromAverage(year.at(-1)!, year[0]!) : null)],
      low: ['52-week low', ({ year }) => year && Math.min(...year)],
      high: ['High', ({ year }) => year && Math.max(...year)],
      volatility: ['Volatility | percent', ({ ranked }) => ranked.at(-1)],
      rank: ['Rank | percent', ({ ranked }) => percentRankOfLast(ranked)],
    },
  })

const markets = [
  { market: 'wti', name: 'WTI (NYMEX)' },
  { market: 'henry-hub', name: 'Henry Hub (NYMEX)' },
] as const

/** How much oil and fuel there is for the time of year. Gas is another market: it is in the tables and decides nothing. */
export const energyBasket: BriefingDefinition = {
  id: 'commodities.energy-basket',
  state: levelState('petroleum-stocks-gap', { enter: 5, leave: 2, labels: ['tight', 'balanced', 'loose'] }),
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
    also: [...demandSentences(day), ...cushingSentences(day), ...gasSentences(day)],
    sections: [...stockSection(day), ...priceSection(day), ...managedMoneySection(day, markets)],
    notes: [
      'The state counts crude, gasoline and distillate together; gas is another market and does not decide it.',
      'Crude stocks are commercial ones: the strategic reserve is not included. The EIA’s own five-year band for gas is made of interpolated days and differs a little.',
      'Not included: stocks outside the United States, refining margins and futures curves, for which no free source may be resold.',
      ...(day.reading('petroleum-stocks-gap') === null ? ['The five-year mean needs five years of weeks.'] : []),
    ],
  }),
}

/** What is stored, by its name in a sentence. Each has a gap to five years. */
const stored = [
  { metric: 'crude-stocks', name: 'crude' },
  { metric: 'gasoline-stocks', name: 'gasoline' },
  { metric: 'distillate-stocks', name: 'distillates' },
  { metric: 'petroleum-stocks', name: 'the three together' },
  { metric: 'cushing-stocks', name: 'crude at Cushing' },
  { metric: 'gas-storage', name: 'gas' },
] as const

/** Each stock against the same week of the five years before: lowest, mean, highest, and the week's own change. A stale one is left out. */
const stockSection = (day: Day): Section[] =>
  listing('stocks', 'Stocks against the same week of five years', {
    note: 'Low, mean and high of the same ISO week in the five years before; a 53rd week is compared with the 52nd. The strategic reserve is not included.',
    things: mapCurrentRows(day, stored, ({ metric, name, reading, column }) => {
      const weeks = sameWeeksOf(column, column.period.length - 1)?.map((at) => column.value[at]!)
      return weeks ? { gap: `${metric}-gap`, name, reading, column, weeks } : null
    }),
    columns: {
      metric: [null, ({ gap }) => gap],
      stock: ['Stock', ({ name }) => capitalised(name)],
      week: ['Week to', ({ reading }) => reading.period],
      unit: [null, ({ reading }) => reading.unit],
      level: ['Level', ({ reading }) => reading.value],
      week_change: ['Change in a week', ({ reading, column }) => roundedChange(column.value.at(-2) ?? null, reading.value, 3)],
      low: ['5-year low', ({ weeks }) => Math.min(...weeks)],
      mean: ['Mean', ({ weeks }) => rounded(weeks.reduce((total, value) => total + value, 0) / weeks.length, 3)],
      high: ['High', ({ weeks }) => Math.max(...weeks)],
      gap: ['Gap | percent', ({ gap }) => day.column(gap)?.value.at(-1)],
    },
  })

/** Where oil and fuel stand to their season: what the basket is judged by. */
function stockFacts(day: Day): Fact[] {
  const all = currentReading(day, 'petroleum-stocks-gap')
  if (all === null) return []
  const parts = stored.slice(0, 3).flatMap(({ metric, name }) => {
    const reading = day.reading(`${metric}-gap`)
    return reading?.period === all.period ? [`${name} ${gapInWords(reading.value)}`] : []
  })
  const detail = parts.length === 3 ? `: ${parts[0]}, ${parts[1]} and ${parts[2]}` : ''
  const stand = `${gapInWords(all.value)} their five-year mean`
  const isShort = all.value < 0
  const on = dayInWords(all.period, isoDay(day.asOf))
  const changes = weekChanges(day, all.period)
  const text =
    changes === null
      ? `US oil and fuel stocks were ${stand} in the week to ${on}${detail}.`
      : `In the week to ${on} ${changes}; together ${stand}.`
  return [
    subjectFact({
      metric: all.metric,
      about: 'stocks',
      way: isShort ? -1 : 1,
      meaning: isShort ? 1 : -1,
      text,
      clauses: [
        [`US oil and fuel stocks were ${stand} on ${on}`],
        [`US oil stocks of ${on} are ${figure(Math.abs(all.value), 1)}% ${isShort ? 'short of' : 'over'} the five-year mean`],
      ],
      asides: [`US oil stocks are ${gapInWords(all.value)} their five-year mean`],
    }),
  ]
}

/** `crude stocks fell 1.7 million barrels, gasoline fell 1.5 million and distillates rose 4.6 million`; null where one is of another week. */
function weekChanges(day: Day, week: string): string | null {
  const parts = stored.slice(0, 3).flatMap(({ metric, name }, at) => {
    const column = day.column(metric)
    const last = column === null ? -1 : column.period.length - 1
    if (column === null || last < 1 || isoDay(column.period[last]!) !== week) return []
    if (column.period[last]! - column.period[last - 1]! !== 7) return []
    const change = rounded(column.value[last]! - column.value[last - 1]!, 1)
    const size = `${figure(Math.abs(change), 1)} million${at === 0 ? ' barrels' : ''}`
    const stocks = at === 0 ? `${name} stocks` : name
    return [change === 0 ? `${stocks} did not change` : `${stocks} ${change < 0 ? 'fell' : 'rose'} ${size}`]
  })
  return parts.length === 3 ? `${parts[0]}, ${parts[1]} and ${parts[2]}` : null
}

/** Weeks that a mean of demand is taken over, as the EIA does, and the weeks of a year. */
const demandWeeks = 4
const yearWeeks = 52

/** Demand of four weeks against the same weeks of the year before. */
function demandSentences(day: Day): string[] {
  const [reading, column] = [currentReading(day, 'petroleum-demand'), day.column('petroleum-demand')]
  const last = (column?.period.length ?? 0) - 1
  const then = last - yearWeeks
  // a missing week would set other weeks against these
  if (reading === null || column === null || then < demandWeeks - 1) return []
  if (column.period[last]! - column.period[then - demandWeeks + 1]! !== 7 * (yearWeeks + demandWeeks - 1)) return []
  const [now, before] = [trailingMean(column, last, demandWeeks)!, trailingMean(column, then, demandWeeks)!]
  const change = 100 * (now / before - 1)
  return [`Four-week demand was ${amount(now, reading.unit)}, ${gapInWords(change)} a year before.`]
}

/** Crude at the place where WTI is delivered, and what came or went in the week. */
const cushingSentences = (day: Day): string[] =>
  currentOf(day, ['cushing-stocks'], ({ reading: { value, unit }, column }) => {
    const change = roundedChange(column.value.at(-2) ?? null, value, 1)
    if (change === null) return null
    const moved = change === 0 ? 'the same as' : `${figure(Math.abs(change), 1)} million ${change < 0 ? 'less' : 'more'} than`
    return `Cushing held ${amount(value, unit)}, ${moved} a week before.`
  })

/** Gas beside oil, which is another market. */
function gasSentences(day: Day): string[] {
  const gas = currentReading(day, 'gas-storage-gap')
  if (gas === null) return []
  return [`Gas in storage was ${gapInWords(gas.value)} its five-year mean on ${dayInWords(gas.period, isoDay(day.asOf))}.`]
}
