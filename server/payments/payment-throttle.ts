import { Refusal } from '../http/errors.ts'
import { network } from '../http/network.ts'

export interface AdmissionOptions {
  /** Milliseconds that only go forward. */
  now(): number
  wait(ms: number): Promise<void>
}

/** Bad credentials of one address that are looked at without a wait, and after those, one each so many milliseconds. */
const burst = 200
const everyMs = 20
/** Longest wait for a turn. Whoever would wait longer is refused after a wait too, so that an immediate retry gains nothing. */
const longestMs = 2_000
const refusedAfterMs = 1_000
/** Requests that are let in or wait, of all addresses together. */
const mostAtOnce = 1_000
/** Addresses remembered at most: those without a debt go first. */
const mostKept = 10_000

/**
 * Lets credentials in to be looked at. Nobody proved anything before that, so an address that sends bad ones waits its turn, which costs a
 * timer: checking a credential costs a hundred times as much. Good ones cost their sender nothing here, however many.
 */
export class PaymentThrottle {
  readonly #options: AdmissionOptions
  /** When the bad credentials of an address are worked off at the agreed pace, where that is not yet. */
  readonly #until = new Map<string, number>()
  #inside = 0

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /**
   * Runs the look at a credential when it is its turn.
   *
   * @param address of whoever sent it
   * @param isBad whether what `work` throws tells of a credential nobody paid with
   * @throws a 503 `Refusal` PAYMENT_BUSY
   */
  async enter<T>(address: string, work: () => Promise<T>, isBad: (error: unknown) => boolean): Promise<T> {
    if (this.#inside >= mostAtOnce) throw busy()
    this.#inside++
    const from = network(address)
    try {
      const ahead = this.#debt(from) - burst * everyMs
      if (ahead > longestMs) {
        await this.#options.wait(refusedAfterMs)
        throw busy()
      }
      if (ahead > 0) {
        this.#owe(from)
        await this.#options.wait(ahead)
        return await work()
      }
      return await work().catch((error: unknown) => {
        if (isBad(error)) this.#owe(from)
        throw error
      })
    } finally {
      this.#inside--
    }
  }

  /** Milliseconds it takes to work off what an address owes. */
  #debt(from: string): number {
    return Math.max(0, (this.#until.get(from) ?? 0) - this.#options.now())
  }

  #owe(from: string): void {
    const now = this.#options.now()
    if (this.#until.size >= mostKept && !this.#until.has(from)) this.#forget(now)
    this.#until.set(from, now + this.#debt(from) + everyMs)
  }

  #forget(now: number): void {
    for (const [from, until] of this.#until) if (until <= now) this.#until.delete(from)
    if (this.#until.size >= mostKept) this.#until.clear()
  }
}

const retryAfterBusy = 5

function busy(): Refusal {
  const message = `Too many invalid payments came from your address, or too many are being checked. Nothing was charged; retry the same request in ${retryAfterBusy} seconds.`
  return new Refusal('PAYMENT_BUSY', message, { retryAfter: retryAfterBusy })
}
