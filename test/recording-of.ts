import { createHash } from 'node:crypto'
import type { RawResponse } from '../pipeline/http/request.ts'
import type { Recording } from '../pipeline/recordings/recording.ts'

/** The recording of what the sample feeds answer. */
export const sampleRecording = ({ url, at, headers, body }: RawResponse): Recording => ({
  ...recordingOf(url, body, at, true),
  headers,
})

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
