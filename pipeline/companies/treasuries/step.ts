import { dayNumber } from '../../time/day.ts'
import { corroboration } from './corroboration.ts'
import { type Extraction, withCheck } from './extraction.ts'
import type { Change } from './statement.ts'

/** Filers round each figure to whole coins on its own. */
const tolerance = 1

/** A total on record: the day it is for, and its coins as decimal text. */
export interface Total {
  readonly asOf: string
  readonly value: string
}

/** A count one sentence alone states, with what confirms it. A cell may still be its neighbour's. */
function borneOut(total: Extraction, detail: string): Extraction {
  if (total.how !== 'sentence') return total
  const checks = total.check.map((check) => (check.name === corroboration ? { ...check, passed: true, detail } : check))
  return checks.reduce(withCheck, { ...total, check: [], status: 'served', reason: null })
}

/**
 * A total against the previous one: previous + acquired - sold, within one coin, which confirms what one sentence alone states. Nothing is checked without a previous total of an
 * earlier day and a stated change.
 *
 * A mismatch holds the total only where the change covers exactly the days between the two: its period begins on the day after
 * the previous total and ends on the day of this one. With days left out or counted twice a mismatch proves nothing; it is noted
 * in the check, which passes.
 */
export function stepCheck(total: Extraction, change: Change | null, previous: Total | null): Extraction {
  if (change === null || previous === null || previous.asOf >= total.asOf) return total
  const due = Number(previous.value) + Number(change.acquired) - Number(change.sold)
  const sum = `${previous.value} (${previous.asOf}) + ${change.acquired}${change.sold === '0' ? '' : ` - ${change.sold}`} = ${due}`
  if (Math.abs(due - Number(total.value)) <= tolerance)
    return borneOut(withCheck(total, { name: 'step', passed: true, detail: sum }), sum)
  const lead = (dayNumber(change.from) ?? Number.NaN) - (dayNumber(previous.asOf) ?? Number.NaN)
  const adjoins = lead === 1 && change.to === total.asOf
  const detail = `${sum}, stated ${total.value}`
  if (adjoins) return withCheck(total, { name: 'step', passed: false, detail })
  return withCheck(total, {
    name: 'step',
    passed: true,
    detail: `${detail}; not comparable: the change covers ${change.from} to ${change.to}`,
  })
}
