import { ParseError } from '../pipeline/errors.ts'
import type { Lead } from '../pipeline/feeds/feed.ts'
import { feedFor, feeds } from '../pipeline/feeds/index.ts'
import type { Recording } from '../pipeline/recordings/recording.ts'
import { withReports } from '../pipeline/treasuries/report-rows.ts'
import type { Load } from '../pipeline/warehouse/load.ts'
import type { Deps } from './deps.ts'

/** A recording in the store, by its time and the feed it was asked for. */
export interface StoredRecording extends Pick<Recording, 'id' | 'at'> {
  readonly feed: string
}

/** A recording through its feed: rows, or the body as a whole for a bulk load, or why it was refused. Where no feed is known its address tells. */
export async function parseRecording(
  deps: Pick<Deps, 'recordings'>,
  { id, at, feed: asked }: Pick<StoredRecording, 'id'> & Partial<StoredRecording>,
): Promise<{ load: Load; next: readonly Lead[] }> {
  const recording = await deps.recordings.get(id, at)
  if (!recording)
    throw new ParseError('RECORDING_GONE', 'a recording listed in a batch is not in the store; run "briefing doctor"', { id })
  const feed = feeds.find((each) => each.id === asked) ?? feedFor(recording.url)
  if (!feed) throw new ParseError('FEED_GONE', `no feed handles ${recording.url} any more`, { id })
  const load = (parsed: Load['parsed'], next: readonly Lead[] = []) => ({ load: { recording, feed: feed.id, parsed }, next })
  try {
    if (recording.status < 200 || recording.status > 299)
      throw new ParseError('STATUS', `${feed.id}: the upstream answered ${recording.status}`, { status: recording.status })
    if (feed.kind === 'bulk') return load({ bulk: feed, body: () => deps.recordings.body(recording) })
    const parsed = withReports(feed.parse(await deps.recordings.body(recording), recording))
    return load(parsed, parsed.next)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return load({ refused: error.code, reason: error.message })
  }
}
