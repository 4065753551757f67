import { firstIndex } from '../values/column.ts'
import type { DatedFigures } from './dated-figures.ts'

/** A side is entered at `enter` and left below `leave`, so that what lies about one line does not flap. */
export interface HysteresisLevels {
  readonly enter: number
  readonly leave: number
}

/** 1 above the upper levels, -1 below the lower ones, 0 between. */
export type HysteresisSide = -1 | 0 | 1

/** The side after `before` of a figure, levels being the same either side of zero. */
export function nextHysteresisSide(before: HysteresisSide, figure: number, { enter, leave }: HysteresisLevels): HysteresisSide {
  const side = Math.sign(figure) as HysteresisSide
  return side !== 0 && Math.abs(figure) >= (side === before ? leave : enter) ? side : 0
}

/**
 * What a state is on `last` (day number), stepped through every day from `first` on. On each, every source speaks by its newest figure that
 * counts; NaN where it has none, or a stale one.
 *
 * @param next the state after `before` by a day's figures, or null where they cannot say: such a day has no state, and changes nothing.
 * Called with the state it gave and the same figures it gives that state again.
 */
export function foldStateUntil<State>(
  last: number,
  first: number,
  sources: readonly (DatedFigures | null)[],
  start: State,
  next: (before: State, figures: Float64Array) => State | null,
): State | null {
  const newest = sources.map((source) =>
    source === null ? -1 : firstIndex(source.from.length, (i) => source.from[i]! > first) - 1,
  )
  const figures = new Float64Array(sources.length).fill(Number.NaN)
  let state = next(start, figures)
  let before = state ?? start
  if (sources.every((source) => source === null)) return state
  for (let day = first; day <= last; day++) {
    let isChanged = false
    for (let k = 0; k < sources.length; k++) {
      const source = sources[k]!
      if (source === null) continue
      while (source.from[newest[k]! + 1]! <= day) newest[k]!++
      const i = newest[k]!
      const figure = i < 0 || source.until[i]! < day ? Number.NaN : source.figure[i]!
      isChanged ||= !Object.is(figure, figures[k])
      figures[k] = figure
    }
    if (!isChanged) continue
    state = next(before, figures)
    before = state ?? before
  }
  return state
}
