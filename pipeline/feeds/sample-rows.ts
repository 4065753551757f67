import { feedMayProvide, type Series, series } from '../../data/series.ts'
import { ParseError } from '../errors.ts'
import type { Recording } from '../recordings/recording.ts'
import type { Rows } from '../tables/index.ts'
import { dayNumber, endOfDay } from '../time/day.ts'
import { memoized } from '../values/memoized.ts'
import { readSeriesColumns, type SeriesEntry } from './block.ts'
import { bodyObject } from './body.ts'
import type { Feed, FollowUpRequest, ParsedBody } from './feed.ts'
import { pastMomentsFrom } from './moments.ts'

/** Content type of the format in which the sample transport gives the plain data of every feed. */
export const sampleType = 'application/vnd.sample-rows+json'

/**
 * Values of one period under the keys of their series, in the unit of the upstream. Where the source dates its values, `realtime_seen` is a
 * day on which they stood and `realtime_published` the day they were published.
 */
export interface SampleObservation {
  readonly date: string
  readonly realtime_seen?: string
  readonly realtime_published?: string
  readonly [key: string]: string | number | undefined
}

/** A body of that format. */
export interface SampleBody {
  readonly notice: 'SAMPLE DATA'
  readonly observations: readonly SampleObservation[]
  /** Rows of other tables, as the feed would read them. */
  readonly rows: Rows
  readonly next: readonly FollowUpRequest[]
}

/** Reads a recorded body: a sample body in the format above, any other with its feed's own parser. Nothing else here knows invented data. */
export function parseRecordedBody(
  feed: Pick<Feed, 'id' | 'upstream' | 'parse'>,
  body: Uint8Array,
  recording: Recording,
): ParsedBody {
  const isSample = recording.sample && recording.headers['content-type'] === sampleType
  return isSample ? readSample(feed, body, Date.parse(recording.at)) : feed.parse(body, recording)
}

function readSample({ id, upstream }: Pick<Feed, 'id' | 'upstream'>, body: Uint8Array, recordedAt: number): ParsedBody {
  // a copy, because shapes are kept of bodies that `bodyObject` has read: this format is not the contract of an upstream
  const { observations, rows, next } = bodyObject(body.slice(), id) as unknown as SampleBody
  const byKey = new Map(
    series.filter((row: Series) => feedMayProvide({ feed: id, upstream }, row)).map((row) => [row.key as string, row]),
  )
  const entries = new Map<Series, SeriesEntry[]>()
  for (const { date, realtime_seen: seen, realtime_published: published, ...values } of observations) {
    const stated = dayNumber(published ?? seen ?? '')
    const seenAt = stated === null ? recordedAt : Math.min(endOfDay(stated), recordedAt)
    for (const [key, value] of Object.entries(values)) {
      const row = byKey.get(key)
      if (row === undefined) throw new ParseError('SERIES_UNKNOWN', `${id}: ${upstream} has no series ${key}`, { feed: id })
      const entry = { date, text: String(value), seenAt, publishedAt: published === undefined ? null : seenAt }
      memoized(entries, row, (): SeriesEntry[] => []).push(entry)
    }
  }
  const read = readSeriesColumns(entries, [], pastMomentsFrom(recordedAt))
  return { ...read, rows: { ...(observations.length > 0 ? read.rows : {}), ...rows }, next }
}
