import type { KeyHolder } from '../state/accounts.ts'
import { isWellFormedKey, secretHash } from '../state/key.ts'

export interface DirectoryOptions {
  /** The holder of the key of a hash, or null. */
  holder(hash: string): Promise<KeyHolder | null>
  /** Stores when keys were last used, by their ids. */
  storeUses(uses: ReadonlyMap<string, number>): Promise<void>
  /** Milliseconds since 1970 that only go forward. */
  now(): number
}

/** How long a key that was looked up counts as that: a revoked one is refused after this. */
const keptMs = 1_000
/** Between two times that uses are stored: last use is behind by this at most. */
const usesMs = 30_000
/** The most keys to remember, including unknown ones. */
const mostKept = 20_000

interface Kept {
  /** When the look-up began. */
  readonly at: number
  readonly holder: Promise<KeyHolder | null>
}

/**
 * Holders of keys, remembered for a second by the hash of the key: one that is revoked is refused within a second in every process. A key
 * that expires is refused from that moment on, by the clock of `now`.
 */
export class KeyDirectory {
  readonly #options: DirectoryOptions
  readonly #kept = new Map<string, Kept>()
  readonly #uses = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(options: DirectoryOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#storeUses().catch(() => {}), usesMs).unref()
  }

  /** Resolves when the last uses are stored, or cannot be. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#storeUses().catch(() => {})
  }

  /** The holder of a key, null where it has none. Rejects where the store cannot be asked. */
  async find(key: string): Promise<KeyHolder | null> {
    if (!isWellFormedKey(key)) return null
    const holder = await this.#lookUp(secretHash(key))
    if (holder === null || (holder.expiresAt !== null && this.#options.now() >= holder.expiresAt)) return null
    if (holder.key !== null) this.noteUse(holder.key)
    return holder
  }

  /** Notes a use of a key, by its id. */
  noteUse(id: string): void {
    this.#uses.set(id, this.#options.now())
  }

  #lookUp(hash: string): Promise<KeyHolder | null> {
    const now = this.#options.now()
    const before = this.#kept.get(hash)
    if (before !== undefined && now - before.at < keptMs) return before.holder
    const kept: Kept = { at: now, holder: this.#options.holder(hash) }
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(hash, kept)
    kept.holder.catch(() => {
      if (this.#kept.get(hash) === kept) this.#kept.delete(hash)
    })
    return kept.holder
  }

  async #storeUses(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = new Map(this.#uses)
    this.#uses.clear()
    try {
      await this.#options.storeUses(uses)
    } catch (error) {
      for (const [id, at] of uses) this.#uses.set(id, Math.max(at, this.#uses.get(id) ?? 0))
      throw error
    }
  }
}
