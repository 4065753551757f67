import { Refusal } from '../http/errors.ts'
import { network } from '../http/network.ts'
import type { EditionCache } from './edition-cache.ts'

/** A caller who waits for another edition. */
export interface Waiter {
  readonly address: string
  /** Longest wait, milliseconds. */
  readonly ms: number
  /** Set where the caller has left. */
  readonly left: AbortSignal
}

/** Callers who may wait at a time, of one network and of all. */
export const maxWaitersPerNetwork = 1_000
export const maxWaiters = 10_000
const retryAfter = 30

/** The edition that is served, and the wait for another one. */
export class EditionWatch {
  readonly #waiting = new Set<() => void>()
  /** Callers who wait, by network. */
  readonly #callers = new Map<string, number>()
  #count = 0
  #current: EditionCache | null = null
  #ended = false

  current(): EditionCache | null {
    return this.#current
  }

  adopt(cache: EditionCache): void {
    this.#current = cache
    this.#wake()
  }

  /**
   * Runs `work` for a caller who waits: its signal ends when the time is over or the caller has left. The timer is our own, because Node 20
   * loses that of `AbortSignal.timeout` under `AbortSignal.any` to a garbage collection.
   *
   * @throws 429 RATE_LIMITED where too many wait already
   */
  async wait<T>({ address, ms, left }: Waiter, work: (over: AbortSignal) => Promise<T>): Promise<T> {
    const from = network(address)
    const own = this.#callers.get(from) ?? 0
    if (own >= maxWaitersPerNetwork || this.#count >= maxWaiters) throw tooManyWait(own >= maxWaitersPerNetwork)
    this.#count++
    this.#callers.set(from, own + 1)
    const over = new AbortController()
    const end = () => over.abort()
    const timer = setTimeout(end, ms)
    left.addEventListener('abort', end, { once: true })
    if (left.aborted) end()
    try {
      return await work(over.signal)
    } finally {
      clearTimeout(timer)
      left.removeEventListener('abort', end)
      this.#count--
      const rest = this.#callers.get(from)! - 1
      if (rest === 0) this.#callers.delete(from)
      else this.#callers.set(from, rest)
    }
  }

  /** Resolves to whether another edition is served; to false when the signal ends the wait, or the server lets nobody wait any more. */
  next(signal: AbortSignal): Promise<boolean> {
    if (this.#ended || signal.aborted) return Promise.resolve(false)
    return new Promise((resolve) => {
      const over = () => {
        this.#waiting.delete(over)
        signal.removeEventListener('abort', over)
        resolve(!this.#ended && !signal.aborted)
      }
      this.#waiting.add(over)
      signal.addEventListener('abort', over, { once: true })
    })
  }

  /** Lets go of everyone who waits, and of whoever would. */
  end(): void {
    this.#ended = true
    this.#wake()
  }

  #wake(): void {
    for (const over of [...this.#waiting]) over()
  }
}

function tooManyWait(ofNetwork: boolean): Refusal {
  const whose = ofNetwork ? 'of your address' : 'of this server'
  const message = `Too many reads ${whose} wait for events. Nothing was counted or charged; leave wait out, or retry in ${retryAfter} seconds.`
  return new Refusal('RATE_LIMITED', message, { field: 'wait', retryAfter })
}
