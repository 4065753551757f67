import { network } from './network.ts'

/** Networks counted at most; one more begins a new minute for all. */
const mostCounted = 100_000

/** Counts what each network does in a minute of the clock. */
export class PerMinute {
  readonly #most: number
  readonly #counts = new Map<string, number>()
  #minute = Number.NaN

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Counts one more of an address. 0 where it may be done, else seconds until the next one may.
   *
   * @param now milliseconds since 1970
   */
  take(address: string, now: number): number {
    const minute = Math.floor(now / 60_000)
    if (minute !== this.#minute || this.#counts.size >= mostCounted) this.#counts.clear()
    this.#minute = minute
    const from = network(address)
    const count = this.#counts.get(from) ?? 0
    if (count >= this.#most) return Math.ceil(((minute + 1) * 60_000 - now) / 1_000)
    this.#counts.set(from, count + 1)
    return 0
  }
}
