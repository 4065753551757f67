import type { z } from 'zod'
import { UnavailableError } from '../errors.ts'

/**
 * What a cell of the store says; null where there is none. `next` is what an operator does about one that is damaged.
 * @throws UnavailableError CELL_DAMAGED, with the key below the store
 */
export function readCell<T>(key: string, bytes: Uint8Array | null, shape: z.ZodType<T>, next: string): T | null {
  if (bytes === null) return null
  const read = shape.safeParse(jsonOf(bytes))
  if (read.success) return read.data
  throw new UnavailableError('CELL_DAMAGED', `${key} in the store is damaged (${bytes.byteLength} bytes); ${next}`, { key })
}

/** The bytes as JSON; undefined for any other bytes. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
