import type { Recording } from '../../../pipeline/recordings/recording.ts'
import { recordingOf } from '../../recording-of.ts'

/** A body and its recording, as feeds parse them. */
export function recordedAs(url: string, body: string | Uint8Array, at: string): [Uint8Array, Recording] {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return [bytes, recordingOf(url, bytes, at)]
}
