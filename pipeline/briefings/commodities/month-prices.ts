import { metricByName } from '../../../data/metrics.ts'
import { changeBetween } from '../../analysis/changes.ts'
import { twelveDigits } from '../../analysis/rounding.ts'
import { endOfMonth, isoDay } from '../../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Day } from '../day.ts'

/** Months of the range. */
const rangeMonths = 60

/** The last day of the month `back` months before the month that ends on `last`. */
function monthBefore(last: number, back: number): number {
  const date = new Date(isoDay(last))
  return endOfMonth(Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1) / 86_400_000))
}

/** Percent since the month `back` months before; null where that month is missing. */
function changeSince(column: Column, back: number): number | null {
  const last = column.period.length - 1
  const from = monthBefore(column.period[last]!, back)
  const i = indexAtOrBefore(column, from)
  if (i < 0 || column.period[i] !== from) return null
  return twelveDigits(changeBetween(column.value[i]!, column.value[last]!, 'percent'))
}

/** Prices of the month in their history: a quarter, a year, the range of five years and the highest month on record. Stale ones are left out. */
export function monthSection(day: Day, metrics: readonly string[]): Section[] {
  const rows = metrics.flatMap((metric) => {
    const reading = day.reading(metric)
    const column = day.column(metric)
    if (reading === null || column === null || reading.freshness.status === 'stale') return []
    const years = column.value.subarray(Math.max(0, column.value.length - rangeMonths))
    const highest = column.value.indexOf(Math.max(...column.value))
    return [
      {
        metric,
        price: metricByName.get(metric)!.title,
        month: reading.period.slice(0, 7),
        unit: reading.unit,
        value: reading.value,
        '1m': changeSince(column, 1),
        '3m': changeSince(column, 3),
        '12m': changeSince(column, 12),
        low: Math.min(...years),
        high: Math.max(...years),
        record_month: isoDay(column.period[highest]!).slice(0, 7),
        record: column.value[highest]!,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'months',
      title: 'Monthly prices',
      note: 'Monthly averages of the World Bank; low and high of the last 60 months, and the highest month on record.',
      columns: [
        { key: 'price', label: 'Price', unit: null },
        { key: 'month', label: 'Month', unit: null },
        { key: 'value', label: 'Value', unit: null },
        { key: '1m', label: '1 mo', unit: 'percent' },
        { key: '3m', label: '3 mo', unit: 'percent' },
        { key: '12m', label: '12 mo', unit: 'percent' },
        { key: 'low', label: '5-year low', unit: null },
        { key: 'high', label: 'High', unit: null },
        { key: 'record', label: 'Record', unit: null },
        { key: 'record_month', label: 'Record month', unit: null },
      ],
      rows,
    },
  ]
}
