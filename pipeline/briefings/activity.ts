import { twelveDigits } from '../analysis/rounding.ts'
import { isoDay } from '../calendar/day.ts'
import type { Section } from '../documents/briefing.ts'
import type { Day } from './day.ts'
import { dayInWords } from './story/amounts.ts'
import { figure } from './words.ts'
import { capitalised, nameOf } from './story/names.ts'

/** Figures with a weekday pattern: a day of them says which day of the week it was. */
const counted = ['bitcoin-tx-count', 'bitcoin-active-addresses'] as const

interface FullWeek {
  readonly metric: string
  readonly reading: string
  readonly mean: number
  readonly before: number
  /** Percent. */
  readonly change: number
  readonly to: string
}

/** Means of the last seven days and of the seven before, of what is counted a day; of what is stale or has a gap none. */
function fullWeeks(day: Day): FullWeek[] {
  return counted.flatMap((metric) => {
    const reading = day.reading(metric)
    const column = day.column(metric)
    if (!reading || !column || reading.freshness.status === 'stale') return []
    const end = column.period.length
    if (end < 14 || column.period[end - 1]! - column.period[end - 14]! !== 13) return []
    const mean = (from: number) => column.value.slice(from, from + 7).reduce((sum, value) => sum + value, 0) / 7
    const [now, before] = [mean(end - 7), mean(end - 14)]
    if (!(before > 0)) return []
    return [
      {
        metric,
        reading: reading.title,
        mean: twelveDigits(now),
        before: twelveDigits(before),
        change: twelveDigits((100 * (now - before)) / before),
        to: isoDay(column.period[end - 1]!),
      },
    ]
  })
}

/** The same as a table. */
export function activitySection(day: Day): Section[] {
  const rows = fullWeeks(day)
  if (rows.length === 0) return []
  return [
    {
      id: 'full-weeks',
      title: 'Activity in full weeks',
      note: 'Means of seven days, because a single day mostly shows which day of the week it was.',
      columns: [
        { key: 'reading', label: 'Reading', unit: null },
        { key: 'mean', label: 'Mean of the last 7 days', unit: '1' },
        { key: 'before', label: 'Of the 7 before', unit: '1' },
        { key: 'change', label: 'Change', unit: 'percent' },
        { key: 'to', label: 'To', unit: null },
      ],
      rows: rows.map((row) => ({ ...row })),
    },
  ]
}

/** `Transactions averaged 524,000 a day in the week to 22 July, 3.1% fewer than the week before.` */
export function activitySentences(day: Day): string[] {
  return fullWeeks(day).map(({ metric, reading, mean, change, to }) => {
    const name = capitalised(nameOf({ metric, title: reading }).name)
    const size = `${figure(Math.abs(change), 1)}% ${change < 0 ? 'fewer' : 'more'}`
    return `${name} averaged ${figure(mean, 0)} a day in the week to ${dayInWords(to, isoDay(day.asOf))}, ${size} than the week before.`
  })
}
