import { type BriefingStanding, freshnessTurnsOf } from '../briefings/standing.ts'
import type { HoldingDocument } from '../documents/holding.ts'
import type { Reading } from '../documents/reading.ts'
import { countDays, countDue, type FreshnessTurns, type FreshnessWord, freshnessTurns } from '../freshness.ts'
import { dayNumber, isoTime } from '../time/day.ts'

/** How fresh a document is, and when its word turns (RFC 3339); null for what never comes: without readings it cannot be late. */
export type ServedStanding = {
  readonly freshness: FreshnessWord
  readonly late_after: string | null
  readonly stale_after: string | null
}

export const standingOfReading = (reading: Reading): ServedStanding =>
  standing(reading.freshness.status, freshnessTurnsOf(reading))

/** That of a briefing: from `stands_until` on it is refused because of `wants`; `due_at` and `due_then` are when newer data may come. */
export function standingOfBriefing({ freshness, turns, wants, due }: BriefingStanding) {
  const own = standing(freshness, turns)
  const [due_at, due_then] = due === null ? [null, null] : due.map(isoTime)
  return {
    ...own,
    ...(own.stale_after === null ? {} : { stands_until: own.stale_after, wants, due_at: due_at!, due_then: due_then! }),
  }
}

type Counted = Pick<HoldingDocument, 'as_of' | 'freshness'>

/** A list is as fresh as the freshest of its counts: each row says how fresh it is itself. */
export function standingOfCounts(counts: readonly Counted[]): ServedStanding | Record<string, never> {
  const turns = counts.map(turnsOfCount)
  const latest = (at: keyof FreshnessTurns) => Math.max(...turns.map((each) => each[at]))
  const words = counts.map(({ freshness }) => freshness.status)
  const freshest = (['fresh', 'late', 'stale'] as const).find((word) => words.includes(word))
  return freshest === undefined ? {} : standing(freshest, { lateAt: latest('lateAt'), staleAt: latest('staleAt') })
}

function turnsOfCount({ as_of, freshness }: Counted): FreshnessTurns {
  const stated = dayNumber(as_of)!
  const by = dayNumber(freshness.stale_after)! - stated === countDays.filing.stands ? 'filing' : 'third party'
  return freshnessTurns({ ...countDue(by, stated), cadence: 'as filed' }, 0)
}

const standing = (freshness: FreshnessWord, { lateAt, staleAt }: FreshnessTurns): ServedStanding => ({
  freshness,
  late_after: momentOf(lateAt),
  stale_after: momentOf(staleAt),
})

const momentOf = (time: number): string | null => (Number.isFinite(time) ? isoTime(time) : null)
