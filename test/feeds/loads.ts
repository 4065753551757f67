import { parseRecording } from '../../activities/load/parse-recording.ts'
import type { Recording } from '../../pipeline/recordings/recording.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { recordingOf } from '../recording-of.ts'

const kept = new Map<string, Recording>()
const bodyOf = new Map<string, Uint8Array>()
const recordings = {
  get: async (id: string) => kept.get(id) ?? null,
  body: async ({ id }: Recording) => bodyOf.get(id)!,
}

/** What a body gives the warehouse. */
export async function loadOf(url: string, body: Uint8Array, at: string, recording = recordingOf(url, body, at)): Promise<Load> {
  kept.set(recording.id, recording)
  bodyOf.set(recording.id, body)
  return parseRecording({ recordings } as unknown as Parameters<typeof parseRecording>[0], recording)
}
