import { Refusal } from '../http/errors.ts'

/** Argon2id with 19 MiB and two passes (OWASP Password Storage Cheat Sheet). */
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes passwords, one at a time. */
export class Passwords {
  /** A second one would take a processor from the readers. Each takes about 13 ms, so the last of those waiting begins within a second. */
  readonly #turns = new ConcurrencyLimit({ mostAtOnce: 1, mostWaiting: 64 })
  #nobody: Promise<string> | null = null

  /** The PHC string of a password with a random salt. Throws 429 SIGN_IN_LIMITED where too many wait. */
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

const retryAfterBusy = 2

/** Runs a few jobs at a time and lets some wait, so that a flood of people takes neither the processor nor the store from readers. */
export class ConcurrencyLimit {
  readonly #mostAtOnce: number
  readonly #mostWaiting: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor({ mostAtOnce, mostWaiting }: { readonly mostAtOnce: number; readonly mostWaiting: number }) {
    this.#mostAtOnce = mostAtOnce
    this.#mostWaiting = mostWaiting
  }

  /** What a job gives, once its turn has come. Throws 429 SIGN_IN_LIMITED before anything of the job is done where too many wait. */
  async take<T>(run: () => Promise<T>): Promise<T> {
    if (this.#running < this.#mostAtOnce) this.#running++
    else {
      if (this.#waiting.length >= this.#mostWaiting) {
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
