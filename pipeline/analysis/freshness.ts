import { isoTime } from '../calendar/day.ts'
import type { Freshness } from './reading.ts'

/** When the value after the newest one is due and how long its absence is borne, from the release rule of the metric's clock. */
export interface Release {
  /** Milliseconds since 1970 UTC; null for series published when something happens. */
  readonly nextDueAt: number | null
  readonly graceMs: number
  readonly staleMs: number
  readonly cadence: string
}

/**
 * `fresh` until the next value is due plus grace, then `late`, and `stale` from the due time plus the stale period on (`stale_after`).
 * Where nothing is due on a date, the value is fresh until it has been known for the stale period, then stale.
 *
 * @param known when the newest value became known, `now` the moment asked about: milliseconds since 1970 UTC
 */
export function freshnessOf(release: Release, known: number, now: number): Freshness {
  const { nextDueAt, graceMs, staleMs, cadence } = release
  const staleAt = (nextDueAt ?? known) + staleMs
  const lateAt = nextDueAt === null ? staleAt : nextDueAt + graceMs
  return {
    status: now >= staleAt ? 'stale' : now >= lateAt ? 'late' : 'fresh',
    cadence,
    next_due_at: nextDueAt === null ? null : isoTime(nextDueAt),
    stale_after: isoTime(staleAt),
  }
}
