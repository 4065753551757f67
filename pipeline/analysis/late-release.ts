import type { LateRelease } from '../documents/metric.ts'
import { isAwaited } from '../freshness.ts'
import { isoTime } from '../time/day.ts'
import type { Cadence } from './rhythm.ts'

/**
 * How the next release of a metric stands: there while the metric is late, null before and once it is stale, and for metrics that move every
 * day or when something happens.
 *
 * @param nextDueAt when the release after the one read is due, or null; `now` the moment asked about: milliseconds since 1970 UTC
 */
export function lateRelease(
  series: string,
  cadence: Cadence,
  release: { readonly nextDueAt: number | null; readonly graceMs: number; readonly staleMs: number },
  now: number,
): LateRelease | null {
  const { nextDueAt: due, graceMs, staleMs } = release
  if (due === null || !isAwaited(cadence) || now < due || now >= due + staleMs) return null
  const out = now >= due + graceMs
  return { series, status: out ? 'out_unread' : 'due', due_at: isoTime(due), since: isoTime(out ? due + graceMs : due) }
}
