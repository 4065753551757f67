import { ParseError } from '../../pipeline/errors.ts'
import type { RowFeed } from '../../pipeline/feeds/feed.ts'
import { recordingOf } from '../recording-of.ts'

const hour = 3_600_000
const waits = [1, 6, 24, 72, 200, 1_000, 10_000].map((hours) => hours * hour)
/** When something was seen or became known moves with the recording. */
const stamps = new Set(['seenAt', 'publishedAt', 'known_at', 'seen_at', 'first_seen', 'made_at', 'before', 'from_day'])

function contentsOf(feed: RowFeed, url: string, body: Uint8Array, at: number) {
  try {
    const {
      rows,
      reports = [],
      documents = [],
      next,
      until,
    } = feed.parse(body, recordingOf(url, body, new Date(at).toISOString()))
    const all = Object.entries({ ...rows, reports, documents, next }).flatMap(([name, list]) =>
      (list as readonly object[]).map(
        (row) => `${name} ${JSON.stringify(row, (key, value) => (stamps.has(key) ? undefined : value))}`,
      ),
    )
    return { all, until: until ?? Number.POSITIVE_INFINITY }
  } catch (error) {
    if (error instanceof ParseError) return { all: [`refused ${error.code}`], until: 0 }
    throw error
  }
}

/**
 * What a body says later that it did not say at first, although its reading was to stand: such bytes would be skipped when they are seen again,
 * and what they say then lost. Read at `at` (milliseconds UTC) and at times up to a year after it.
 */
export function saidLater(feed: RowFeed, url: string, body: Uint8Array, at: number): string[] {
  const first = contentsOf(feed, url, body, at)
  const known = new Set(first.all)
  return waits
    .filter((wait) => at + wait < first.until)
    .flatMap((wait) => contentsOf(feed, url, body, at + wait).all.filter((row) => !known.has(row)))
    .slice(0, 3)
}
