import type { MetricName } from '../../data/metrics.ts'
import type { Day } from '../days/day.ts'
import type { Section } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import { isoDay } from '../time/day.ts'
import { type Column, indexAtOrBefore } from '../values/column.ts'
import { rounded } from '../values/rounding.ts'
import { table } from './table.ts'

/** Fewer earlier values than these are too few to compare with. */
const leastValues = 24

/** How the newest value of a history stands to all earlier ones. */
interface OwnHistory {
  /** Percent of the earlier values that are below it, ties counting half. */
  readonly above: number
  /** First day of the history, `YYYY-MM-DD`. */
  readonly since: string
}

/** The newest value against all earlier ones; null where there are too few. */
export function rankInHistory(column: Column | null): OwnHistory | null {
  const last = (column?.period.length ?? 0) - 1
  if (column === null || last < leastValues) return null
  const own = column.value[last]!
  let below = 0
  for (let i = 0; i < last; i++) below += column.value[i]! < own ? 1 : column.value[i] === own ? 0.5 : 0
  return { above: rounded((100 * below) / last, 1), since: isoDay(column.period[0]!) }
}

/** Whole percent of the values at or below the last of them; null for an empty history. */
export function percentRankOfLast(values: Float64Array): number | null {
  const newest = values.at(-1)
  return newest === undefined ? null : Math.round((100 * values.filter((each) => each <= newest).length) / values.length)
}

/** The first day of the run of values that are the same as the newest, `YYYY-MM-DD`; null where the last step was the newest. */
export function unchangedSince({ period, value }: Column): string | null {
  const last = period.length - 1
  let i = last
  while (i > 0 && value[i - 1] === value[last]) i--
  return i === last ? null : isoDay(period[i]!)
}

/** The value `days` before the newest, or the last of the `slack` days before that; null where there is none. */
export function valueBefore(column: Column | null, days: number, slack = Number.POSITIVE_INFINITY): number | null {
  if (column === null) return null
  const then = column.period.at(-1)! - days
  const at = indexAtOrBefore(column, then)
  return at < 0 || then - column.period[at]! > slack ? null : column.value[at]!
}

/** Days a value may lie before the day of a year ago: less than a month. */
export const yearAgoToleranceDays = 27

/** The change to `now`, to so many decimals; null where there is nothing to compare it with. */
export const roundedChange = (then: number | null, now: number, decimals: number): number | null =>
  then === null ? null : rounded(now - then, decimals)

/** The reading of a metric, unless it is missing or stale. */
export function currentReading(day: Day, metric: string) {
  const reading = day.reading(metric)
  return reading === null || reading.freshness.status === 'stale' ? null : reading
}

/** Percentage points in basis points, without binary noise. */
export const basisPointsOf = (points: number): number => rounded(100 * points, 1)

type Row = Section['rows'][number]

/** A reading that is not stale, and the history it is the newest value of. */
export interface CurrentMetric<Metric extends MetricName = MetricName> {
  readonly metric: Metric
  readonly reading: Reading
  readonly column: Column
  readonly day: Day
}

/** What `make` gives of each metric that is neither missing nor stale, without nulls. */
export function currentOf<Made, const Metric extends MetricName>(
  day: Day,
  metrics: readonly Metric[],
  make: (current: CurrentMetric<Metric>) => Made | null,
): Made[] {
  return metrics.flatMap((metric) => {
    const reading = currentReading(day, metric)
    const column = reading === null ? null : day.column(metric)
    const made = reading === null || column === null ? null : make({ metric, reading, column, day })
    return made === null ? [] : [made]
  })
}

/** The same of what a briefing lists by metric: `make` has the members of a row and its reading. */
export function mapCurrentRows<Listed extends { readonly metric: MetricName }, Made>(
  day: Day,
  rows: readonly Listed[],
  make: (row: Listed & CurrentMetric) => Made | null,
): Made[] {
  return rows.flatMap((row) => currentOf(day, [row.metric], (current) => make({ ...row, ...current })))
}

