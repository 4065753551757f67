import { ParseError } from '../pipeline/errors.ts'
import type { Lead } from '../pipeline/feeds/feed.ts'
import { feedFor } from '../pipeline/feeds/index.ts'
import { withReports } from '../pipeline/treasuries/report-rows.ts'
import type { Load } from '../pipeline/warehouse/load.ts'
import type { Deps } from './deps.ts'

/** One recording through its feed: rows, or the body as a whole for a bulk load, or why it was refused. */
export async function parseRecording(
  deps: Pick<Deps, 'recordings'>,
  id: string,
  at?: string,
): Promise<{ load: Load; next: readonly Lead[] }> {
  const recording = await deps.recordings.get(id, at)
  if (!recording)
    throw new ParseError('RECORDING_GONE', 'a recording named in a batch is not in the store; run "briefing doctor"', { id })
  const feed = feedFor(recording.url)
  if (!feed) throw new ParseError('FEED_GONE', `no feed takes ${recording.url} any more`, { id })
  try {
    if (recording.status < 200 || recording.status > 299)
      throw new ParseError('STATUS', `${feed.id}: the upstream answered ${recording.status}`, { status: recording.status })
    if (feed.kind === 'bulk')
      return { load: { recording, feed: feed.id, parsed: { bulk: feed, body: () => deps.recordings.body(recording) } }, next: [] }
    const parsed = withReports(feed.parse(await deps.recordings.body(recording), recording))
    return { load: { recording, feed: feed.id, parsed }, next: parsed.next }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return { load: { recording, feed: feed.id, parsed: { refused: error.code, reason: error.message } }, next: [] }
  }
}
