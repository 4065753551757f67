import { type Column, indexAtOrBefore } from '../column.ts'
import type { DataQuality } from '../documents/reading.ts'
import { type FreshnessWord, periodsToCover, qualityOf } from '../freshness.ts'
import { dayOf, isoDay } from '../time/day.ts'
import { twelveDigits } from './rounding.ts'

/**
 * How complete and how old the newest 90 days are.
 *
 * `coverage_90d` is the share (0 to 1) of the periods to cover (`periodsToCover`) that have a value, `gaps` how many have none; with nothing
 * to cover they are 1 and 0. `age_days` counts from the newest period to the UTC day of `now`. Up to five missing periods are named in the
 * notes, newest first.
 *
 * @param expected day numbers of the periods due by `now` in the last 90 days, from the release calendar
 * @param now milliseconds since 1970 UTC
 * @param told what else the reader must know: a disagreement between sources, notes of the metric; `isCount`: it ages with the day it is stated for
 */
export function dataQualityOf(
  column: Column,
  last: number,
  expected: readonly number[],
  now: number,
  word: FreshnessWord,
  told: { readonly disagreement: string | null; readonly notes: readonly string[]; readonly isCount?: boolean },
): DataQuality {
  const newest = column.period[last]!
  const due = periodsToCover(expected, newest, word)
  const missing = due.filter((period) => {
    const at = indexAtOrBefore(column, period)
    return at < 0 || at > last || column.period[at] !== period
  })
  const coverage = due.length === 0 ? 1 : (due.length - missing.length) / due.length
  const notes = [...told.notes]
  if (missing.length > 0) notes.push(sentenceOf(missing))
  return {
    status: qualityOf(coverage, word, told.isCount),
    coverage_90d: twelveDigits(coverage),
    gaps: missing.length,
    age_days: dayOf(now) - newest,
    disagreement: told.disagreement,
    notes,
  }
}

function sentenceOf(missing: readonly number[]): string {
  const newest = [...missing].sort((a, b) => b - a)
  const named = newest.slice(0, 5).map(isoDay).join(', ')
  const more = newest.length > 5 ? ` and ${newest.length - 5} more` : ''
  return `No value for ${named}${more}.`
}
