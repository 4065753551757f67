import type { Series } from '../../../data/series.ts'
import type { ParseError } from '../../errors.ts'
import type { Recording } from '../recordings/recording.ts'
import { type Entry, readBlocks, withoutRows } from './block.ts'
import { bodyError } from './body.ts'
import { type FeedState, type Parsed, type Rejected, type RowFeed, rejection } from './feed.ts'

/** What a feed states besides the format of its bodies. */
export type Source = Pick<RowFeed, 'id' | 'upstream' | 'title' | 'keyed'> & {
  readonly needs?: string
} & ({ readonly url: string } | { readonly match: (url: URL) => boolean; readonly plan: (state: FeedState) => readonly string[] })

/** The feed of a source. One with a single `url` asks for it in every run and takes it with any query. */
export function feedOf(source: Source, parse: RowFeed['parse']): RowFeed {
  const { id, upstream, title, keyed, needs = null } = source
  const { match, plan } = 'url' in source ? addressed(new URL(source.url)) : source
  return {
    ...{ id, upstream, title, needs, parse, match },
    ...(keyed && { keyed }),
    plan: (state) => plan(state).map((url) => ({ feed: id, upstream, url })),
  }
}

const addressed = ({ origin, pathname, href }: URL) => ({
  match: (url: URL) => url.origin === origin && url.pathname === pathname,
  plan: () => [href],
})

/** When a value was seen and published, where it is not the moment of the recording. */
type Times = Pick<Entry, 'seenAt' | 'publishedAt'>

/** A value of a series as the body spells it. */
export type Value = readonly [row: Series, text: unknown, times?: Times]

/** The rule a row breaks, and how. */
export interface Fault {
  readonly rule: string
  readonly reason: string
}

/** The values of one body and its rejected rows, collected one by one. */
export interface Sightings {
  readonly recording: Recording
  readonly url: URL
  /** Milliseconds since 1970 UTC of the recording. */
  readonly seenAt: number
  add(row: Series, date: string, text: string, times?: Times): void
  reject(row: Series | null, rule: string, reason: string, raw: unknown): void
}

/** Reads values into a `Sightings`; `parsed` gives its rows. A body without any is refused, except one whose values may all be missing. */
export function sightingsOf(
  feed: string,
  recording: Recording,
): Sightings & { parsed(none: string | null): ReturnType<typeof readBlocks> } {
  const seenAt = Date.parse(recording.at)
  const entries = new Map<Series, Entry[]>()
  const rejected: Rejected[] = []
  return {
    recording,
    url: new URL(recording.url),
    seenAt,
    add(row, date, text, times = { seenAt, publishedAt: null }) {
      const values = entries.get(row) ?? []
      entries.set(row, values)
      values.push({ date, text, ...times })
    },
    reject(row, rule, reason, raw) {
      rejected.push(rejection(row?.id ?? null, rule, reason, typeof raw === 'string' ? raw : JSON.stringify(raw)))
    },
    parsed(none) {
      const read = readBlocks(entries, rejected)
      if (none !== null && read.rows.sighting.length === 0) throw withoutRows(read, feed, none)
      return read
    },
  }
}

/** A body without anything where something was due. */
export const emptyPage = (feed: string, none: string): ParseError =>
  bodyError(feed, 'PAGE_EMPTY', `${none}, although some were due`)

/** A body that only leads to others. */
export const leadsTo = (next: Parsed['next']): Parsed => ({ rows: {}, rejected: [], next })
