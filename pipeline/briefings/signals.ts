import type { Reading, SignalDirection } from '../documents/reading.ts'
import { type Day, unknown } from './day.ts'

/** Readings of a day by name, those that are there. */
export function readingsOf(day: Day, metrics: readonly string[]): Reading[] {
  return metrics.map((metric) => day.reading(metric)).filter((reading) => reading !== null)
}

const worth: Record<SignalDirection, number> = { bullish: 1, neutral: 0, bearish: -1 }

/**
 * The label that signals vote for: `up` where at least `lead` more of the drivers point up than down, `down` the other way round, else
 * `mixed`. A driver that is missing, stale or without a signal could point any way: `unknown`, unless the others decide whatever it says.
 */
export function vote(
  day: Day,
  drivers: readonly string[],
  lead: number,
  labels: { readonly up: string; readonly down: string; readonly mixed: string },
): string {
  const votes = drivers.flatMap((metric) => {
    const reading = day.reading(metric)
    return reading?.signal && reading.freshness.status !== 'stale' ? [worth[reading.signal.direction]] : []
  })
  const balance = votes.reduce((sum, each) => sum + each, 0)
  const open = drivers.length - votes.length
  const label = (at: number) => (at >= lead ? labels.up : at <= -lead ? labels.down : labels.mixed)
  return label(balance - open) === label(balance + open) ? label(balance) : unknown
}
