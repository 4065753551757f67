import type { DatedFigures } from './dated-figures.ts'

/** A side is entered at `enter` and left below `leave`, so that what lies about one line does not flap. */
export interface Levels {
  readonly enter: number
  readonly leave: number
}

/** 1 above the upper levels, -1 below the lower ones, 0 between. */
export type Side = -1 | 0 | 1

/** The side after `before` of a figure, levels being the same either side of zero. */
export function nextSide(before: Side, figure: number, { enter, leave }: Levels): Side {
  const side = Math.sign(figure) as Side
  return side !== 0 && Math.abs(figure) >= (side === before ? leave : enter) ? side : 0
}

/**
 * What a state is on `last` (day number), stepped through every day from `first` on. On each, every source speaks by its newest figure that
 * counts; NaN where it has none, or a stale one.
 *
 * @param next the state after `before` by a day's figures, or null where they cannot say: such a day has no state, and changes nothing
 */
export function stateOn<State>(
  last: number,
  first: number,
  sources: readonly (DatedFigures | null)[],
  start: State,
  next: (before: State, figures: Float64Array) => State | null,
): State | null {
  const newest = new Int32Array(sources.length).fill(-1)
  const figures = new Float64Array(sources.length)
  let before = start
  let state: State | null = null
  for (let day = first; day <= last; day++) {
    for (const [k, source] of sources.entries()) figures[k] = source === null ? Number.NaN : figureOn(source, newest, k, day)
    state = next(before, figures)
    if (state !== null) before = state
  }
  return state
}

/** The figure of source `k` on a day; `newest` remembers its index from one day to the next. */
function figureOn({ figure, from, until }: DatedFigures, newest: Int32Array, k: number, day: number): number {
  let i = newest[k]!
  while (from[i + 1]! <= day) i++
  newest[k] = i
  return i < 0 || until[i]! < day ? Number.NaN : figure[i]!
}
