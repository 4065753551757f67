import { isoTime } from '../pipeline/calendar/day.ts'
import type { Blobs } from '../pipeline/store/blobs.ts'

/** Up to which due time each row of `data/schedules.ts` is done with, in milliseconds UTC; a small cell in the home. */
export type Settled = ReadonlyMap<string, number>

const key = 'schedules.json'

/** What the process before left, or null where none has refreshed this home from these feeds yet. */
export async function readSettled(blobs: Blobs, feeds: string): Promise<Settled | null> {
  const bytes = await blobs.get(key)
  if (bytes === null) return null
  const kept = JSON.parse(Buffer.from(bytes).toString('utf8')) as { feeds: string; settled: Record<string, string> }
  return kept.feeds === feeds ? new Map(Object.entries(kept.settled).map(([id, time]) => [id, Date.parse(time)])) : null
}

export async function writeSettled(blobs: Blobs, feeds: string, settled: Settled): Promise<void> {
  const times = Object.fromEntries([...settled].map(([id, time]) => [id, isoTime(time)]))
  await blobs.swap(key, await blobs.get(key), Buffer.from(`${JSON.stringify({ feeds, settled: times }, null, 2)}\n`))
}
