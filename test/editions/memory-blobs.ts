import { mutex } from '../../pipeline/mutex.ts'
import type { Blobs } from '../../pipeline/source/store/blobs.ts'

/** A store whose `files` may be looked at and tampered with. */
export type MemoryBlobs = Blobs & { files: Map<string, Uint8Array> }

/** A store without a disk, for tests that run thousands of editions. */
export function memoryBlobs(files = new Map<string, Uint8Array>()): MemoryBlobs {
  const inTurn = mutex<string>()
  return {
    files,
    get: async (key, range) => files.get(key)?.subarray(range?.offset, range && range.offset + range.length) ?? null,
    put: async (key, bytes) => void files.set(key, Uint8Array.from(bytes)),
    has: async (key) => files.has(key),
    list: async (prefix) => [...files.keys()].filter((key) => key.startsWith(prefix)).sort(),
    remove: async (key) => void files.delete(key),
    swap: (key, expected, bytes) =>
      inTurn(key, async () => {
        const held = files.get(key)
        const same = expected === null ? held === undefined : held !== undefined && Buffer.compare(held, expected) === 0
        if (same) files.set(key, Uint8Array.from(bytes))
        return same
      }),
  }
}

/** Another face of the same store: to what takes turns by store object it looks like a publisher in another process. */
export function otherProcess(blobs: Blobs): Blobs {
  return {
    get: (key, range) => blobs.get(key, range),
    put: (key, bytes) => blobs.put(key, bytes),
    has: (key) => blobs.has(key),
    list: (prefix) => blobs.list(prefix),
    remove: (key) => blobs.remove(key),
    swap: (key, expected, bytes) => blobs.swap(key, expected, bytes),
  }
}
