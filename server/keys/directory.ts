import type { KeyHolder } from '../state/accounts.ts'
import { isKey, keyHash } from './key.ts'

export interface DirectoryOptions {
  /** Who holds the key of a hash, or null. */
  holder(hash: string): Promise<KeyHolder | null>
  /** Goes up with every change of a key or an account. */
  revision(): Promise<number>
  /** Milliseconds that only go forward. */
  now(): number
}

/** Milliseconds between two looks at the revision, and after which what is remembered counts no more without one. */
const lookMs = 100
const trustMs = 2_000
/** Keys remembered at most, those that are none among them. */
const mostKept = 20_000

/**
 * Who holds which key, remembered by the hash of the key. Every process looks at the revision ten times a second and forgets everything
 * when it changed, so a revoked key is refused at once.
 */
export class KeyDirectory {
  readonly #options: DirectoryOptions
  readonly #kept = new Map<string, KeyHolder | null>()
  #revision = -1
  #lookedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #looking = false

  constructor(options: DirectoryOptions) {
    this.#options = options
  }

  /** Begins to look at the revision. The first look is awaited; it rejects where the store cannot be asked. */
  async begin(): Promise<void> {
    await this.#look()
    this.#timer = setInterval(() => void this.#look().catch(() => {}), lookMs)
    this.#timer.unref()
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Who holds a key, null where nobody does, without waiting; undefined where that takes a look into the store. */
  known(key: string): KeyHolder | null | undefined {
    const trusted = this.#options.now() - this.#lookedAt <= trustMs
    const kept = trusted ? this.#kept.get(keyHash(key)) : undefined
    return kept === undefined && !isKey(key) ? null : kept
  }

  /** Who holds a key, null where nobody does. Rejects where the store cannot be asked. */
  async find(key: string): Promise<KeyHolder | null> {
    const known = this.known(key)
    if (known !== undefined) return known
    const hash = keyHash(key)
    const revision = this.#revision
    const holder = await this.#options.holder(hash)
    // read before a change that was seen meanwhile: true then, and not worth remembering
    if (revision === this.#revision) {
      if (this.#kept.size >= mostKept) this.#kept.clear()
      this.#kept.set(hash, holder)
    }
    return holder
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      const begun = this.#options.now()
      const revision = await this.#options.revision()
      if (revision !== this.#revision) {
        this.#revision = revision
        this.#kept.clear()
      }
      this.#lookedAt = begun
    } finally {
      this.#looking = false
    }
  }
}
