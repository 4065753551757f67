import type { DatedFigures } from '../analysis/dated-figures.ts'
import { nextSide, type Side, stateOn } from '../analysis/hysteresis.ts'
import { type Day, noSignal, unknown } from './day.ts'
import { firstFoldedDay } from './state.ts'

/** What a metric signals on a day: 1 bullish, -1 bearish, 0 neutral; null where it has no signal, or its newest value is stale. */
export function signalOn(day: Day, metric: string): Side | null {
  const runs = day.signalRuns(metric)
  const last = (runs?.way.length ?? 0) - 1
  if (runs === null || last < 0 || runs.until[last]! < day.asOf || runs.way[last] === noSignal) return null
  return runs.way[last] as Side
}

/** The label that one signal names; `unknown` where there is none. */
export function labelOfSignal(
  day: Day,
  metric: string,
  labels: { readonly bullish: string; readonly neutral: string; readonly bearish: string },
): string {
  const way = signalOn(day, metric)
  return way === null ? unknown : [labels.bearish, labels.neutral, labels.bullish][way + 1]!
}

/** A state that signals vote for. */
export interface Vote {
  readonly drivers: readonly string[]
  /** How many more of them must point one way than the other for its label to begin, and for it to go on. */
  readonly enter: number
  readonly stay: number
  readonly labels: { readonly up: string; readonly down: string; readonly mixed: string }
}

/**
 * The label that signals vote for on a day: `up` once at least `enter` more of the drivers point up than down and as long as `stay` do,
 * `down` the other way round, else `mixed`. A driver that is missing, stale or without a signal could point any way: `unknown`, unless the
 * others decide whatever it says.
 */
export function vote(day: Day, { drivers, enter, stay, labels }: Vote): string {
  const side = stateOn<Side>(day.asOf, firstFoldedDay, signalsOf(day, drivers), 0, (before, ways) => {
    let balance = 0
    let open = 0
    for (const way of ways) {
      if (Number.isNaN(way) || way === noSignal) open++
      else balance += way
    }
    const least = nextSide(before, balance - open, { enter, leave: stay })
    return least === nextSide(before, balance + open, { enter, leave: stay }) ? least : null
  })
  return side === null ? unknown : { [-1]: labels.down, 0: labels.mixed, 1: labels.up }[side]
}

function signalsOf(day: Day, metrics: readonly string[]): (DatedFigures | null)[] {
  return metrics.map((metric) => {
    const runs = day.signalRuns(metric)
    return runs && { figure: runs.way, from: runs.from, until: runs.until }
  })
}
