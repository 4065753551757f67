import type { FeedLine } from '../../pipeline/documents/feed-status.ts'
import type { EditionView, Entry } from '../../pipeline/editions/reader.ts'
import { type FreshnessWord, servedFreshness } from '../../pipeline/freshness.ts'
import { memoize } from '../http/once.ts'
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
const datedOf = memoize((view: EditionView): Dated => {
  const feeds = residentDocument<PublishedFeed[]>(view, 'system/feeds') ?? []
  const ofDocuments = [...view.entries.values()].flatMap(({ facts }) => [facts['late_after'], facts['stale_after']])
  const ofFeeds = feeds.flatMap(({ turns = [] }) => turns.map(({ from }) => from))
  const moments = [...ofDocuments, ...ofFeeds].flatMap((time) => (typeof time === 'string' ? Date.parse(time) : []))
  return { feeds, moments: [...new Set(moments)].sort((a, b) => a - b) }
})

/**
 * How a document of the edition stands at `now`: its word, as it says or as late as it has become since, and whether it is refused. One without
 * readings that could be late is as fresh as the edition.
 */
export function servedFreshnessAt(view: EditionView, { facts }: Entry, now: number): { word: FreshnessWord; refused: boolean } {
  const { word, refused } = servedFreshness(facts, now)
  const published = facts['freshness'] === 'late' || facts['freshness'] === 'stale' ? facts['freshness'] : 'fresh'
  return { word: word ?? (isCurrent(view, now) ? published : 'stale'), refused }
}

/** The same as the header `Briefing-Freshness` has it: the word, and the day the document is as of. */
export const freshnessLine = (view: EditionView, entry: Entry, now: number): string =>
  `${servedFreshnessAt(view, entry, now).word}; as-of=${entry.as_of}`

/** An edition as a whole is fresh while its day is today or yesterday (UTC). */
export function isCurrent({ manifest }: EditionView, now: number): boolean {
  return manifest.as_of >= new Date(now - 86_400_000).toISOString().slice(0, 10)
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
export function freshnessTurnsPassed(view: EditionView, now: number): number {
  const { moments } = datedOf(view)
  const ahead = moments.findIndex((moment) => moment > now)
  return ahead < 0 ? moments.length : ahead
}
