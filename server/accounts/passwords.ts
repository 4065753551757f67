import { Refusal } from '../errors.ts'

/** Argon2id with 19 MiB and two passes (OWASP Password Storage Cheat Sheet). */
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes at a time: half of the threads that Node also reads files with. */
const mostAtOnce = 2
/** Hashes that wait: each takes about 25 ms, so the last one waits less than a second. */
const mostWaiting = 64
const retryAfterBusy = 2

/** Hashes passwords, a few at a time, so that a flood of sign-ins takes neither the processor nor the threads from readers. */
export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []
  #nobody: Promise<string> | null = null

  /** The PHC string of a password with a salt of its own. Throws 429 SIGN_IN_LIMITED where too many wait. */
  async hash(password: string): Promise<string> {
    const { hash } = await import('@node-rs/argon2')
    return this.#inTurn(() => hash(password.normalize('NFC'), settings))
  }

  /** Whether a password is the stored one. Null, where there is none, takes as long. Throws likewise. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const { hash, verify } = await import('@node-rs/argon2')
    this.#nobody ??= hash('nobody has this password', settings)
    const against = stored ?? (await this.#nobody)
    const same = await this.#inTurn(() => verify(against, password.normalize('NFC')))
    return same && stored !== null
  }

  async #inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.#running < mostAtOnce) this.#running++
    else {
      if (this.#waiting.length >= mostWaiting) {
        const message = `Too many people are signing in at the moment. Retry in ${retryAfterBusy} seconds.`
        throw new Refusal('SIGN_IN_LIMITED', message, { retryAfter: retryAfterBusy })
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    try {
      return await run()
    } finally {
      // whoever waits takes over the place
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
