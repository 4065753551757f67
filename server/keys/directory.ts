import type { KeyHolder } from '../state/accounts.ts'
import { isKey, keyHash } from './key.ts'

export interface DirectoryOptions {
  /** Who holds the key of a hash, or null. */
  holder(hash: string): Promise<KeyHolder | null>
  /** Goes up with every change of a key or an account. */
  revision(): Promise<number>
  /** Keeps when keys were last used, by their ids. */
  keepUses(uses: ReadonlyMap<string, number>): Promise<void>
  /** Milliseconds since 1970 that only go forward. */
  now(): number
}

/** Milliseconds between two looks at the revision, and after which what is remembered counts no more without one. */
const lookMs = 100
const trustMs = 2_000
/** Between two times that uses are kept: last use is behind by this at most. */
const usesMs = 30_000
/** The most keys to remember, including invalid ones. */
const mostKept = 20_000

interface Kept {
  readonly holder: KeyHolder | null
  /** Last use that is not kept in the store yet; 0 where there is none. */
  usedAt: number
}

/**
 * Who holds which key, remembered by the hash of the key. Every process looks at the revision ten times a second and forgets everything
 * when it changed, so a revoked key is refused at once. A key that expires is refused from that moment on, by the clock of `now`.
 */
export class KeyDirectory {
  readonly #options: DirectoryOptions
  readonly #kept = new Map<string, Kept>()
  readonly #uses = new Map<string, number>()
  #revision = -1
  #lookedAt = Number.NEGATIVE_INFINITY
  #timers: NodeJS.Timeout[] = []
  #looking = false

  constructor(options: DirectoryOptions) {
    this.#options = options
  }

  /** Begins to look at the revision. The first look is awaited; it rejects where the store cannot be asked. */
  async begin(): Promise<void> {
    await this.#look()
    const looks = setInterval(() => void this.#look().catch(() => {}), lookMs)
    const keeps = setInterval(() => void this.#keepUses().catch(() => {}), usesMs)
    this.#timers = [looks.unref(), keeps.unref()]
  }

  /** Ends that. Resolves when the last uses are kept, or cannot be. */
  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#keepUses().catch(() => {})
  }

  /** Who holds a key, null where nobody does, without waiting; undefined where that takes a look into the store. */
  known(key: string): KeyHolder | null | undefined {
    const now = this.#options.now()
    const kept = now - this.#lookedAt <= trustMs ? this.#kept.get(keyHash(key)) : undefined
    if (kept === undefined) return isKey(key) ? undefined : null
    return heldAt(kept, now)
  }

  /** Who holds a key, null where nobody does. Rejects where the store cannot be asked. */
  async find(key: string): Promise<KeyHolder | null> {
    const known = this.known(key)
    if (known !== undefined) return known
    const hash = keyHash(key)
    const revision = this.#revision
    const kept: Kept = { holder: await this.#options.holder(hash), usedAt: 0 }
    const holder = heldAt(kept, this.#options.now())
    // read before a change that was seen meanwhile: true then, and not worth remembering
    if (revision !== this.#revision) this.#note(kept)
    else {
      if (this.#kept.size >= mostKept) this.#forget()
      this.#kept.set(hash, kept)
    }
    return holder
  }

  /** Notes a use of a key, by its id, that was not known by the key itself. */
  noteUse(id: string): void {
    this.#uses.set(id, this.#options.now())
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      const begun = this.#options.now()
      const revision = await this.#options.revision()
      if (revision !== this.#revision) {
        this.#revision = revision
        this.#forget()
      }
      this.#lookedAt = begun
    } finally {
      this.#looking = false
    }
  }

  #forget(): void {
    for (const kept of this.#kept.values()) this.#note(kept)
    this.#kept.clear()
  }

  #note(kept: Kept): void {
    const key = kept.holder?.key ?? null
    if (key === null || kept.usedAt === 0) return
    this.#uses.set(key, Math.max(kept.usedAt, this.#uses.get(key) ?? 0))
    kept.usedAt = 0
  }

  async #keepUses(): Promise<void> {
    for (const kept of this.#kept.values()) this.#note(kept)
    if (this.#uses.size === 0) return
    const uses = new Map(this.#uses)
    this.#uses.clear()
    try {
      await this.#options.keepUses(uses)
    } catch (error) {
      for (const [id, at] of uses) this.#uses.set(id, Math.max(at, this.#uses.get(id) ?? 0))
      throw error
    }
  }
}

/** The holder at a moment, which is a use of the key; null where it has expired. */
function heldAt(kept: Kept, now: number): KeyHolder | null {
  const { holder } = kept
  if (holder === null || (holder.expiresAt !== null && now >= holder.expiresAt)) return null
  kept.usedAt = now
  return holder
}
