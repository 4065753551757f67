import type { MetricName } from '../../../data/metrics.ts'
import { changeBetween } from '../../analysis/changes.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { endOfMonth, isoDay } from '../../time/day.ts'
import { type Column, valueOn } from '../../values/column.ts'
import { twelveDigits } from '../../values/rounding.ts'
import { currentOf } from '../readings.ts'
import { listing } from '../table.ts'

/** Months of the range. */
const rangeMonths = 60

/** Percent from the value of exactly one period to that of another; null where either is missing. */
export function percentBetween(column: Column, from: number | null, to: number): number | null {
  const before = from === null ? null : valueOn(column, from)
  const now = valueOn(column, to)
  return before === null || now === null ? null : twelveDigits(changeBetween(before, now, 'percent'))
}

/** Prices of the month in their history: a quarter, a year, the range of five years and the highest month on record. Stale ones are left out. */
export const monthSection = (day: Day, metrics: readonly MetricName[]): Section[] =>
  listing('months', 'Monthly prices', {
    note: 'Monthly averages of the World Bank; low and high of the last 60 months, and the highest month on record.',
    things: currentOf(day, metrics, ({ reading, column }) => {
      const newest = column.period.at(-1)!
      const over = (months: number) => percentBetween(column, endOfMonth(newest, months), newest)
      return { reading, column, over, years: column.value.subarray(-rangeMonths), record: Math.max(...column.value) }
    }),
    columns: {
      metric: [null, ({ reading }) => reading.metric],
      price: ['Price', ({ reading }) => reading.title],
      month: ['Month', ({ reading }) => reading.period.slice(0, 7)],
      unit: [null, ({ reading }) => reading.unit],
      value: ['Value', ({ reading }) => reading.value],
      '1m': ['1 mo | percent', ({ over }) => over(1)],
      '3m': ['3 mo | percent', ({ over }) => over(3)],
      '12m': ['12 mo | percent', ({ over }) => over(12)],
      low: ['5-year low', ({ years }) => Math.min(...years)],
      high: ['High', ({ years }) => Math.max(...years)],
      record: ['Record', ({ record }) => record],
      record_month: ['Record month', ({ column, record }) => isoDay(column.period[column.value.indexOf(record)]!).slice(0, 7)],
    },
  })
