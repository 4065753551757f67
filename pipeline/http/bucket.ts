import { InputError } from '../errors.ts'
import type { Timer } from './timer.ts'

export interface BucketLimits {
  /** Sustained rate, requests a second. */
  readonly perSecond: number
  /** How many may leave together after a quiet time, at least 1. */
  readonly burst: number
  /** How many processes share the rate, at least 1; asked before each request, because they come and go. One where left out. */
  readonly sharedBy?: () => number
  /** How many may be under way together, a whole number, at least 1. */
  readonly concurrency: number
}

export interface TokenBucket {
  /**
   * Resolves in the order of asking with the function that gives the place back, once a token and a place are free. Rejects with the
   * signal's reason when it aborts first; a waiter that leaves uses up nothing.
   */
  acquire(signal: AbortSignal): Promise<() => void>
  /** Rejects everybody who still waits. */
  dismiss(error: Error): void
}

interface Waiter {
  grant(giveBack: () => void): void
  reject(reason: unknown): void
}

/**
 * A token bucket with a cap on what is under way: in any closed span of S seconds at most `perSecond * S + burst` requests leave.
 * Kept as the time the next token is whole (the generic cell rate algorithm of ITU-T I.371), which has no counter that could drift.
 *
 * @throws InputError LIMIT_INVALID for limits that let nothing or everything through.
 */
export function tokenBucket(limits: BucketLimits, timer: Timer): TokenBucket {
  const { perSecond, burst, concurrency, sharedBy = () => 1 } = limits
  if (!(perSecond > 0 && Number.isFinite(perSecond) && burst >= 1 && Number.isFinite(burst)))
    throw new InputError('LIMIT_INVALID', 'A rate must be above 0 and a burst at least 1. Correct the limit of the upstream.', {
      perSecond,
      burst,
    })
  if (!(Number.isInteger(concurrency) && concurrency >= 1)) {
    const message = 'Concurrency must be a whole number of at least 1. Correct the limit of the upstream.'
    throw new InputError('LIMIT_INVALID', message, { concurrency })
  }

  const interval = () => (1_000 / perSecond) * Math.max(1, sharedBy())
  const waiting = new Set<Waiter>()
  let nextWhole = Number.NEGATIVE_INFINITY
  let underWay = 0
  let callOff: (() => void) | null = null

  function pump(): void {
    callOff?.()
    callOff = null
    for (const waiter of waiting) {
      if (underWay >= concurrency) return
      const now = timer.now()
      const early = nextWhole - (burst - 1) * interval() - now
      if (early > 0) {
        // An alarm may ring up to a millisecond early; pump looks again, so rounding up only saves a turn.
        callOff = timer.after(Math.ceil(early), pump)
        return
      }
      waiting.delete(waiter)
      nextWhole = Math.max(now, nextWhole) + interval()
      underWay++
      waiter.grant(place())
    }
  }

  function place(): () => void {
    let taken = true
    return () => {
      if (!taken) return
      taken = false
      underWay--
      pump()
    }
  }

  return {
    acquire(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason)
          return
        }
        const leave = () => {
          waiting.delete(waiter)
          reject(signal.reason)
          pump()
        }
        const waiter: Waiter = {
          grant(giveBack) {
            signal.removeEventListener('abort', leave)
            resolve(giveBack)
          },
          reject(reason) {
            signal.removeEventListener('abort', leave)
            reject(reason)
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.add(waiter)
        // The first waiter has its alarm already; one that joins the queue needs no other.
        if (waiting.size === 1) pump()
      })
    },
    dismiss(error) {
      const all = [...waiting]
      waiting.clear()
      pump()
      for (const waiter of all) waiter.reject(error)
    },
  }
}
