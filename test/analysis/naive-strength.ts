import { changeBetween, roundingNoise } from '../../pipeline/analysis/changes.ts'
import { type Cadence, type ChangeWindow, rhythmOf } from '../../pipeline/analysis/rhythm.ts'
import { spreadDays } from '../../pipeline/analysis/rolling-spread.ts'
import { madToSigma, type Strength } from '../../pipeline/analysis/strength.ts'
import { trendOf } from '../../pipeline/analysis/trend.ts'
import type { ChangeUnit, Trend, WindowName } from '../../pipeline/documents/reading.ts'
import { type Column, indexAtOrBefore } from '../../pipeline/values/column.ts'

/** The median by sorting, NaN of none. */
export function sortedMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [lower, upper] = [sorted[middle - 1]!, sorted[middle] ?? Number.NaN]
  return sorted.length % 2 === 1 ? upper : lower + (upper - lower) / 2
}

/** A window of calendar days. */
export const calendar = (days: number): ChangeWindow => ({
  days,
  nominal: days,
  longest: Number.POSITIVE_INFINITY,
  span: `${days} days`,
  ends: 'within',
})

/** The strength at one entry as docs/methodology.md states it, with nothing remembered of any other. */
export function naiveStrength(
  column: Column,
  last: number,
  window: ChangeWindow | null,
  kind: ChangeUnit,
  minimum: number,
): Strength {
  const { period, value } = column
  const changeAt = (i: number) => {
    if (window === null) return Number.NaN
    const from = indexAtOrBefore(column, period[i]! - window.days)
    return from < 0 || period[i]! - period[from]! > window.longest ? Number.NaN : changeBetween(value[from]!, value[i]!, kind)
  }
  const counting = Array.from(period.keys()).filter((i) => i < last && period[i]! >= period[last]! - spreadDays)
  const earlier = counting.map(changeAt).filter((change) => !Number.isNaN(change))
  const n = earlier.length
  const change = changeAt(last)
  if (Number.isNaN(change)) return { z: null, n, why: 'no change' }
  if (n < minimum) return { z: null, n, why: 'too few' }
  const median = sortedMedian(earlier)
  const deviation = sortedMedian(earlier.map((each) => Math.abs(each - median)))
  const largest = Math.max(...[...counting, last].map((i) => Math.abs(value[i]!)))
  if (deviation <= roundingNoise(kind, largest)) return { z: null, n, why: 'no spread' }
  return { z: (change - median) / (madToSigma * deviation), n, median, scale: madToSigma * deviation }
}

/** The trend at one entry alone. */
export function naiveTrend(column: Column, last: number, kind: ChangeUnit, minimum: number, cadence: Cadence = 'daily'): Trend {
  const { windows } = rhythmOf(cadence)
  const over = (name: WindowName) => naiveStrength(column, last, windows[name], kind, minimum)
  return trendOf(column, last, kind, cadence, { '7d': over('7d'), '30d': over('30d'), '90d': over('90d') })
}
