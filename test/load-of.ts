import { withReports } from '../pipeline/companies/treasuries/report-rows.ts'
import type { Feed } from '../pipeline/source/feeds/feed.ts'
import { feedFor } from '../pipeline/source/feeds/index.ts'
import { type RecordedRow, recordedBody, recordedRows, recordingOf } from './recorded.ts'

/** A body as it is loaded, by the feed that takes its address unless another is given. */
export function loadOf(url: string, body: Uint8Array | string, at: string, feed: Feed = feedFor(url)!) {
  const bytes = Buffer.from(body)
  const recording = recordingOf(url, bytes, at)
  return { recording, feed: feed.id, parsed: withReports(feed.parse(bytes, recording)) }
}

/** The recorded bodies of a choice of rows, each recorded at the end of its day. */
export const recordedLoads = (isChosen: (row: RecordedRow) => boolean) =>
  recordedRows()
    .filter(isChosen)
    .map((row) => loadOf(row.url, recordedBody(row), `${row.fetched_on}T23:59:59Z`))
