import { type Store, select } from './store.ts'

/** One version of a value with the recording that first showed it. Times are RFC 3339 UTC. */
export interface SightedVersion extends Record<string, string | number | null> {
  readonly version: number
  readonly value: number
  readonly unit: string
  readonly known_at: string
  readonly known_basis: string
  /** When a value of a later vintage was first seen; null where the value is as published. */
  readonly vintage: string | null
  readonly recording: string
  readonly url: string
  readonly made_at: string
  /** As `made_at`, to the millisecond: what the recording is found by. */
  readonly recorded_at: string
  readonly sha256: string
  readonly bytes: number
  readonly feed: string
  /** Of a figure of a filing: where it is there, and the words it was read from. */
  readonly place: string | null
  readonly quote: string | null
}

/** Every version of the value of a series for a period (`YYYY-MM-DD`), the first one first. */
export function valueVersions(store: Store, series: string, period: string): Promise<SightedVersion[]> {
  return select<SightedVersion>(
    store,
    `SELECT o.version, o.value, o.unit, strftime(o.known_at, '%Y-%m-%dT%H:%M:%SZ') AS known_at, o.known_basis,
            strftime(o.vintage, '%Y-%m-%dT%H:%M:%SZ') AS vintage, o.recording, r.url,
            strftime(r.made_at, '%Y-%m-%dT%H:%M:%SZ') AS made_at, strftime(r.made_at, '%Y-%m-%dT%H:%M:%S.%gZ') AS recorded_at, r.sha256, r.bytes::INTEGER AS bytes, r.feed,
            any_value(e.place) AS place, any_value(e.quote) AS quote
     FROM observation o JOIN recording r ON r.id = o.recording
     LEFT JOIN extraction e ON e.recording = o.recording AND e.as_of = o.period AND CAST(e.value AS DOUBLE) = o.value
     WHERE o.series = $1 AND o.period = $2::DATE GROUP BY ALL ORDER BY o.version`,
    [series, period],
  )
}
