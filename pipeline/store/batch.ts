import type { Blobs } from './blobs.ts'
import { inParallel } from './pool.ts'

export type BlobEntry = readonly [key: string, bytes: Uint8Array]

/** A store that can make many blobs durable for less than one `put` each. */
export interface BatchBlobs extends Blobs {
  /** As `put` for each entry: each is whole or absent, all are durable when it resolves; when it rejects any of them may be there. */
  putAll(entries: readonly BlobEntry[]): Promise<void>
}

/** Stores many blobs in any store, by its batch path where it has one. */
export async function putAll(blobs: Blobs, entries: readonly BlobEntry[]): Promise<void> {
  if (batches(blobs)) return blobs.putAll(entries)
  await inParallel(entries, 8, ([key, bytes]) => blobs.put(key, bytes))
}

function batches(blobs: Blobs): blobs is BatchBlobs {
  return 'putAll' in blobs && typeof blobs.putAll === 'function'
}
