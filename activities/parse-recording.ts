import { withReports } from '../pipeline/companies/treasuries/report-rows.ts'
import { ParseError } from '../pipeline/errors.ts'
import { readOf } from '../pipeline/source/feeds/body.ts'
import { fieldsOf, requestKind } from '../pipeline/source/feeds/body-shape.ts'
import type { Feed, FollowUp } from '../pipeline/source/feeds/feed.ts'
import { feedFor, feeds } from '../pipeline/source/feeds/index.ts'
import { parsedBy } from '../pipeline/source/feeds/sample-rows.ts'
import { type Recording, sha256Hex } from '../pipeline/source/recordings/recording.ts'
import type { Load } from '../pipeline/warehouse/load.ts'
import type { Rows } from '../pipeline/warehouse/tables/index.ts'
import type { Deps } from './deps.ts'

/** A recording in the store, by its time and the feed it was asked for. */
export interface StoredRecording extends Pick<Recording, 'id' | 'at'> {
  readonly feed: string
}

/** A recording through its feed: rows, or the body as a whole for a bulk load, or why it was refused. Where no feed is known its address tells. */
export async function parseRecording(
  deps: Pick<Deps, 'recordings'>,
  { id, at, feed: asked }: Pick<StoredRecording, 'id'> & Partial<StoredRecording>,
): Promise<{ load: Load; next: readonly FollowUp[] }> {
  const recording = await deps.recordings.get(id, at)
  if (!recording)
    throw new ParseError('RECORDING_GONE', 'a recording listed in a batch is not in the store; run "briefing doctor"', { id })
  const feed = feeds.find((each) => each.id === asked) ?? feedFor(recording.url)
  if (!feed) throw new ParseError('FEED_GONE', `no feed handles ${recording.url} any more`, { id })
  const load = (parsed: Load['parsed'], next: readonly FollowUp[] = []) => ({ load: { recording, feed: feed.id, parsed }, next })
  if (recording.status === 404 && feed.absence) return load({ absent: true })
  try {
    if (recording.status < 200 || recording.status > 299)
      throw new ParseError('STATUS', `${feed.id}: the upstream answered ${recording.status}`, { status: recording.status })
    if (feed.kind === 'bulk') return load({ bulk: feed, body: () => deps.recordings.body(recording) })
    const body = await deps.recordings.body(recording)
    const { rows, ...parsed } = withReports(parsedBy(feed, body, recording))
    return load({ ...parsed, rows: { ...rows, body_shape: shapesOf(feed, recording, body) } }, parsed.next)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return load({ refused: error.code, reason: error.message })
  }
}

/** The shape of a body that its feed has read. A refused body teaches nothing: an error page is not a new contract. */
function shapesOf({ id: feed, keyed }: Feed, { url, at }: Recording, body: Uint8Array): NonNullable<Rows['body_shape']> {
  const fields = fieldsOf(readOf(body), keyed)
  if (fields === null) return []
  const shape = sha256Hex(JSON.stringify(fields)).slice(0, 16)
  return [{ feed, request: requestKind(url), shape, fields, first_seen: at }]
}
