import type { KeyHolder } from '../state/accounts.ts'
import { type Lease, type Span, spans, windowStart } from '../state/windows.ts'

/** How an account stands in the window that ends its calls first. */
export interface Count {
  /** False where the window is used up: the call is refused. */
  readonly passed: boolean
  readonly span: Span
  readonly limit: number
  readonly remaining: number
  /** Seconds since 1970 at which the window ends, and seconds until then, one at least. */
  readonly reset: number
  readonly resetIn: number
}

interface Held {
  readonly limits: Readonly<Record<Span, number>>
  readonly start: Readonly<Record<Span, number>>
  /** Calls of the lease that are not used yet. */
  own: number
  /** What the store held after the lease. */
  left: Readonly<Record<Span, number>>
}

export interface LimitsOptions {
  lease(input: { account: string; limits: Readonly<Record<Span, number>>; now: number }): Promise<Lease>
  /** Milliseconds since 1970 that go forward evenly, whatever is done to the system's clock. */
  now(): number
}

/** Accounts remembered at most; those of past hours go first. */
const mostHeld = 10_000

/**
 * Counts calls by account, hour and day. A process holds leases and counts down in memory; only where one is used up it asks the store. Of
 * all processes together never more calls pass than the limit, and what a killed one held is lost to the account, not given twice.
 */
export class Limits {
  readonly #options: LimitsOptions
  readonly #held = new Map<string, Held>()
  readonly #leasing = new Map<string, Promise<void>>()

  constructor(options: LimitsOptions) {
    this.#options = options
  }

  /** Counts a call without waiting; null where that takes a look into the store. */
  takeNow(holder: KeyHolder): Count | null {
    const held = this.#current(holder)
    if (held === null) return null
    if (held.own > 0) {
      held.own--
      return this.#count(held, true)
    }
    return held.left.hour <= 0 || held.left.day <= 0 ? this.#count(held, false) : null
  }

  /** Counts a call. Rejects where the store cannot be asked. */
  async take(holder: KeyHolder): Promise<Count> {
    for (;;) {
      const count = this.takeNow(holder)
      if (count !== null) return count
      await this.#leaseOnce(holder)
    }
  }

  /** How the account stands, without waiting; null where that takes a look into the store. Counts nothing. */
  lookNow(holder: KeyHolder): Count | null {
    const held = this.#current(holder)
    return held && this.#count(held, true)
  }

  /** How the account stands; counts nothing. */
  async look(holder: KeyHolder): Promise<Count> {
    for (;;) {
      const count = this.lookNow(holder)
      if (count !== null) return count
      await this.#leaseOnce(holder)
    }
  }

  #current({ account, perHour, perDay }: KeyHolder): Held | null {
    const held = this.#held.get(account)
    if (held === undefined || held.limits.hour !== perHour || held.limits.day !== perDay) return null
    const now = this.#options.now()
    return held.start.hour === windowStart('hour', now) ? held : null
  }

  #leaseOnce(holder: KeyHolder): Promise<void> {
    const leasing = this.#leasing.get(holder.account) ?? this.#lease(holder)
    this.#leasing.set(holder.account, leasing)
    return leasing
  }

  async #lease(holder: KeyHolder): Promise<void> {
    const { account } = holder
    try {
      const now = this.#options.now()
      const limits = { hour: holder.perHour, day: holder.perDay }
      const { granted, left } = await this.#options.lease({ account, limits, now })
      const own = (this.#current(holder)?.own ?? 0) + granted
      if (this.#held.size >= mostHeld && !this.#held.has(account)) this.#forget(now)
      const start = { hour: windowStart('hour', now), day: windowStart('day', now) }
      this.#held.set(account, { limits, start, own, left })
    } finally {
      this.#leasing.delete(account)
    }
  }

  #forget(now: number): void {
    const hour = windowStart('hour', now)
    for (const [account, held] of this.#held) if (held.start.hour !== hour) this.#held.delete(account)
    if (this.#held.size >= mostHeld) this.#held.clear()
  }

  #count(held: Held, passed: boolean): Count {
    const span = held.left.day < held.left.hour ? 'day' : 'hour'
    const end = held.start[span] + spans[span]
    return {
      passed,
      span,
      limit: held.limits[span],
      remaining: held.left[span] + held.own,
      reset: end / 1_000,
      resetIn: Math.max(1, Math.ceil((end - this.#options.now()) / 1_000)),
    }
  }
}
