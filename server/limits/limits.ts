import { setTimeout as wait } from 'node:timers/promises'
import type { KeyHolder } from '../state/accounts.ts'
import { type GiveBackInput, type Span, spans, type TakeInput, type Taken, type Unused, windowStart } from '../state/windows.ts'

/** The status of an account in the window closest to being used up. */
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

/** What is known of an account without a look into the store: a lease of calls, or that its window is full. */
interface Known {
  readonly limits: Readonly<Record<Span, number>>
  readonly start: Readonly<Record<Span, number>>
  /** Number of the lease; null where there is none, the window being full. */
  readonly lease: number | null
  /** Calls of the lease that are not used yet. */
  own: number
  /** What the store has for everybody, the lease aside. */
  readonly left: Readonly<Record<Span, number>>
  /** Whether a call was counted since the last look for leases nobody uses. */
  used: boolean
}

/** Somebody who waits for the store. */
interface Asked {
  readonly holder: KeyHolder
  /** 0 looks. */
  readonly calls: 0 | 1
  resolve(count: Count): void
  reject(error: unknown): void
}

export interface LimitsOptions {
  take(input: Omit<TakeInput, 'process'>): Promise<Taken>
  giveBack(input: Omit<GiveBackInput, 'process'>): Promise<void>
  /** Accounts whose lease this process holds and another one waits for. */
  wanted(): Promise<readonly string[]>
  /** Milliseconds since 1970 that go forward evenly, whatever is done to the system's clock. */
  now(): number
}

/** Accounts remembered at most. */
const mostKnown = 10_000
/** A lease is used for so long after the last look whether another process waits for it. */
const trustMs = 1_000
/** After so long one that is still not given back cannot be used any more: its process is gone, or has not looked. */
const lapsedMs = 1_500
/** Between two tries to get at an account whose lease is elsewhere. */
const againMs = 20
/** A lease nobody used for so long is given back. */
const idleMs = 2_000

/**
 * Counts calls by account, hour and day. An account that one process alone serves is leased to it call by call in memory; one that several
 * serve at a time is counted in the store, call by call. So never more calls pass than the limit, what remains never rises within a window
 * whoever tells it, and a window is used to its last call. What a killed process held is lost to the account, not given twice.
 */
export class Limits {
  readonly #options: LimitsOptions
  readonly #known = new Map<string, Known>()
  /** Leases that ended here and may not have ended in the store. */
  readonly #unused = new Map<string, Unused>()
  readonly #waiting = new Map<string, Asked[]>()
  readonly #turns = new Map<string, Promise<void>>()
  #revision = -1
  #lookedAt = Number.NEGATIVE_INFINITY
  #sweptAt = Number.NEGATIVE_INFINITY
  #ended = false

  constructor(options: LimitsOptions) {
    this.#options = options
  }

  /** Counts a call without waiting; null where that takes a look into the store. */
  takeNow(holder: KeyHolder): Count | null {
    const now = this.#options.now()
    const known = this.#current(holder, now)
    if (known === null) return null
    if (known.own === 0) return known.lease === null ? this.#count(known, now, false) : null
    known.own--
    known.used = true
    return this.#count(known, now, true)
  }

  /** Counts a call. Rejects where the store cannot be asked. */
  async take(holder: KeyHolder): Promise<Count> {
    return this.takeNow(holder) ?? this.#ask(holder, 1)
  }

  /** How the account stands, without waiting; null where that takes a look into the store. Counts nothing. */
  lookNow(holder: KeyHolder): Count | null {
    const now = this.#options.now()
    const known = this.#current(holder, now)
    return known && this.#count(known, now, true)
  }

  /** How the account stands; counts nothing. Rejects likewise. */
  async look(holder: KeyHolder): Promise<Count> {
    return this.lookNow(holder) ?? this.#ask(holder, 0)
  }

