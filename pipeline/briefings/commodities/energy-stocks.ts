import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { sameWeeksOf } from '../../metrics/five-year-gap.ts'
import type { Day } from '../day.ts'
import { currentReading } from '../own-history.ts'
import { currentRows } from '../readings.ts'
import { dayInWords } from '../story/amounts.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { table } from '../table.ts'
import { figure } from '../words.ts'

/** What is stored, each with its gap to five years and its name in a sentence. */
const stored = [
  { metric: 'crude-stocks', gap: 'crude-stocks-gap', name: 'crude' },
  { metric: 'gasoline-stocks', gap: 'gasoline-stocks-gap', name: 'gasoline' },
  { metric: 'distillate-stocks', gap: 'distillate-stocks-gap', name: 'distillates' },
  { metric: 'petroleum-stocks', gap: 'petroleum-stocks-gap', name: 'the three together' },
  { metric: 'gas-storage', gap: 'gas-storage-gap', name: 'gas' },
] as const

const sizeOf = (percent: number): string => `${figure(Math.abs(percent), 1)}%`
const sideOf = (percent: number): string => `${sizeOf(percent)} ${percent < 0 ? 'below' : 'above'}`

/** Each stock against the same week of the five years before: lowest, mean, highest, and the week's own change. A stale one is left out. */
export const stockSection = (day: Day): Section[] =>
  table('stocks', 'Stocks against the same week of five years', {
    note: 'Low, mean and high of the same ISO week in the five years before; a 53rd week is compared with the 52nd. The strategic reserve is not included.',
    columns: {
      stock: 'Stock',
      week: 'Week to',
      level: 'Level',
      week_change: 'Change in a week',
      low: '5-year low',
      mean: 'Mean',
      high: 'High',
      gap: 'Gap | percent',
    },
    rows: currentRows(day, stored, ({ gap, name, reading, column }) => {
      const last = column.period.length - 1
      const weeks = sameWeeksOf(column, last)?.map((at) => column.value[at]!)
      return weeks === undefined
        ? null
        : {
            metric: gap,
            stock: capitalised(name),
            week: reading.period,
            unit: reading.unit,
            level: reading.value,
            week_change: last > 0 ? rounded(column.value[last]! - column.value[last - 1]!, 3) : null,
            low: Math.min(...weeks),
            mean: rounded(weeks.reduce((total, value) => total + value, 0) / weeks.length, 3),
            high: Math.max(...weeks),
            gap: day.column(gap)?.value.at(-1) ?? null,
          }
    }),
  })

/** Where oil and fuel stand to their season: what the basket is judged by. */
export function stockFacts(day: Day): Fact[] {
  const all = currentReading(day, 'petroleum-stocks-gap')
  if (all === null) return []
  const parts = stored.slice(0, 3).flatMap(({ gap, name }) => {
    const reading = day.reading(gap)
    return reading?.period === all.period ? [`${name} ${sideOf(reading.value)}`] : []
  })
  const detail = parts.length === 3 ? `: ${parts[0]}, ${parts[1]} and ${parts[2]}` : ''
  const stand = `${sideOf(all.value)} their five-year mean`
  const isShort = all.value < 0
  return [
    subjectFact({
      metric: all.metric,
      about: 'stocks',
      way: isShort ? -1 : 1,
      meaning: isShort ? 1 : -1,
      text: `US oil and fuel stocks were ${stand} in the week to ${dayInWords(all.period, isoDay(day.asOf))}${detail}.`,
      clauses: [
        [`US oil and fuel stocks are ${stand}`, `Oil and fuel in US storage is ${sideOf(all.value)} its five-year mean`],
        [
          `US oil stocks are ${sizeOf(all.value)} ${isShort ? 'short of' : 'over'} the five-year mean`,
          `Stocks of oil and fuel are ${sideOf(all.value)} normal for the week`,
        ],
      ],
      asides: [`US oil stocks are ${sideOf(all.value)} normal`],
    }),
  ]
}

/** Gas beside oil, which is another market. */
export function gasSentences(day: Day): string[] {
  const gas = currentReading(day, 'gas-storage-gap')
  if (gas === null) return []
  return [`Gas in storage was ${sideOf(gas.value)} its five-year mean on ${dayInWords(gas.period, isoDay(day.asOf))}.`]
}
