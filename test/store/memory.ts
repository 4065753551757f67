import { UnavailableError } from '../../pipeline/errors.ts'
import { checkedKey, checkedPrefix } from '../../pipeline/store/blob-key.ts'
import type { Blobs, Sweep } from '../../pipeline/store/blobs.ts'

/** A store whose `files` may be looked at and tampered with. */
export type MemoryBlobs = Blobs & Sweep & { files: Map<string, Uint8Array> }

/** Blobs in memory: the contract without a disk or a service, for tests that run thousands of editions too. */
export function memoryBlobs(files = new Map<string, Uint8Array>()): MemoryBlobs {
  const below = (prefix: string) => {
    const start = `${checkedPrefix(prefix)}/`
    return [...files.keys()].filter((key) => key.startsWith(start)).sort()
  }
  return {
    files,
    get: async (key, range) => files.get(checkedKey(key))?.subarray(range?.offset, range && range.offset + range.length) ?? null,
    put: async (key, bytes) => void files.set(checkedKey(key), Uint8Array.from(bytes)),
    has: async (key) => files.has(checkedKey(key)),
    list: async (prefix) => below(prefix),
    remove: async (key) => void files.delete(checkedKey(key)),
    async swap(key, expected, bytes) {
      const standing = files.get(checkedKey(key))
      const isAsExpected =
        expected === null ? standing === undefined : standing !== undefined && Buffer.compare(standing, expected) === 0
      if (isAsExpected) files.set(key, Uint8Array.from(bytes))
      return isAsExpected
    },
    async clear(prefix) {
      for (const key of below(prefix)) files.delete(key)
    },
    removeUnfinished: async () => 0,
  }
}

/** The same store whose first swap is done and then answered by SWAP_UNKNOWN, after what another process does in the meantime. */
export function losingAnswer(blobs: MemoryBlobs, meanwhile: () => Promise<void> = async () => undefined): MemoryBlobs {
  let isLost = false
  return {
    ...blobs,
    async swap(...given) {
      const isSwapped = await blobs.swap(...given)
      if (isLost) return isSwapped
      isLost = true
      await meanwhile()
      throw new UnavailableError('SWAP_UNKNOWN', 'the answer was lost; inspect the cell')
    },
  }
}

/** Another object over the same store: code that takes turns by store object regards it as a publisher in another process. */
export const otherProcess = (blobs: Blobs): Blobs => ({ ...blobs })
