import { Refusal } from '../http/errors.ts'

const retryAfterBusy = 2

/** Runs a few jobs at a time and lets some wait, so that a flood of people takes neither the processor nor the store from readers. */
export class Turns {
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