  /**
   * Is called many times a second with the revision of leases, as it was read after `begun`. Gives back what others wait for, and what
   * nobody used for a while; until that is done nothing is believed that was read before.
   */
  async looked(revision: number, begun: number): Promise<void> {
    if (revision !== this.#revision) {
      const wanted = await this.#options.wanted()
      for (const account of wanted) this.#withdraw(account)
      await Promise.all(wanted.map((account) => this.#end(account)))
      this.#revision = revision
    }
    this.#lookedAt = begun
    if (begun - this.#sweptAt < idleMs) return
    this.#sweptAt = begun
    for (const [account, known] of this.#known) {
      const idle = !known.used
      known.used = false
      if (known.lease !== null && idle) void this.#end(account).catch(() => {})
    }
  }

  /** Gives back every lease, and takes none any more. Resolves when that is done, or the store does not answer. */
  async close(): Promise<void> {
    this.#ended = true
    const accounts = new Set([...this.#unused.keys(), ...this.#turns.keys()])
    for (const [account, known] of this.#known) if (known.lease !== null) accounts.add(account)
    await Promise.all([...accounts].map((account) => this.#end(account).catch(() => {})))
  }

  #current({ account, perHour, perDay }: KeyHolder, now: number): Known | null {
    const known = this.#known.get(account)
    if (known === undefined || known.limits.hour !== perHour || known.limits.day !== perDay) return null
    if (known.lease !== null && now - this.#lookedAt > trustMs) return null
    return now - known.start.hour < spans.hour ? known : null
  }

  #ask(holder: KeyHolder, calls: 0 | 1): Promise<Count> {
    return new Promise((resolve, reject) => {
      const asked = { holder, calls, resolve, reject }
      const waiting = this.#waiting.get(holder.account)
      if (waiting !== undefined) {
        waiting.push(asked)
        return
      }
      this.#waiting.set(holder.account, [asked])
      void this.#inTurn(holder.account, () => this.#answer(holder.account))
    })
  }

  /** What is done with the store for one account is done one after the other. */
  #inTurn(account: string, run: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(account) ?? Promise.resolve()).then(run, run)
    this.#turns.set(account, turn)
    const last = () => {
      if (this.#turns.get(account) === turn) this.#turns.delete(account)
    }
    turn.then(last, last)
    return turn
  }

  /** Answers all who wait for an account with one look into the store. */
  async #answer(account: string): Promise<void> {
    const waiting = this.#waiting.get(account) ?? []
    this.#waiting.delete(account)
    const rest = waiting.filter(({ holder, calls, resolve }) => {
      const count = calls === 0 ? this.lookNow(holder) : this.takeNow(holder)
      if (count !== null) resolve(count)
      return count === null
    })
    if (rest.length === 0) return
    try {
      // what the newest of them says of the limits: that of the others may be what they were
      const { perHour, perDay } = rest.at(-1)!.holder
      const limits = { hour: perHour, day: perDay }
      const calls = rest.reduce((sum, each) => sum + each.calls, 0)
      const { now, passed, left, lease } = await this.#take(account, limits, calls)
      const start = { hour: windowStart('hour', now), day: windowStart('day', now) }
      const known: Known = { limits, start, lease: lease?.number ?? null, own: lease?.calls ?? 0, left, used: true }
      if (lease !== null || left.hour <= 0 || left.day <= 0) this.#keep(account, known)
      let before = passed
      for (const each of rest) {
        if (each.calls === 0) each.resolve(this.#count(known, now, true))
        else if (before > 0) each.resolve(this.#count(known, now, true, --before))
        else each.resolve(this.#count(known, now, false))
      }
    } catch (error) {
      for (const each of rest) each.reject(error)
    }
  }

  /** Counts in the store; where another process holds the lease, when that is given back or cannot be used any more. */
  async #take(account: string, limits: Known['limits'], calls: number) {
    this.#withdraw(account)
    let number = -1
    let since = 0
    let lapsed: number | null = null
    for (;;) {
      const now = this.#options.now()
      const mayLease = !this.#ended && this.#known.size < mostKnown && now - this.#lookedAt <= trustMs
      const unused = this.#unused.get(account) ?? null
      const taken = await this.#options.take({ account, limits, now, calls, unused, mayLease, lapsed })
      this.#unused.delete(account)
      if (taken.kind === 'counted') return { now, ...taken }
      if (number !== taken.number) [number, since] = [taken.number, this.#options.now()]
      else if (now - since > lapsedMs) lapsed = number
      await wait(againMs)
    }
  }

  /** Where there are too many, windows that are full make room: the store tells it again. */
  #keep(account: string, known: Known): void {
    if (this.#known.size >= mostKnown) for (const [other, { lease }] of this.#known) if (lease === null) this.#known.delete(other)
    this.#known.set(account, known)
  }

  /** Counts nothing by a lease from now on. */
  #withdraw(account: string): void {
    const known = this.#known.get(account)
    if (known === undefined) return
    this.#known.delete(account)
    if (known.lease !== null) this.#unused.set(account, { number: known.lease, calls: known.own, start: known.start })
  }

  /** Gives the lease of an account back to the store. */
  #end(account: string): Promise<void> {
    this.#withdraw(account)
    return this.#inTurn(account, async () => {
      this.#withdraw(account)
      await this.#options.giveBack({ account, unused: this.#unused.get(account) ?? null })
      this.#unused.delete(account)
    })
  }

  /** @param more calls that pass after this one, and were counted with it */
  #count(known: Known, now: number, passed: boolean, more = 0): Count {
    const span = known.left.day < known.left.hour ? 'day' : 'hour'
    const end = known.start[span] + spans[span]
    return {
      passed,
      span,
      limit: known.limits[span],
      remaining: known.left[span] + known.own + more,
      reset: end / 1_000,
      resetIn: Math.max(1, Math.ceil((end - now) / 1_000)),
    }
  }
}
