import { formulaName, metricByName } from '../../data/metrics.ts'
import { seriesBeginnings } from '../../data/series/beginnings.ts'
import { dayNumber, endOfMonth } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import type { Cadence } from './rhythm.ts'

/** Days without a value that make a hole in a history, by cadence: two months of a monthly series, because October 2025 was never published. */
const holes: Partial<Record<Cadence, number>> = { daily: 31, 'business daily': 31, weekly: 31, monthly: 93, quarterly: 190 }

/**
 * Whether a metric's history goes back to the beginning of the series it is made of, and has no hole: only then is an extreme of it one on
 * record. Of a metric that takes the first source with a value, the one that begins first decides.
 *
 * @param history the metric's values; `series` a series as known, or null
 */
export function isWholeHistory(
  { metric, cadence }: { readonly metric: string; readonly cadence: Cadence },
  history: Column,
  series: (id: string) => Column | null,
): boolean {
  return !hasHole(history, holes[cadence]) && partsOf(metric).every((id) => startsAtSeriesBeginning(series(id), beginningOf(id)))
}

/** Whether the first value is that of the period a series begins with (`YYYY-MM-DD` or `YYYY-MM`); false where the beginning is not known. */
export function startsAtSeriesBeginning(column: Column | null, begins: string | undefined): boolean {
  if (column === null || begins === undefined || column.period.length === 0) return false
  return column.period[0]! <= (begins.length === 7 ? endOfMonth(dayNumber(`${begins}-01`)!) : dayNumber(begins)!)
}

const beginningOf = (id: string): string | undefined => (seriesBeginnings as Readonly<Record<string, string>>)[id]

/** The series that decide how far back a metric can go. */
function partsOf(name: string): string[] {
  const row = metricByName.get(name)
  if (row === undefined) return [name]
  const parts = row.of.flatMap(partsOf)
  if (formulaName(row.formula) !== 'first-of') return parts
  const [earliest] = parts.toSorted((a, b) => ((beginningOf(a) ?? none) < (beginningOf(b) ?? none) ? -1 : 1))
  return earliest === undefined ? [] : [earliest]
}

/** After every beginning. */
const none = '9999'

function hasHole({ period }: Column, longest = Number.POSITIVE_INFINITY): boolean {
  return period.some((day, i) => i > 0 && day - period[i - 1]! > longest)
}
