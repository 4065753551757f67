import { network } from '../limits/network.ts'

/** Wrong keys that an address may enter in a window, and how long the window is. A key has 178 random bits: this limits noise, not guessing. */
const most = 20
const windowMs = 900_000
/** Addresses remembered at most; further ones take the room of the oldest. */
const mostKept = 10_000

/** Wrong keys entered in forms, by address. Counted in this process alone: several processes allow as many times more. */
export class Attempts {
  readonly #now: () => number
  readonly #failed = new Map<string, { since: number; count: number }>()

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Seconds until an address may try again; 0 where it may now. */
  wait(address: string): number {
    const failed = this.#failed.get(network(address))
    if (failed === undefined || failed.count < most) return 0
    return Math.max(0, Math.ceil((failed.since + windowMs - this.#now()) / 1_000))
  }

  fail(address: string): void {
    const from = network(address)
    const now = this.#now()
    const failed = this.#failed.get(from)
    if (failed !== undefined && now < failed.since + windowMs) {
      failed.count += 1
      return
    }
    this.#failed.delete(from)
    const oldest = this.#failed.size >= mostKept ? this.#failed.keys().next().value : undefined
    if (oldest !== undefined) this.#failed.delete(oldest)
    this.#failed.set(from, { since: now, count: 1 })
  }
}
