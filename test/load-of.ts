import { withReports } from '../pipeline/companies/treasuries/report-rows.ts'
import type { Feed } from '../pipeline/source/feeds/feed.ts'
import { feedFor } from '../pipeline/source/feeds/index.ts'
import { recordingOf } from './recording-of.ts'

/** A body as it is loaded, by the feed that takes its address unless another is given. */
export function loadOf(url: string, body: Uint8Array | string, at: string, feed: Feed = feedFor(url)!) {
  const bytes = Buffer.from(body)
  const recording = recordingOf(url, bytes, at)
  return { recording, feed: feed.id, parsed: withReports(feed.parse(bytes, recording)) }
}
