import { type Series, series } from '../../data/series.ts'
import type { ParseError } from '../errors.ts'
import type { Recording } from '../recordings/recording.ts'
import { memoized } from '../values/memoized.ts'
import { noRowsError, readSeriesColumns, type SeriesEntry } from './block.ts'
import { bodyError } from './body.ts'
import { type FeedState, type FollowUpRequest, type ParsedBody, type Rejected, type RowFeed, rejection } from './feed.ts'
import { type PastMoments, pastMomentsFrom } from './moments.ts'

/** An address of the feed itself, or a request in full. */
type Asked = string | FollowUpRequest

/** What a feed states besides the format of its bodies. One without a `plan` is asked for where others lead to it. */
export type SeriesSource = Pick<RowFeed, 'id' | 'upstream' | 'title' | 'keyed' | 'perPage' | 'absence'> & {
  readonly needs?: string
} & ({ readonly url: string } | { readonly match: (url: URL) => boolean; readonly plan?: (state: FeedState) => readonly Asked[] })

/** What a body says besides its values; rejected rows are those of its `Sightings` where none are listed. */
export type BodyContents = Partial<Omit<ParsedBody, 'next'>> & { readonly next?: readonly Asked[] }

/** The feed of a source. One with a single `url` asks for it in every run and takes it with any query. */
export function feedOf(source: SeriesSource, read: (body: Uint8Array, sightings: Sightings) => BodyContents): RowFeed {
  const { id, upstream, title, needs = null, keyed, perPage, absence } = source
  const absent = absence && { absence }
  const { match, plan = () => [] } = 'url' in source ? addressed(new URL(source.url)) : source
  const request = (asked: Asked): FollowUpRequest =>
    typeof asked === 'string' ? { feed: id, upstream, url: asked, ...absent } : asked
  return {
    ...{ id, upstream, title, needs, match },
    ...(keyed && { keyed }),
    ...(perPage && { perPage }),
    ...absent,
    plan: (state) => plan(state).map(request),
    parse: (body, recording) => {
      const sightings = sightingsOf(id, recording)
      const { next = [], ...contents } = read(body, sightings)
      return { rows: {}, rejected: sightings.rejected, ...contents, next: next.map(request), until: sightings.until() }
    },
  }
}

/** A feed of bodies of several kinds, each with other addresses and declared as a feed. */
export function seriesFeedOfKinds(...kinds: readonly [RowFeed, ...RowFeed[]]): RowFeed {
  return {
    ...kinds[0],
    match: (url) => kinds.some((kind) => kind.match(url)),
    plan: (state) => kinds.flatMap((kind) => kind.plan(state)),
    parse: (body, recording) => kinds.find((kind) => kind.match(new URL(recording.url)))!.parse(body, recording),
  }
}

const addressed = ({ origin, pathname, href }: URL) => ({
  match: (url: URL) => url.origin === origin && url.pathname === pathname,
  plan: () => [href],
})

/** When a value was seen and published, where it is not the moment of the recording. */
type Times = Pick<SeriesEntry, 'seenAt' | 'publishedAt'>

/** A value of a series as the body spells it. */
export type SeriesValue = readonly [row: Series, text: unknown, times?: Times]

/** The rule a row breaks, and how. */
export interface RowFault {
  readonly rule: string
  readonly reason: string
}

/** The values of one body and its rejected rows, collected one by one. */
export interface Sightings extends PastMoments {
  readonly recording: Recording
  readonly url: URL
  /** Milliseconds since 1970 UTC of the recording. */
  readonly seenAt: number
  readonly rejected: readonly Rejected[]
  add(row: Series, date: string, text: string, times?: Times): void
  reject(row: Series | null, rule: string, reason: string, raw: unknown): undefined
  /** What is read of rows one by one; a row of which a reason is read instead breaks the rule. */
  each<Row, T extends object>(rows: Iterable<Row>, rule: string, read: (row: Row, place: number) => T | string): T[]
  /** The rows of the values added. A body without any is refused for want of `none`; null where there may be none. */
  parsed(none: string | null): Pick<ReturnType<typeof readSeriesColumns>, 'rows' | 'rejected'>
}

function sightingsOf(feed: string, recording: Recording): Sightings {
  const seenAt = Date.parse(recording.at)
  const entries = new Map<Series, SeriesEntry[]>()
  const rejected: Rejected[] = []
  const moments = pastMomentsFrom(seenAt)
  const reject: Sightings['reject'] = (row, rule, reason, raw) => {
    rejected.push(rejection(row?.id ?? null, rule, reason, typeof raw === 'string' ? raw : JSON.stringify(raw)))
  }
  return {
    ...{ ...moments, recording, seenAt, rejected, reject },
    url: new URL(recording.url),
    add(row, date, text, times = { seenAt, publishedAt: null }) {
      memoized(entries, row, (): SeriesEntry[] => []).push({ date, text, ...times })
    },
    each: (rows, rule, read) =>
      [...rows].flatMap((row, place) => {
        const one = read(row, place)
        if (typeof one !== 'string') return [one]
        reject(null, rule, one, row)
        return []
      }),
    parsed(none) {
      const read = readSeriesColumns(entries, rejected, moments)
      if (none !== null && read.rows.sighting.length === 0) throw noRowsError(read, feed, none)
      return read
    },
  }
}

/** A body without anything where something was due. */
export const emptyBodyError = (feed: string, none: string): ParseError =>
  bodyError(feed, 'PAGE_EMPTY', `${none}, although some were due`)

/** The registered series of an upstream by their keys. */
export const seriesOf = (upstream: string): ReadonlyMap<string, Series> =>
  new Map(series.filter((row) => row.upstream === upstream).map((row) => [row.key, row]))
