import { metricByName } from '../../../data/metrics.ts'
import { changeBetween } from '../../analysis/changes.ts'
import { rounded, twelveDigits, withoutNoise } from '../../analysis/rounding.ts'
import { dayNumber, isoDay } from '../../calendar/day.ts'
import { indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import type { Day } from '../day.ts'
import { amount } from '../story/amounts.ts'
import { monthOf, subjectOf } from '../story/subject.ts'
import { figure } from '../words.ts'

/** Days a value may lie before the day of a year ago: less than a month. */
const oldestDays = 27

/** What monetary policy is set by and with: the policy rate, inflation, jobs and growth. */
const backdrop = [
  'fed-funds-upper',
  'effective-fed-funds',
  'cpi-inflation',
  'core-cpi-inflation',
  'core-pce-inflation',
  'unemployment',
  'payrolls',
  'payroll-gain-3m',
  'initial-claims',
  'job-openings',
  'consumer-prices',
  'gdp-growth',
  'retail-sales',
  'industrial-production',
] as const

interface YearOn {
  readonly reading: Reading
  readonly before: number
  readonly year_ago: number
  readonly change: number
  readonly change_unit: string
}

/** Each with its value before and a year ago; of what is stale none. */
function yearsOn(day: Day): YearOn[] {
  return backdrop.flatMap((metric) => {
    const row = metricByName.get(metric)
    const reading = row && day.reading(metric)
    const column = row && day.column(metric)
    if (!row || !reading || !column || reading.freshness.status === 'stale') return []
    const last = column.period.length - 1
    const yearAgo = indexAtOrBefore(column, dayNumber(reading.period)! - 365)
    // without a value of that month, as consumer prices of October 2025, there is no change over the year
    if (last < 1 || yearAgo < 0 || dayNumber(reading.period)! - 365 - column.period[yearAgo]! > oldestDays) return []
    const [value, then] = [column.value[last]!, column.value[yearAgo]!]
    const change = changeBetween(then, value, row.change)
    if (Number.isNaN(change)) return []
    const scale = (row.change === 'basis_points' ? 100 : 1) * Math.max(Math.abs(value), Math.abs(then))
    const whole = row.change === 'percent' ? twelveDigits(change) : withoutNoise(change, scale)
    const served = row.unit === 'percent' && row.change === 'unit' ? rounded(whole, 2) : whole
    const points = row.unit === 'percent' ? 'percentage points' : row.unit
    const change_unit = { percent: 'percent', basis_points: 'bp', unit: points }[row.change]
    return [{ reading, before: column.value[last - 1]!, year_ago: then, change: served, change_unit }]
  })
}

/** The same as a table. */
export function backdropSection(day: Day): Section[] {
  const rows = yearsOn(day).map(({ reading: { title, value, unit, period, metric }, before, year_ago, change, change_unit }) => ({
    metric,
    reading: title,
    value,
    unit,
    period,
    before,
    year_ago,
    change,
    change_unit,
  }))
  if (rows.length === 0) return []
  return [
    {
      id: 'backdrop',
      title: 'Policy, inflation, jobs and growth',
      note: null,
      columns: [
        { key: 'reading', label: 'Reading', unit: null },
        { key: 'value', label: 'Latest', unit: null },
        { key: 'period', label: 'As of', unit: null },
        { key: 'before', label: 'Before', unit: null },
        { key: 'year_ago', label: 'A year ago', unit: null },
        { key: 'change', label: 'Over the year', unit: null },
      ],
      rows,
    },
  ]
}

/** `The federal funds target is 3.75%; unemployment was 4.2% in June; consumer prices rose 3.1% in the year to June.` */
export function backdropSentences(day: Day): string[] {
  const clauses = yearsOn(day).flatMap(({ reading, change }) => {
    const subject = subjectOf(reading, day.column(reading.metric), isoDay(day.asOf))
    const month = monthOf(reading.period, subject.today)
    const value = amount(reading.value, reading.unit)
    if (reading.metric === 'fed-funds-upper') return [`the federal funds target is ${value}`]
    if (reading.metric === 'unemployment') return [`unemployment was ${value} in ${month}`]
    if (reading.metric === 'core-pce-inflation') return [`core PCE inflation was ${value} in ${month}`]
    if (reading.metric === 'consumer-prices')
      return [`consumer prices ${change < 0 ? 'fell' : 'rose'} ${figure(Math.abs(change), 1)}% in the year to ${month}`]
    return []
  })
  const text = clauses.join('; ')
  return clauses.length === 0 ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`]
}
