import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recording } from '../pipeline/recordings/recording.ts'

/** Folder of real recorded bodies beside the project; tests that need it are skipped where it is absent. */
export const recordedFolder = join(import.meta.dirname, '..', '..', 'shared', 'feeds')
export const withoutRecorded = !existsSync(join(recordedFolder, 'recordings.json'))
if (withoutRecorded) console.warn('skipping tests on real recordings: the folder ../shared/feeds is absent')

export interface RecordedRow {
  readonly url: string
  readonly file: string
  readonly fetched_on: string
  readonly sha256: string
  readonly bytes: number
}

/** Rows of the recorded folder, oldest first. */
export function recordedRows(): RecordedRow[] {
  if (withoutRecorded) return []
  const { recordings } = JSON.parse(readFileSync(join(recordedFolder, 'recordings.json'), 'utf8')) as {
    recordings: RecordedRow[]
  }
  return [...recordings].sort((a, b) => (a.fetched_on < b.fetched_on ? -1 : a.fetched_on > b.fetched_on ? 1 : 0))
}

export function recordedBody(row: Pick<RecordedRow, 'file'>): Uint8Array {
  return readFileSync(join(recordedFolder, row.file))
}

/** A recording of `body` at `url`, made at `at` (RFC 3339). */
export function recordingOf(url: string, body: Uint8Array | string, at: string, sample = false): Recording {
  const sha256 = createHash('sha256').update(body).digest('hex')
  return {
    id: createHash('sha256').update([url, at, sha256].join('\n')).digest('hex'),
    url,
    at,
    status: 200,
    headers: {},
    sha256,
    bytes: body.length,
    sample,
  }
}
