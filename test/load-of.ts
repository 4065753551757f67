import type { Feed } from '../pipeline/feeds/feed.ts'
import { feedFor } from '../pipeline/feeds/index.ts'
import { withStatementRows } from '../pipeline/treasuries/report-rows.ts'
import { recordingOf } from './recording-of.ts'

/** A body as it is loaded, by the feed that takes its address unless another is given. */
export function loadOf(url: string, body: Uint8Array | string, at: string, feed: Feed = feedFor(url)!) {
  const bytes = Buffer.from(body)
  const recording = recordingOf(url, bytes, at)
  return { recording, feed: feed.id, parsed: withStatementRows(feed.parse(bytes, recording)) }
}