/** A column of `readingsTable`: the member of a row it shows, and `'Label'` or `'Label | unit'`. A row for which it is `undefined` is left out. */
export interface ColumnRule {
  readonly key: string
  readonly label: string
  cell(current: CurrentMetric): Row[string] | undefined
}

interface ReadingsParts {
  readonly metrics: readonly MetricName[]
  readonly columns: readonly ColumnRule[]
  readonly note?: string
  /** Of these one at least must be current, else there is no table. */
  readonly needs?: readonly MetricName[]
}

/**
 * A table with one row per metric, without those that are missing or stale. A row has the metric, its name in the first column, value and period,
 * shown or not, and then the other columns.
 */
export function readingsTable(id: string, title: string, parts: ReadingsParts): (day: Day) => Section[] {
  const { metrics, columns, note = null, needs = metrics } = parts
  const shown = Object.fromEntries(columns.map(({ key, label }) => [key, label]))
  const columnOf = (rule: ColumnRule): ColumnRule => columns.find(({ key }) => key === rule.key) ?? rule
  const cells = [...new Set([columns[0]!, columnOf(figureColumn('')), columnOf(periodColumn('')), ...columns])]
  return (day) => {
    if (!needs.some((metric) => currentReading(day, metric) !== null)) return []
    const rows = currentOf(day, metrics, (current): Row | null => {
      const own = cells.map(({ key, cell }) => [key, cell(current)] as const)
      if (own.some(([, each]) => each === undefined)) return null
      return { metric: current.metric, ...Object.fromEntries(own as [string, Row[string]][]) }
    })
    return table(id, title, { note, columns: shown, rows })
  }
}

export const readingColumn = (key: string, label: string, cell: ColumnRule['cell']): ColumnRule => ({ key, label, cell })

export const titleColumn = (label: string, key = 'reading'): ColumnRule =>
  readingColumn(key, label, ({ reading }) => reading.title)

/** The value in the unit of its metric, or of one in percent in basis points. */
export const figureColumn = (label: string, unit?: 'bp'): ColumnRule =>
  readingColumn('value', unit === undefined ? label : `${label} | ${unit}`, ({ reading }) =>
    unit === 'bp' ? basisPointsOf(reading.value) : reading.value,
  )

export const periodColumn = (label = 'As of'): ColumnRule => readingColumn('period', label, ({ reading }) => reading.period)

/** The change over 30 days in basis points, to the tenth. */
export function monthInPoints({ trend }: Reading): number | null {
  const change = trend['30d']?.change ?? null
  return change === null ? null : basisPointsOf(change / 100)
}

export const monthChangeColumn: ColumnRule = readingColumn('month', 'Over 30 days | bp', ({ reading }) => monthInPoints(reading))

/** Basis points since the last value of a year before; null where there is none within a week of it. */
export const yearChangeColumn: ColumnRule = readingColumn('year', 'Over the year | bp', ({ column }) => {
  const then = valueBefore(column, 365, 7)
  return then === null ? null : basisPointsOf(column.value.at(-1)! - then)
})

/** The share of all earlier values that were lower. */
export const percentRankColumn = (label = 'Higher than'): ColumnRule =>
  readingColumn('above', `${label} | percent`, ({ column }) => rankInHistory(column)?.above ?? null)

/** The first day of the history that `own` compares with. */
export const historyStartColumn = (label: string): ColumnRule =>
  readingColumn('since', label, ({ column }) => rankInHistory(column)?.since ?? null)

/** The first day of the run of values that equal the newest. */
export const unchangedSinceColumn = (label: string): ColumnRule =>
  readingColumn(
    'since',
    label,
    ({ column, reading: { freshness, period: own } }) =>
      unchangedSince(column) ?? (freshness.cadence === 'on change' ? own : null),
  )
