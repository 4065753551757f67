import { type Side, stateOn } from '../../analysis/hysteresis.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import type { Day, Measured } from '../day.ts'
import { firstFoldedDay } from '../state.ts'

/**
 * A state that one figure decides by two lines of its own: from `upper` on it is on the upper side, below `lower` on the lower one. A side is
 * entered beyond its line by `band`, a share of the line, and left as far on the other side of it.
 */
export interface Lines {
  readonly upper: Measured
  readonly lower: Measured
  readonly band: number
}

/** The side of a day; each measure is the figure over its line. Null where it is missing or stale. */
export function sideOfLines(day: Day, { upper, lower, band }: Lines): Side | null {
  return stateOn<Side>(day.asOf, firstFoldedDay, [day.figures(upper), day.figures(lower)], 0, (before, [high, low]) => {
    if (Number.isNaN(high!) || Number.isNaN(low!)) return null
    if (high! >= (before > 0 ? 1 - band : 1 + band)) return 1
    return low! < (before < 0 ? 1 + band : 1 - band) ? -1 : 0
  })
}

/** A hair, as a share of a level, beyond which the state has turned for certain. */
const hair = 1e-9

/** What would turn the state: the value of `metric` at which the figure crosses a line, lines being given in the metric's own unit. */
export function lineTurns(
  metric: string,
  at: { readonly upper: number; readonly lower: number },
  band: number,
  side: Side,
  labels: Readonly<Record<Side, string>>,
): StateTurn[] {
  const turn = (to: Side, line: number, way: 'above' | 'below'): StateTurn => {
    const sign = way === 'above' ? 1 : -1
    const value = line * (1 + sign * band) * (1 + sign * hair)
    return {
      to: labels[to],
      needs: [{ metric, side: way, value: Number(value.toPrecision(12)), held: 'next_release' }],
      by: null,
    }
  }
  if (side > 0) return [turn(0, at.upper, 'below'), turn(-1, at.lower, 'below')]
  if (side < 0) return [turn(0, at.lower, 'above'), turn(1, at.upper, 'above')]
  return [turn(1, at.upper, 'above'), turn(-1, at.lower, 'below')]
}
