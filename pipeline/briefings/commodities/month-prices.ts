import type { MetricName } from '../../../data/metrics.ts'
import { changeBetween } from '../../analysis/changes.ts'
import type { Day } from '../../analysis/days/day.ts'
import { twelveDigits } from '../../analysis/rounding.ts'
import { type Column, valueOn } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import { endOfMonth, isoDay } from '../../time/day.ts'
import { currentOf } from '../readings.ts'
import { table } from '../table.ts'

/** Months of the range. */
const rangeMonths = 60

/** Percent from the value of exactly one period to that of another; null where either is missing. */
export function percentBetween(column: Column, from: number | null, to: number): number | null {
  const before = from === null ? null : valueOn(column, from)
  const now = valueOn(column, to)
  return before === null || now === null ? null : twelveDigits(changeBetween(before, now, 'percent'))
}

const monthOf = (day: number): string => isoDay(day).slice(0, 7)

/** Prices of the month in their history: a quarter, a year, the range of five years and the highest month on record. Stale ones are left out. */
export const monthSection = (day: Day, metrics: readonly MetricName[]): Section[] =>
  table('months', 'Monthly prices', {
    note: 'Monthly averages of the World Bank; low and high of the last 60 months, and the highest month on record.',
    columns: {
      price: 'Price',
      month: 'Month',
      value: 'Value',
      '1m': '1 mo | percent',
      '3m': '3 mo | percent',
      '12m': '12 mo | percent',
      low: '5-year low',
      high: 'High',
      record: 'Record',
      record_month: 'Record month',
    },
    rows: currentOf(day, metrics, ({ metric, reading, column }) => {
      const newest = column.period.at(-1)!
      const over = (months: number) => percentBetween(column, endOfMonth(newest, months), newest)
      const years = column.value.subarray(-rangeMonths)
      const record = Math.max(...column.value)
      return {
        metric,
        price: reading.title,
        month: reading.period.slice(0, 7),
        unit: reading.unit,
        value: reading.value,
        '1m': over(1),
        '3m': over(3),
        '12m': over(12),
        low: Math.min(...years),
        high: Math.max(...years),
        record_month: monthOf(column.period[column.value.indexOf(record)]!),
        record,
      }
    }),
  })
