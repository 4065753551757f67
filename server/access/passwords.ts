import { Turns } from './turns.ts'

/** Argon2id with 19 MiB and two passes (OWASP Password Storage Cheat Sheet). */
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes passwords, one at a time. */
export class Passwords {
  /** A second one would take a processor from the readers. Each takes about 13 ms, so the last of those waiting begins within a second. */
  readonly #turns = new Turns({ mostAtOnce: 1, mostWaiting: 64 })
  #nobody: Promise<string> | null = null

  /** The PHC string of a password with a salt of its own. Throws 429 SIGN_IN_LIMITED where too many wait. */
  async hash(password: string): Promise<string> {
    const { hash } = await import('@node-rs/argon2')
    return this.#turns.take(() => hash(password.normalize('NFC'), settings))
  }

  /** Whether a password is the stored one. Null, where there is none, takes as long. Throws likewise. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const { hash, verify } = await import('@node-rs/argon2')
    this.#nobody ??= hash('nobody has this password', settings)
    const against = stored ?? (await this.#nobody)
    const same = await this.#turns.take(() => verify(against, password.normalize('NFC')))
    return same && stored !== null
  }
}
