import type { ServerClock } from '../http/clock.ts'
import type { KeyHolder } from '../state/accounts.ts'
import { type CallCounts, type CallWindow, callWindowsMs } from '../state/calls.ts'

/** The status of an account in the window closest to being used up. */
export interface CallCount {
  /** False where the window is used up: the call is refused. */
  readonly passed: boolean
  readonly span: CallWindow
  readonly limit: number
  readonly remaining: number
  /** Seconds since 1970 at which the window ends, and seconds until then, one at least. */
  readonly reset: number
  readonly resetIn: number
}

/** Counts calls by account, hour and day. Both reject where the store cannot be asked. */
export interface Limits {
  /** Counts a call, if it passes. */
  take(holder: KeyHolder): Promise<CallCount>
  /** How the account stands; counts nothing. */
  look(holder: KeyHolder): Promise<CallCount>
}

/** What the counted calls leave of the limits. */
export function callCountOf({ perHour, perDay }: KeyHolder, counted: CallCounts, passed: boolean, clock: ServerClock): CallCount {
  const limits = { hour: perHour, day: perDay }
  const left = (span: CallWindow) => Math.max(0, limits[span] - counted[span].calls)
  const span = left('day') < left('hour') ? 'day' : 'hour'
  const end = counted[span].start + callWindowsMs[span]
  return {
    passed,
    span,
    limit: limits[span],
    remaining: left(span),
    reset: Math.ceil(clock.shown(end) / 1_000),
    resetIn: Math.max(1, Math.ceil((end - clock.now()) / 1_000)),
  }
}
