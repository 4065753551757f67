import { isoDay } from '../calendar/day.ts'
import type { Column, Versions } from '../column.ts'
import type { Revision } from '../documents/reading.ts'
import { twelveDigits } from './rounding.ts'
import { usualStep } from './turns.ts'

/** Share of the usual step from one value to the next below which a revision is not worth a sentence. */
const least = 0.1

/**
 * How the release of the value at `last` revised the value before it: what was known of that just before, and what is known now. Null where it
 * did not, or by less than a tenth of the series' usual step.
 *
 * @param versions all values of the column's one series, by period and then by when they became known
 */
export function revisionOf(column: Column, last: number, versions: Versions): Revision | null {
  if (last < 1) return null
  const period = column.period[last - 1]!
  const released = column.known[last]!
  let before: number | null = null
  for (let i = versions.period.length - 1; i >= 0 && versions.period[i]! >= period; i--) {
    if (versions.period[i] !== period || versions.known[i]! >= released) continue
    before = versions.value[i]!
    break
  }
  const to = column.value[last - 1]!
  if (before === null || Math.abs(to - before) < least * usualStep(column, last) || to === before) return null
  return { period: isoDay(period), from: before, to, change: twelveDigits(to - before) }
}
