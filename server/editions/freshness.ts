import type { FeedLine } from '../../pipeline/documents/feed-status.ts'
import type { EditionView, Entry } from '../../pipeline/editions/reader.ts'
import { wordAt } from '../../pipeline/freshness.ts'
import { oncePer } from '../http/once.ts'
import { residentDocument } from './stored-document.ts'

/** A feed as the edition holds it: what it said when it was published, and what is to be said from later moments on. */
interface PublishedFeed extends FeedLine {
  readonly turns?: readonly (Pick<FeedLine, 'status' | 'next_due_at' | 'note'> & { readonly from: string })[]
}

interface Dated {
  readonly feeds: readonly PublishedFeed[]
  /** Moments, milliseconds, at which a feed or a document of the edition changes its word, ascending. */
  readonly moments: readonly number[]
}

/** What an edition says of time. */
const datedOf = oncePer((view: EditionView): Dated => {
  const feeds = residentDocument<PublishedFeed[]>(view, 'system/feeds') ?? []
  const ofDocuments = [...view.entries.values()].flatMap(({ facts }) => [facts['late_after'], facts['stale_after']])
  const ofFeeds = feeds.flatMap(({ turns = [] }) => turns.map(({ from }) => from))
  const moments = [...ofDocuments, ...ofFeeds].flatMap((time) => (typeof time === 'string' ? Date.parse(time) : []))
  return { feeds, moments: [...new Set(moments)].sort((a, b) => a - b) }
})

/** How fresh a document of the edition is at `now`: as it says, or as late as it has become since, because what was due has not come. */
export function freshnessAt({ facts }: Entry, now: number): string {
  const { freshness, late_after, stale_after } = facts
  if (typeof late_after !== 'string' || typeof stale_after !== 'string') return String(freshness ?? 'fresh')
  return wordAt({ lateAt: Date.parse(late_after), staleAt: Date.parse(stale_after) }, now)
}

/**
 * The same as the header `Briefing-Freshness` has it: the word, and the day the document is as of. One without readings that could be late is
 * as fresh as the edition.
 */
export function freshnessLine(view: EditionView, entry: Entry, now: number): string {
  const canTurn = typeof entry.facts['stale_after'] === 'string'
  return `${canTurn || isCurrent(view, now) ? freshnessAt(entry, now) : 'stale'}; as-of=${entry.as_of}`
}

/** An edition as a whole is fresh while its day is today or yesterday (UTC). */
export function isCurrent({ manifest }: EditionView, now: number): boolean {
  return manifest.as_of >= new Date(now - 86_400_000).toISOString().slice(0, 10)
}

/** When the last input of a document went stale; null while one of them is not. */
export function staleSince({ facts }: Entry, now: number): string | null {
  const end = facts['stands_until']
  return typeof end === 'string' && now >= Date.parse(end) ? end : null
}

/** What editions of earlier versions do not tell of a feed. */
const untold = { title: '', licence: 'licence', cadence: '', newest: null, last_error: null, drift: [] } as const

/** The feeds of the edition as they stand at `now`. */
export function feedsAt(view: EditionView, now: number): FeedLine[] {
  return datedOf(view).feeds.map(({ turns = [], ...rest }) => {
    const line = { ...untold, ...rest }
    const turn = turns.findLast(({ from }) => Date.parse(from) <= now)
    return turn === undefined ? line : { ...line, status: turn.status, next_due_at: turn.next_due_at, note: turn.note }
  })
}

/** How many words of the edition have changed by `now`: what is written of them stays true while this stays the same. */
export function turnsPassed(view: EditionView, now: number): number {
  const { moments } = datedOf(view)
  const ahead = moments.findIndex((moment) => moment > now)
  return ahead < 0 ? moments.length : ahead
}
