import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs as plainBlobs } from '../store/memory.ts'

export interface MemoryBlobs extends Blobs {
  readonly kept: Map<string, Uint8Array>
  /** Keys written, in order. */
  readonly written: string[]
  /** From the write after so many more on, the process counts as killed: nothing is written any more. */
  killAfter(writes: number): void
}

export function memoryBlobs(): MemoryBlobs {
  const { files: kept, ...blobs } = plainBlobs()
  const written: string[] = []
  let left = Number.POSITIVE_INFINITY
  return {
    ...{ ...blobs, kept, written },
    killAfter(writes) {
      left = writes
    },
    async put(key, bytes) {
      if (left-- <= 0) throw new Error('killed')
      await blobs.put(key, bytes)
      written.push(key)
    },
    async swap() {
      throw new Error('no recording is a cell')
    },
  }
}
