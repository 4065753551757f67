import type { Timer } from './timer.ts'

/** Whether an upstream that refused us is still to be left alone. */
export interface Breaker {
  /** Milliseconds left of the rest; 0 when it may be asked. */
  restMs(): number
  /** Leave it alone for that long from now; never shortens a rest. */
  rest(milliseconds: number): void
}

export function breaker(timer: Timer): Breaker {
  let until = Number.NEGATIVE_INFINITY
  return {
    restMs: () => Math.max(0, Math.ceil(until - timer.now())),
    rest(milliseconds) {
      until = Math.max(until, timer.now() + milliseconds)
    },
  }
}
