import type { JudgedForecast } from './calibration.ts'
import type { Way } from './signal.ts'

/** Weight, in windows, of the past outcomes of a signal that it takes to be scored. */
export const minimumWindows = 10

/** What a signal that was never followed yet is taken to do: up and down hold every other time, a neutral one 0.4 (0.38 where changes are normal). */
export function usualRate(way: Way): number {
  return way === 0 ? 0.4 : 0.5
}

/** Of forecasts already made, each judged when its window had ended. */
export interface TrackRecord {
  /** Windows that do not overlap among theirs. */
  readonly n: number
  readonly forecasts: number
  readonly hits: number
  /** Sum of the base rates that stood when they were made. */
  readonly bases: number
  /** Sum of squared errors. */
  readonly losses: number
  /** Day number of the first forecast, and of the end of the newest window. */
  readonly from: number
  readonly to: number
}

/** What stands at one entry: three probabilities, each narrowing the one before, that the signal holds over its next window. */
export interface Standing {
  /** Share of the days with this signal on which it held, old ones counting less; 0 where there was none. */
  readonly share: number
  /** Windows those days weigh. */
  readonly windows: number
  /** `share` drawn towards what is usual. */
  readonly base: number
  /** Of days that also had this agreement, drawn towards `base`. */
  readonly agreed: number
  /** Of days that also were this strong, drawn towards `agreed`. */
  readonly alike: number
  /** Sums of the squared errors of `alike` and of `base` so far. */
  readonly alikeLosses: number
  readonly baseLosses: number
  readonly record: TrackRecord
}

/** `alike` where it has done better than `base` on this metric so far, else `base`; null where the signal was not followed often enough. */
export function probabilityOf(standing: Standing): number | null {
  if (standing.windows < minimumWindows) return null
  return hasSkill(standing) ? standing.alike : standing.base
}

/** Whether looking at agreement and strength has done better on this metric so far than the base rate. */
export function hasSkill(standing: Standing): boolean {
  const { loss, baseLoss } = lossesOf(standing)
  return loss < baseLoss
}

/** Mean squared errors with agreement and strength, and without them; NaN before the first. */
export function lossesOf({ alikeLosses, baseLosses, record: { forecasts } }: Standing): { loss: number; baseLoss: number } {
  return { loss: alikeLosses / forecasts, baseLoss: baseLosses / forecasts }
}

/** A score that was given, and what became of it: `series` is the metric, `signal` the direction that was to hold. */
export interface Forecast extends JudgedForecast {
  /** What the base rate alone would have said. */
  readonly base: number
}
