import { dayInWords, gapInWords } from '../../analysis/amounts.ts'
import type { Day } from '../../analysis/days/day.ts'
import { sameWeeksOf } from '../../analysis/formulas/five-year-gap.ts'
import { rounded } from '../../analysis/rounding.ts'
import { figure } from '../../analysis/words.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { changeFrom, currentReading } from '../own-history.ts'
import { currentRows } from '../readings.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { listing } from '../table.ts'

/** What is stored, by its name in a sentence. Each has a gap to five years. */
const stored = [
  { metric: 'crude-stocks', name: 'crude' },
  { metric: 'gasoline-stocks', name: 'gasoline' },
  { metric: 'distillate-stocks', name: 'distillates' },
  { metric: 'petroleum-stocks', name: 'the three together' },
  { metric: 'gas-storage', name: 'gas' },
] as const

/** Each stock against the same week of the five years before: lowest, mean, highest, and the week's own change. A stale one is left out. */
export const stockSection = (day: Day): Section[] =>
  listing('stocks', 'Stocks against the same week of five years', {
    note: 'Low, mean and high of the same ISO week in the five years before; a 53rd week is compared with the 52nd. The strategic reserve is not included.',
    things: currentRows(day, stored, ({ metric, name, reading, column }) => {
      const weeks = sameWeeksOf(column, column.period.length - 1)?.map((at) => column.value[at]!)
      return weeks ? { gap: `${metric}-gap`, name, reading, column, weeks } : null
    }),
    columns: {
      metric: [null, ({ gap }) => gap],
      stock: ['Stock', ({ name }) => capitalised(name)],
      week: ['Week to', ({ reading }) => reading.period],
      unit: [null, ({ reading }) => reading.unit],
      level: ['Level', ({ reading }) => reading.value],
      week_change: ['Change in a week', ({ reading, column }) => changeFrom(column.value.at(-2) ?? null, reading.value, 3)],
      low: ['5-year low', ({ weeks }) => Math.min(...weeks)],
      mean: ['Mean', ({ weeks }) => rounded(weeks.reduce((total, value) => total + value, 0) / weeks.length, 3)],
      high: ['High', ({ weeks }) => Math.max(...weeks)],
      gap: ['Gap | percent', ({ gap }) => day.column(gap)?.value.at(-1)],
    },
  })

/** Where oil and fuel stand to their season: what the basket is judged by. */
export function stockFacts(day: Day): Fact[] {
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
  return [
    subjectFact({
      metric: all.metric,
      about: 'stocks',
      way: isShort ? -1 : 1,
      meaning: isShort ? 1 : -1,
      text: `US oil and fuel stocks were ${stand} in the week to ${on}${detail}.`,
      clauses: [
        [`US oil and fuel stocks were ${stand} on ${on}`],
        [`US oil stocks of ${on} are ${figure(Math.abs(all.value), 1)}% ${isShort ? 'short of' : 'over'} the five-year mean`],
      ],
      asides: [`US oil stocks are ${gapInWords(all.value)} their five-year mean`],
    }),
  ]
}

/** Gas beside oil, which is another market. */
export function gasSentences(day: Day): string[] {
  const gas = currentReading(day, 'gas-storage-gap')
  if (gas === null) return []
  return [`Gas in storage was ${gapInWords(gas.value)} its five-year mean on ${dayInWords(gas.period, isoDay(day.asOf))}.`]
}
