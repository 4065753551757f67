import { dayOf, isoDay } from '../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import type { DataQuality, Freshness, Quality } from './reading.ts'
import { twelveDigits } from './rounding.ts'

/** Shares of the due periods that have a value: from the first on good, from the second on partial. */
const goodCoverage = 0.95
const partialCoverage = 0.7

/**
 * How complete and how old the newest 90 days are.
 *
 * `coverage_90d` is the share (0 to 1) of the `expected` periods that have a value, `gaps` how many have none; with nothing expected they
 * are 1 and 0. `age_days` counts from the newest period to the UTC day of `now`. Status: poor when stale or coverage < 0.7; good when
 * coverage >= 0.95; else partial. Up to five missing periods are named in the notes, newest first.
 *
 * @param expected day numbers of the periods due by `now` in the last 90 days, from the release calendar
 * @param now milliseconds since 1970 UTC
 * @param told what else the reader must know: a disagreement between sources, notes of the metric
 */
export function dataQualityOf(
  column: Column,
  last: number,
  expected: readonly number[],
  now: number,
  freshness: Freshness,
  told: { readonly disagreement: string | null; readonly notes: readonly string[] },
): DataQuality {
  const missing = expected.filter((period) => {
    const at = indexAtOrBefore(column, period)
    return at < 0 || at > last || column.period[at] !== period
  })
  const coverage = expected.length === 0 ? 1 : (expected.length - missing.length) / expected.length
  const notes = [...told.notes]
  if (missing.length > 0) notes.push(sentenceOf(missing))
  return {
    status: statusOf(coverage, freshness.status),
    coverage_90d: twelveDigits(coverage),
    gaps: missing.length,
    age_days: dayOf(now) - column.period[last]!,
    disagreement: told.disagreement,
    notes,
  }
}

function statusOf(coverage: number, freshness: Freshness['status']): Quality {
  if (freshness === 'stale' || coverage < partialCoverage) return 'poor'
  return coverage >= goodCoverage ? 'good' : 'partial'
}

function sentenceOf(missing: readonly number[]): string {
  const newest = [...missing].sort((a, b) => b - a)
  const named = newest.slice(0, 5).map(isoDay).join(', ')
  const more = newest.length > 5 ? ` and ${newest.length - 5} more` : ''
  return `No value for ${named}${more}.`
}
