import { Turns } from './turns.ts'

/** Argon2id with 19 MiB and two passes (OWASP Password Storage Cheat Sheet). */
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes passwords, one at a time. */
export class Passwords {
  /** A second one would take a processor from the readers. Each takes about 13 ms, so the last of those waiting begins within a second. */
  readonly #turns = new Turns({ mostAtOnce: 1, mostWaiting: 64 })
  #nobody: Promise<string> | null = null

  /** The PHC string of a password with a salt of its own. Throws 429 SIGN_IN_LIMITED where too many wait. */
  hash(password: string): Promise<string> {
    return this.#turns.take(async () => (await import('@node-rs/argon2')).hash(password.normalize('NFC'), settings))
  }

  /** Whether a password is the stored one. Null, where there is none, takes as long. Throws likewise. */
  matches(stored: string | null, password: string): Promise<boolean> {
    return this.#turns.take(async () => {
      const { hash, verify } = await import('@node-rs/argon2')
      this.#nobody ??= hash('nobody has this password', settings)
      const same = await verify(stored ?? (await this.#nobody), password.normalize('NFC'))
      return same && stored !== null
    })
  }
}
