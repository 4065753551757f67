import type { Blobs } from '../../../pipeline/source/store/blobs.ts'

export interface MemoryBlobs extends Blobs {
  readonly kept: Map<string, Uint8Array>
  /** Keys written, in order. */
  readonly written: string[]
  /** From the write after so many more on, the process counts as killed: nothing is written any more. */
  killAfter(writes: number): void
}

export function memoryBlobs(): MemoryBlobs {
  const kept = new Map<string, Uint8Array>()
  const written: string[] = []
  let left = Number.POSITIVE_INFINITY
  const checked = (key: string) => {
    if (!/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/.test(key)) throw new Error(`no key of a blob: ${key}`)
    return key
  }
  return {
    kept,
    written,
    killAfter(writes) {
      left = writes
    },
    async get(key, range) {
      return kept.get(checked(key))?.subarray(range?.offset, range && range.offset + range.length) ?? null
    },
    async put(key, bytes) {
      if (left-- <= 0) throw new Error('killed')
      kept.set(checked(key), Uint8Array.from(bytes))
      written.push(key)
    },
    async has(key) {
      return kept.has(checked(key))
    },
    async list(prefix) {
      checked(prefix)
      return [...kept.keys()].filter((key) => key.startsWith(prefix)).sort()
    },
    async remove(key) {
      kept.delete(key)
    },
    async swap() {
      throw new Error('no recording is a cell')
    },
  }
}
