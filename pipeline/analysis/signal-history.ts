import { type Column, indexAtOrBefore } from '../column.ts'
import { changeBetween } from './changes.ts'
import type { MetricFacts } from './metric-facts.ts'
import { rhythmOf, windowDays } from './rhythm.ts'
import { RollingStrength } from './rolling-strength.ts'
import { twelveDigits } from './rounding.ts'
import { neutralBand, type Way, wayOf } from './signal.ts'
import { moveBetween } from './trend.ts'

/** What the metric signalled at one entry, and what else describes that moment. */
export interface PastSignal {
  readonly way: Way
  /** How many of the two other windows say the same, 0 to 2: at least 0.5 strong the same way, or smaller than 0.5 where the signal is neutral. */
  readonly agreement: number
  /** Index into `strengthSteps` of the first step above the size of the strength; their number where there is none. */
  readonly step: number
  /** Middle and scale of the usual changes over the deciding window. */
  readonly median: number
  readonly scale: number
}

/** Sizes of strength from one kind of day to the next. */
export const strengthSteps = [0.25, 0.5, 1, 2] as const

/** Whether a signal held, and by how many entries of the column its window was long. */
export interface Outcome {
  readonly held: boolean
  readonly entries: number
}

/** The signal of a metric at every entry of a column, each as `signalOf` gives it for that day, one entry after the other. */
export class SignalHistory {
  readonly #metric: MetricFacts
  readonly #deciding: RollingStrength
  readonly #others: readonly RollingStrength[]
  readonly #signals: (PastSignal | null)[] = []

  constructor(metric: MetricFacts) {
    this.#metric = metric
    const rolling = (days: number) => new RollingStrength(days, metric.change, rhythmOf(metric.cadence).changes)
    this.#deciding = rolling(windowDays[metric.window])
    this.#others = Object.values(windowDays)
      .filter((days) => days !== windowDays[metric.window])
      .map(rolling)
  }

  get count(): number {
    return this.#signals.length
  }

  /** The signal at index `i`, one already worked out; null where there is none. */
  at(i: number): PastSignal | null {
    return this.#signals[i]!
  }

  /** Forgets what came from index `i` of `column` on. */
  rewind(column: Column, i: number): void {
    this.#signals.length = i
    for (const rolling of [this.#deciding, ...this.#others]) rolling.rewind(column, i)
  }

  /** Works out the signal of the next entry of `column`. */
  next(column: Column): void {
    const i = this.#signals.length
    const { z, median, scale } = this.#deciding.next(column, i)
    const others = this.#others.map((rolling) => rolling.next(column, i).z)
    if (Number.isNaN(z)) {
      this.#signals.push(null)
      return
    }
    const { change, polarity } = this.#metric
    const first = indexAtOrBefore(column, column.period[i]! - windowDays[this.#metric.window])
    const { direction } = moveBetween(column.value[first]!, column.value[i]!, change, column.unit)
    const strength = twelveDigits(z)
    const way = wayOf(strength, direction, polarity)
    const agrees = (other: number) => (way === 0 ? Math.abs(other) < neutralBand : other * way >= neutralBand)
    const step = strengthSteps.findIndex((size) => Math.abs(strength) < size)
    this.#signals.push({
      way,
      agreement: others.filter(agrees).length,
      step: step < 0 ? strengthSteps.length : step,
      median,
      scale,
    })
  }

  /**
   * Whether the signal at index `i` held over the window after it, which ends at the newest entry at or before its period plus the window:
   * up or down when the change goes the same way (flat is a miss), neutral when the change is less than 0.5 of the scale away from the
   * median, both as they stood at `i`. Null where there was no signal, no entry in the window, or no percent change (from a value that is
   * not positive). To be asked once the column reaches the end of the window.
   */
  outcome(column: Column, i: number): Outcome | null {
    const signal = this.#signals[i]!
    const end = indexAtOrBefore(column, column.period[i]! + windowDays[this.#metric.window])
    if (signal === null || end === i) return null
    const { change: kind } = this.#metric
    const [from, to] = [column.value[i]!, column.value[end]!]
    const raw = changeBetween(from, to, kind)
    if (Number.isNaN(raw)) return null
    const held =
      signal.way === 0
        ? Math.abs(raw - signal.median) < neutralBand * signal.scale
        : moveBetween(from, to, kind, column.unit).direction === (signal.way > 0 ? 'up' : 'down')
    return { held, entries: end - i }
  }
}
