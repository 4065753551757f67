import type { Blobs } from './blobs.ts'
import { inParallel } from './pool.ts'

export type BlobEntry = readonly [key: string, bytes: Uint8Array]

/** A store that handles many blobs for less than one call each. */
export interface BatchBlobs extends Blobs {
  /**
   * As `put` for each entry: each is whole or absent, and all are durable when it resolves unless `durable` is false, which is for copies
   * that can be made again. When it rejects any of them may be there.
   */
  putAll(entries: readonly BlobEntry[], how?: { durable: boolean }): Promise<void>
  /** As `get` for each key, in their order. */
  getAll(keys: readonly string[]): Promise<(Uint8Array | null)[]>
}

/** Stores many blobs in any store, by its batch path where it has one. */
export async function putAll(blobs: Blobs, entries: readonly BlobEntry[], how?: { durable: boolean }): Promise<void> {
  if (batches(blobs)) return blobs.putAll(entries, how)
  await inParallel(entries, 8, ([key, bytes]) => blobs.put(key, bytes))
}

/** Reads many blobs from any store, by its batch path where it has one. */
export async function getAll(blobs: Blobs, keys: readonly string[]): Promise<(Uint8Array | null)[]> {
  if (batches(blobs)) return blobs.getAll(keys)
  const bodies: (Uint8Array | null)[] = []
  await inParallel(keys.entries(), 8, async ([index, key]) => {
    bodies[index] = await blobs.get(key)
  })
  return bodies
}

function batches(blobs: Blobs): blobs is BatchBlobs {
  return 'putAll' in blobs && 'getAll' in blobs
}
