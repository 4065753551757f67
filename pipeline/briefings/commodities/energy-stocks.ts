import type { MetricName } from '../../../data/metrics.ts'
import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { sameWeeksOf } from '../../metrics/five-year-gap.ts'
import type { Day } from '../day.ts'
import { dayInWords } from '../story/amounts.ts'
import { capitalised } from '../story/names.ts'
import type { Fact } from '../story/ranking.ts'
import { figure } from '../words.ts'

/** What is stored, each with its gap to five years and its name in a sentence. */
const stored: readonly { readonly stock: MetricName; readonly gap: MetricName; readonly name: string }[] = [
  { stock: 'crude-stocks', gap: 'crude-stocks-gap', name: 'crude' },
  { stock: 'gasoline-stocks', gap: 'gasoline-stocks-gap', name: 'gasoline' },
  { stock: 'distillate-stocks', gap: 'distillate-stocks-gap', name: 'distillates' },
  { stock: 'petroleum-stocks', gap: 'petroleum-stocks-gap', name: 'the three together' },
  { stock: 'gas-storage', gap: 'gas-storage-gap', name: 'gas' },
]

const sideOf = (percent: number): string => `${figure(Math.abs(percent), 1)}% ${percent < 0 ? 'below' : 'above'}`

/** Each stock against the same week of the five years before: lowest, mean, highest, and the week's own change. A stale one is left out. */
export function stockSection(day: Day): Section[] {
  const rows = stored.flatMap(({ stock, gap, name }) => {
    const reading = day.reading(stock)
    const column = day.column(stock)
    if (reading === null || column === null || reading.freshness.status === 'stale') return []
    const last = column.period.length - 1
    const weeks = sameWeeksOf(column, last)?.map((at) => column.value[at]!)
    if (weeks === undefined) return []
    return [
      {
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
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'stocks',
      title: 'Stocks against the same week of five years',
      note: 'Low, mean and high of the same ISO week in the five years before; a 53rd week is compared with the 52nd. The strategic reserve is not included.',
      columns: [
        { key: 'stock', label: 'Stock', unit: null },
        { key: 'week', label: 'Week to', unit: null },
        { key: 'level', label: 'Level', unit: null },
        { key: 'week_change', label: 'Change in a week', unit: null },
        { key: 'low', label: '5-year low', unit: null },
        { key: 'mean', label: 'Mean', unit: null },
        { key: 'high', label: 'High', unit: null },
        { key: 'gap', label: 'Gap', unit: 'percent' },
      ],
      rows,
    },
  ]
}

/** Where oil and fuel stand to their season: what the basket is judged by. */
export function stockFacts(day: Day): Fact[] {
  const all = day.reading('petroleum-stocks-gap')
  if (all === null || all.freshness.status === 'stale') return []
  const parts = stored.slice(0, 3).flatMap(({ gap, name }) => {
    const reading = day.reading(gap)
    return reading?.period === all.period ? [`${name} ${sideOf(reading.value)}`] : []
  })
  const on = dayInWords(all.period, isoDay(day.asOf))
  const size = sideOf(all.value)
  const detail = parts.length === 3 ? `: ${parts[0]}, ${parts[1]} and ${parts[2]}` : ''
  const way = all.value < 0 ? -1 : 1
  const [short, long] = way < 0 ? ['short of', 'below'] : ['over', 'above']
  return [
    {
      metric: all.metric,
      about: 'stocks',
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: 0,
      way,
      meaning: way < 0 ? 1 : -1,
      text: `US oil and fuel stocks were ${size} their five-year mean in the week to ${on}${detail}.`,
      clauses: [
        [`US oil and fuel stocks are ${size} their five-year mean`, `Oil and fuel in US storage is ${size} its five-year mean`],
        [
          `US oil stocks are ${figure(Math.abs(all.value), 1)}% ${short} the five-year mean`,
          `Stocks of oil and fuel are ${figure(Math.abs(all.value), 1)}% ${long} normal for the week`,
        ],
      ],
      asides: [`US oil stocks are ${size} normal`],
    },
  ]
}

/** Gas beside oil, which is another market. */
export function gasSentences(day: Day): string[] {
  const gas = day.reading('gas-storage-gap')
  if (gas === null || gas.freshness.status === 'stale') return []
  return [`Gas in storage was ${sideOf(gas.value)} its five-year mean on ${dayInWords(gas.period, isoDay(day.asOf))}.`]
}
