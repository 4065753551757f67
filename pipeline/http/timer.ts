/** Elapsed time and alarms, in milliseconds from an arbitrary zero that never jumps. Tests give their own. */
export interface Timer {
  now(): number
  /** Calls `run` once, not before `milliseconds` have passed; the function returned calls it off. */
  after(milliseconds: number, run: () => void): () => void
}

/** Monotonic, so that a corrected wall clock neither opens a limit nor stalls one. */
export const systemTimer: Timer = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const alarm = setTimeout(run, milliseconds)
    return () => clearTimeout(alarm)
  },
}
