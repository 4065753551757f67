import { readRunsState } from '../../activities/runs/runs-state.ts'
import type { FeedLine } from '../../pipeline/documents/feed-status.ts'
import { type EditionView, openReader } from '../../pipeline/editions/reader.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { statusReport } from '../../server/answers/system.ts'
import { servedFreshnessAt } from '../../server/editions/freshness.ts'

/** How a home stood at a moment (milliseconds since 1970 UTC), as a caller of its server would read it. */
export interface Look {
  readonly at: number
  readonly edition: string
  /** `/api/status`, its feeds. */
  readonly feeds: readonly FeedLine[]
  /** Documents that are late or stale, by place. */
  readonly words: ReadonlyMap<string, string>
}

/** The current edition of a home, from a new reader. */
export async function viewOf(blobs: Blobs): Promise<EditionView | null> {
  const reader = await openReader(blobs, { pollMs: 3_600_000, log: { info: () => undefined, warn: () => undefined } })
  reader.close()
  return reader.current()
}

export async function lookAt(blobs: Blobs, view: EditionView, now: number): Promise<Look> {
  const words = [...view.entries.values()].map((entry) => [entry.place, servedFreshnessAt(view, entry, now).word] as const)
  return {
    at: now,
    edition: view.manifest.edition,
    feeds: statusReport(view, now, (await readRunsState(blobs)).feeds).feeds,
    words: new Map(words.filter(([, word]) => word !== 'fresh')),
  }
}
