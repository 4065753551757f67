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
   * first, in which case nothing changed. Durable when it resolves.
   */
  swap(key: string, expected: Uint8Array | null, bytes: Uint8Array): Promise<boolean>
}
