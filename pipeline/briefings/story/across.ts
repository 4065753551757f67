import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { weekMoveInUsualDays } from '../../analysis/lately.ts'
import type { Day } from '../../days/day.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { amountInWords, changeSizeText, dayInWords } from '../../values/amounts.ts'
import { currentReading } from '../readings.ts'
import { capitalised, joinWithAnd, nameOf } from './names.ts'

/** What a wild day moves, by market: of several metrics of one the one that moved most speaks. */
const markets: readonly (readonly [MetricName, ...MetricName[]])[] = [
  ['vix'],
  ['treasury-2y', 'treasury-10y', 'treasury-30y'],
  ['dollar-index'],
  ['wti-spot', 'brent-spot'],
  ['credit-ratio'],
  ['bitcoin-price'],
]

/** How many markets must have moved, and by how many usual days, for the days to be wild. */
const wildMarkets = 3
const wildDays = 4
/** Days in which the moves lie: a value older than that is of another week. */
const oldest = 7
/** Markets named at most. */
const named = 4

/**
 * One sentence on a day when several markets moved far at the same time, with levels and days; null on any other. Each briefing alone shows only its market.
 */
export function crossMarketSentence(day: Day): string | null {
  const moved = markets
    .flatMap((metrics) => metrics.flatMap((metric) => moveOf(metric, day)).sort((a, b) => b.days - a.days)[0] ?? [])
    .filter(({ days }) => days >= wildDays)
    .sort((a, b) => b.days - a.days)
  if (moved.length < wildMarkets) return null
  const newest = moved
    .map(({ period }) => period)
    .sort()
    .at(-1)!
  const today = isoDay(day.asOf)
  const parts = moved
    .slice(0, named)
    .map(({ text, period }) => (period === newest ? text : `${text} (${dayInWords(period, today)})`))
  return `${capitalised(joinWithAnd(parts))} in the week to ${dayInWords(newest, today)}.`
}

/** What a market did in the week, in words; nothing where its newest value is older than a week. */
function moveOf(metric: MetricName, day: Day): { readonly text: string; readonly days: number; readonly period: string }[] {
  const reading = currentReading(day, metric)
  const column = day.column(metric)
  if (reading === null || column === null || day.asOf - dayNumber(reading.period)! > oldest) return []
  const row = metricByName.get(metric)!
  const last = column.period.length - 1
  const move = weekMoveInUsualDays(row, column, last)
  if (move === null) return []
  const { from, change, times: days } = move
  const { name, verbs: [rose, fell] = ['rose', 'fell'] } = nameOf({ metric })
  const size = changeSizeText({ change, change_unit: row.change }, row.unit)
  const since = column.period[from]!
  // the week's own change needs no other beginning
  const began =
    column.period[last]! - since >= oldest
      ? ''
      : ` from the ${change > 0 ? 'low' : 'high'} of ${dayInWords(isoDay(since), isoDay(day.asOf))}`
  const text = `${name} ${change > 0 ? rose : fell} ${size}${began} to ${amountInWords(metric, reading.value, reading.unit)}`
  return [{ text, days, period: reading.period }]
}
