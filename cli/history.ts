import { dayNumber, endOfMonth, isoDay } from '../pipeline/calendar/day.ts'
import { archivedMonth, standingManifest } from '../pipeline/publish/on-record.ts'
import type { Blobs } from '../pipeline/store/blobs.ts'
import type { BackfillRequest, BackfillResult } from '../workflows/orchestrations/backfill.ts'

/** Days of past documents that a start adds to a home with sample feeds, and with others. */
export const usualDays = { sample: 120, others: 0 } as const

/** Days of the first piece: yesterday and what pages link to are there soon; all older days follow in one run, which costs least. */
const firstPiece = 14

export interface HistoryOptions {
  readonly blobs: Blobs
  /** Days before that of the current edition that should be on record. */
  readonly days: number
  run(request: BackfillRequest): Promise<BackfillResult>
}

/**
 * Past days added behind the first edition, piece by piece from the newest: each call of the returned function adds one and says whether
 * there may be more. What is missing is read from the archive each time, so that an interrupted start is resumed by the next one.
 */
export function historyPieces({ blobs, days, run }: HistoryOptions): () => Promise<boolean> {
  let longest = firstPiece
  return async () => {
    const manifest = await standingManifest(blobs)
    if (manifest === null) return false
    const current = dayNumber(manifest.as_of)!
    const missing = await missingDays(blobs, current - days, current - 1)
    if (missing === null) return false
    const wanted = Math.min(longest, missing.last - missing.first + 1)
    longest = Number.POSITIVE_INFINITY
    const request = { from: null, to: isoDay(missing.last), days: wanted, only: [], revise: null, dryRun: false }
    const { from } = await run(request)
    // a later first day than asked for is the first on which anything was known
    return dayNumber(from)! === missing.last - wanted + 1 && dayNumber(from)! > missing.first
  }
}

/** The first and the last day from `first` to `last` of which no briefing is on record; null where there is none. */
async function missingDays(blobs: Blobs, first: number, last: number): Promise<{ first: number; last: number } | null> {
  const onRecord = new Set<string>()
  for (let day = first; day <= last; day = endOfMonth(day) + 1)
    for (const name of (await archivedMonth(blobs, isoDay(day).slice(0, 7))).keys())
      onRecord.add(name.slice(0, 'YYYY-MM-DD'.length))
  const missing = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i).filter(
    (day) => !onRecord.has(isoDay(day)),
  )
  return missing.length === 0 ? null : { first: missing[0]!, last: missing.at(-1)! }
}
