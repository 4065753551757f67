import type { ChangeUnit, Direction, Trend, TrendWindow, WindowName } from '../documents/reading.ts'
import { isoDay } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { resolutionOf, twelveDigits, withoutNoise } from '../values/rounding.ts'
import { changeBetween } from './changes.ts'
import { type Cadence, type ChangeWindow, mapWindows, rhythmOf, windowStartIndex, windowStartIndexBefore } from './rhythm.ts'
import type { Strength } from './strength.ts'

const noPercent = 'No percent change from a value that is not positive.'

/**
 * How the value at index `last` (period P) stands to earlier ones over the three windows of its cadence (`rhythm.ts`).
 *
 * `change` is in the unit `kind` says (percent: points; basis_points: of values in percent; unit: the column's own), percent rounded to
 * twelve significant digits, the others cleaned of binary noise. A percent change from a value that is not positive does not exist: null
 * with a note, and the direction is then that of the difference. `direction` is flat when the change prints as zero (`rounding.ts`).
 * A window is null where the cadence has none of that length, or no value is old enough. Entries after `last` play no part.
 *
 * @param today day number: what stands until it is changed, as a policy rate, is measured back from this day and not from its last change
 */
export function trendOf(
  column: Column,
  last: number,
  kind: ChangeUnit,
  cadence: Cadence,
  strengths: Readonly<Record<WindowName, Pick<Strength, 'z'>>>,
  today = column.period[last]!,
): Trend {
  const { windows } = rhythmOf(cadence)
  const end = cadence === 'on change' ? Math.max(today, column.period[last]!) : column.period[last]!
  return mapWindows((name) => {
    const window = windows[name]
    return window && windowOf(column, last, end, window, kind, strengths[name].z)
  })
}

/** Index of the first of the entries up to `last` that have its value. */
function standsSince({ value }: Column, last: number): number {
  let first = last
  while (first > 0 && value[first - 1] === value[last]) first--
  return first
}

function windowOf(
  column: Column,
  last: number,
  end: number,
  window: ChangeWindow,
  kind: ChangeUnit,
  ofEntry: number | null,
): TrendWindow | null {
  const { period, value, unit } = column
  const first = Math.min(last, windowStartIndexBefore(column, end, window))
  if (first < 0) return null
  // how unusual the change to an entry was says nothing of another change
  const z = first === windowStartIndex(column, last, window) ? ofEntry : null
  // a policy rate stands until it is changed
  const stands = standsSince(column, last)
  const span = stands <= first ? `unchanged since ${isoDay(period[stands]!)}` : window.span
  const from = value[first]!
  const to = value[last]!
  const ends = {
    from: { period: isoDay(period[first]!), value: from },
    to: { period: isoDay(period[last]!), value: to },
  }
  const { change, direction } = moveBetween(from, to, kind, unit)
  if (Number.isNaN(change)) return { change: null, change_unit: kind, direction, strength: null, span, ...ends, note: noPercent }
  return { change, change_unit: kind, direction, strength: z === null ? null : twelveDigits(z), span, ...ends }
}

/** The change between two values of `unit` as it is served, and its direction; a change that does not exist is NaN, its direction that of the difference. */
export function moveBetween(
  from: number,
  to: number,
  kind: ChangeUnit,
  unit: string,
): { readonly change: number; readonly direction: Direction } {
  const larger = Math.max(Math.abs(from), Math.abs(to))
  const raw = changeBetween(from, to, kind)
  if (Number.isNaN(raw)) return { change: raw, direction: directionOf(to - from, resolutionOf('unit', larger, unit)) }
  const change = kind === 'percent' ? twelveDigits(raw) : withoutNoise(raw, kind === 'basis_points' ? 100 * larger : larger)
  return { change, direction: directionOf(change, resolutionOf(kind, larger, unit)) }
}

function directionOf(change: number, resolution: number): Direction {
  if (Math.abs(change) < resolution) return 'flat'
  return change > 0 ? 'up' : 'down'
}
