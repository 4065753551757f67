/** A part of a blob. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/**
 * Immutable bytes under a key, and one kind of mutable cell (`swap`). Six methods, so that a folder and an S3 bucket can both be one.
 * Keys are relative paths of `[A-Za-z0-9._-]` segments joined by `/`; a key with `..` or a leading `/` is an `InputError`.
 */
export interface Blobs {
  /** The bytes, or those of `range` as far as they go; null where the key does not exist. */
  get(key: string, range?: ByteRange): Promise<Uint8Array | null>
  /** Stores whole or not at all and is durable when it resolves. Storing the same key again is allowed (content addresses repeat). */
  put(key: string, bytes: Uint8Array): Promise<void>
  has(key: string): Promise<boolean>
  /** All keys below a prefix that ends in `/`, sorted. */
  list(prefix: string): Promise<string[]>
  remove(key: string): Promise<void>
  /**
   * Replaces a small cell only if it still holds `expected` (null: does not exist yet). True when swapped; false when somebody else was
   * first, in which case nothing changed. Durable when it resolves. A bucket whose answer was lost, and whose cell another has changed
   * since, cannot tell: it throws an `UnavailableError` SWAP_UNKNOWN, and the caller finds out from the cell whether it was first.
   */
  swap(key: string, expected: Uint8Array | null, bytes: Uint8Array): Promise<boolean>
}

/** Removal of many keys in one call, which a folder does faster than key by key. */
export interface Sweep {
  /** Removes all keys below a prefix that ends in `/`. */
  clear(prefix: string): Promise<void>
  /** Deletes what killed writers left half-written before `before` (milliseconds since 1970, by the files' own times); says how many. */
  removeUnfinished(before: number): Promise<number>
}

/** Whether a swap failed in a way that leaves it open whether the cell was changed. */
export const isSwapUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SWAP_UNKNOWN'

/** Whether a cell was replaced; false too where that is not known, for whoever reads the cell and decides again. */
export async function trySwap(blobs: Pick<Blobs, 'swap'>, ...swap: Parameters<Blobs['swap']>): Promise<boolean> {
  return blobs.swap(...swap).catch((error: unknown) => {
    if (isSwapUnknown(error)) return false
    throw error
  })
}
