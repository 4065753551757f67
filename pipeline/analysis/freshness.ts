import type { Freshness } from '../documents/reading.ts'
import { type Due, turnsOf, wordAt } from '../freshness.ts'
import { isoTime } from '../time/day.ts'

/**
 * How fresh a metric is and until when, as it is served: by the release rule of its clock (`freshness.ts` has the words).
 *
 * @param known when the newest value became known, `now` the moment asked about: milliseconds since 1970 UTC
 */
export function freshnessOf(due: Due, known: number, now: number): Freshness {
  const turns = turnsOf(due, known)
  return {
    status: wordAt(turns, now),
    cadence: due.cadence,
    next_due_at: due.nextDueAt === null ? null : isoTime(due.nextDueAt),
    stale_after: isoTime(turns.staleAt),
  }
}
