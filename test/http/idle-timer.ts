import type { Timer } from '../../pipeline/http/timer.ts'

export interface IdleTimer extends Timer {
  /** Lets so many milliseconds pass at once, and rings nothing. */
  skip(milliseconds: number): void
}

interface Alarm {
  readonly at: number
  readonly run: () => void
}

/** What has ended on one side reaches the other within this many turns of the event loop. */
const quietTurns = 8

/**
 * A clock that stands still while anything is under way, and goes on to the next alarm when nothing is: an answer comes before its time limit
 * however slow the machine, and what never answers is given up on at once.
 */
export function idleTimer(isBusy: () => boolean): IdleTimer {
  let now = 0
  let quiet = 0
  let turning = false
  const alarms = new Set<Alarm>()

  function turn(): void {
    turning = alarms.size > 0
    if (!turning) return
    quiet = isBusy() ? 0 : quiet + 1
    if (quiet > quietTurns) {
      quiet = 0
      const [next] = [...alarms].sort((a, b) => a.at - b.at)
      alarms.delete(next!)
      now = Math.max(now, next!.at)
      next!.run()
    }
    setTimeout(turn, 1)
  }

  return {
    now: () => now,
    after(milliseconds, run) {
      const alarm = { at: now + Math.max(0, milliseconds), run }
      alarms.add(alarm)
      if (!turning) {
        turning = true
        setTimeout(turn, 1)
      }
      return () => void alarms.delete(alarm)
    },
    skip(milliseconds) {
      now += milliseconds
    },
  }
}
