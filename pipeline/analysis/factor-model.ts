import { type Column, indexAtOrBefore } from '../values/column.ts'
import { leastSquares, neweyWestLags, type Regression } from './regression.ts'

/** How a change from one week to the next is stated: percent as a difference of logarithms, so that weeks add up; else a plain difference. */
export type FactorChange = 'log_percent' | 'basis_points' | 'points'

/** Weekly changes of what is explained and of each factor, oldest first; `week` is the day number a week ends with. */
export interface WeeklyChanges {
  readonly week: Int32Array
  readonly explained: Float64Array
  readonly factors: readonly Float64Array[]
}

/** Weeks a model looks back, and those it needs at least: some lack a value. */
export const modelWeeks = 104
const leastWeeks = 92
const daysOfWeek = 7

/** The entry of a day, or of the day before where that is a holiday; NaN where neither has one. */
function valueOn(column: Column, day: number): number {
  const i = indexAtOrBefore(column, day)
  return i >= 0 && day - column.period[i]! <= 1 ? column.value[i]! : Number.NaN
}

function changeOf(before: number, after: number, kind: FactorChange): number {
  if (kind === 'log_percent') return before > 0 && after > 0 ? 100 * Math.log(after / before) : Number.NaN
  return kind === 'basis_points' ? 100 * (after - before) : after - before
}

/**
 * Changes over the last 104 weeks that end with the entries of `weekly` up to index `last`, in weeks for which everything has a value at both
 * ends. `columns` are what is explained, then the factors.
 */
export function weeklyChanges(
  weekly: Column,
  last: number,
  columns: readonly Column[],
  kinds: readonly FactorChange[],
): WeeklyChanges | null {
  const weeks: number[] = []
  const rows: number[][] = []
  for (let i = Math.max(1, last - modelWeeks + 1); i <= last; i++) {
    const end = weekly.period[i]!
    if (end - weekly.period[i - 1]! !== daysOfWeek) continue
    const row = columns.map((column, k) => changeOf(valueOn(column, end - daysOfWeek), valueOn(column, end), kinds[k]!))
    if (row.some(Number.isNaN)) continue
    weeks.push(end)
    rows.push(row)
  }
  if (rows.length < leastWeeks) return null
  return {
    week: Int32Array.from(weeks),
    explained: Float64Array.from(rows, (row) => row[0]!),
    factors: columns.slice(1).map((_, k) => Float64Array.from(rows, (row) => row[k + 1]!)),
  }
}

/** The regression of weeks `from` to `to` (not included), with the usual lags of its errors. */
export function fitFactorModel({ explained, factors }: WeeklyChanges, from = 0, to = explained.length): Regression | null {
  return leastSquares(
    explained.subarray(from, to),
    factors.map((factor) => factor.subarray(from, to)),
    neweyWestLags(to - from),
  )
}

/** What the last `weeks` weeks came to: of each factor its change and share in percent points, the constant's, what no factor explains, and all. */
export function factorAttribution({ explained, factors }: WeeklyChanges, { coefficients, residuals }: Regression, weeks: number) {
  const sum = (values: Float64Array) => values.subarray(-weeks).reduce((all, value) => all + value, 0)
  const changes = factors.map(sum)
  return {
    changes,
    shares: changes.map((change, k) => change * coefficients[k + 1]!),
    constant: weeks * coefficients[0]!,
    unexplained: sum(residuals),
    total: sum(explained),
  }
}
