import { network } from './network.ts'

/** What an address has taken of the serving thread. */
interface Taken {
  /** When that is paid off at its share, milliseconds that only go forward. */
  until: number
  /** Milliseconds that its last call took: what the next one is expected to take. */
  last: number
}

/** What is to happen to a call: it begins after a wait, or is refused. */
export type CallTurn = { readonly waitMs: number; readonly expectedMs: number } | { readonly retryAfter: number }

/** Part of the serving thread that an address may take, and how far it may run ahead of that before its calls wait: milliseconds on the clock. */
const share = 0.4
const aheadMs = 1_500
/** Longest wait for a turn. */
export const longestWaitMs = 2_000
/** Calls that wait, of all addresses together. */
const mostWaiting = 1_000
/** Addresses remembered at most: those that called longest ago go first. */
const mostKept = 10_000

const atOnce: CallTurn = { waitMs: 0, expectedMs: 0 }

/**
 * Shares the serving thread among the addresses of callers who bring neither key nor payment: one that costs more than its share waits, each
 * for what it took itself, and is refused where the wait would be too long. An IPv6 network of /64 is one address. Clock and costs are arguments.
 */
export class ProcessorShare {
  readonly #taken = new Map<string, Taken>()
  #waiting = 0

  /** Whether a call of an address may begin now. One that has to wait owes immediately what it is expected to take, so that those behind it wait longer. */
  enter(address: string, now: number): CallTurn {
    const taken = this.#taken.get(network(address))
    if (taken === undefined) return atOnce
    const waitMs = Math.ceil(taken.until - now - aheadMs)
    if (waitMs <= 0) return atOnce
    if (waitMs > longestWaitMs || this.#waiting >= mostWaiting) return { retryAfter: Math.ceil(waitMs / 1_000) }
    this.#waiting++
    taken.until += taken.last / share
    return { waitMs, expectedMs: taken.last }
  }

  /** Its wait is over. */
  leave(): void {
    this.#waiting--
  }

  /** Notes what a call has taken; `expectedMs`: what `enter` noted of it. */
  charge(address: string, ms: number, now: number, expectedMs = 0): void {
    const from = network(address)
    const taken = this.#taken.get(from) ?? { until: now, last: 0 }
    taken.until = Math.max(now, Math.max(now, taken.until) + (ms - expectedMs) / share)
    taken.last = ms
    this.#taken.delete(from)
    this.#taken.set(from, taken)
    if (this.#taken.size > mostKept) this.#taken.delete(this.#taken.keys().next().value!)
  }

  get size(): number {
    return this.#taken.size
  }
}

/** Time that a request has taken on the serving thread so far. */
export interface MeteredRequest {
  ms: number
}

/** Between two looks at how much of the time at work the process had a processor. */
const lookMs = 250

/**
 * Measures what requests take of the processor on the serving thread: from where the work on one begins until that on another does, or the turn
 * of the event loop ends, less what others on the machine took meanwhile. What follows a wait for a file or a store is left out: measuring
 * that takes more than it is.
 */
export class ProcessorMeter {
  #current: MeteredRequest | null = null
  #since = 0
  #isEnding = false
  /** Part of the time at work in which the process had a processor, and what that was last taken from. */
  #part = 1
  #looked = { at: 0, active: 0, used: 0 }

  begin(metered: MeteredRequest): void {
    this.end()
    this.#current = metered
    this.#since = performance.now()
    if (this.#since - this.#looked.at > lookMs) this.#look(this.#since)
    if (this.#isEnding) return
    this.#isEnding = true
    setImmediate(() => {
      this.#isEnding = false
      this.end()
    })
  }

  end(): void {
    if (this.#current === null) return
    this.#current.ms += (performance.now() - this.#since) * this.#part
    this.#current = null
  }

  #look(at: number): void {
    const { user, system } = process.cpuUsage()
    const used = (user + system) / 1_000
    const { active } = performance.eventLoopUtilization()
    const passed = active - this.#looked.active
    this.#part = passed > 0 ? Math.min(1, (used - this.#looked.used) / passed) : 1
    this.#looked = { at, active, used }
  }
}
