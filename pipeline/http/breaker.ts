import type { Timer } from './timer.ts'

/** Whether an upstream that refused us, or fails again and again, is still not to be asked. */
export interface CircuitBreaker {
  /** Milliseconds left of the rest; 0 when it may be asked. */
  restMs(): number
  /** Leave it alone for that long from now; never shortens a rest. */
  rest(milliseconds: number): void
  /** It answered: whatever failed before is forgotten. */
  answered(): void
  /** It failed. True when that was once too often, and it rests from now on. */
  failed(): boolean
}

/** So many failures in a row, and over so long, are more than a moment's trouble. */
const tooOften = { failures: 3, overMs: 10_000 }
/** Longer than a host waits for an upstream (a minute): a run continues without it immediately, and the next run tries once. */
const failingRestMs = 20 * 60_000

export function circuitBreaker(timer: Timer): CircuitBreaker {
  let until = Number.NEGATIVE_INFINITY
  let failures = 0
  let since = 0
  const rest = (milliseconds: number): void => {
    until = Math.max(until, timer.now() + milliseconds)
  }
  return {
    restMs: () => Math.max(0, Math.ceil(until - timer.now())),
    rest,
    answered() {
      failures = 0
    },
    failed() {
      if (failures++ === 0) since = timer.now()
      const given = failures >= tooOften.failures && timer.now() - since >= tooOften.overMs
      if (given) rest(failingRestMs)
      return given
    },
  }
}
