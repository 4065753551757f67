import type { Timer } from '../../pipeline/http/timer.ts'

/** Of its jitter, where each row of the schedules starts. */
export const chance = 0.5

/** Time that passes only while everybody waits for it. */
export interface AcceleratedClock {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  readonly timer: Timer
  /** Time stands still until the function returned is called: real work is under way. */
  busy(): () => void
}

/**
 * A clock that jumps from alarm to alarm, beginning at `start` (milliseconds since 1970 UTC), whenever nothing real is under way. Work takes no
 * time by it; waits take exactly as long as was asked for. Alarms of one moment ring in the order in which they were set.
 */
export function acceleratedClock(start: number): AcceleratedClock {
  let now = start
  let under = 0
  let looking = false
  const alarms = new Set<{ readonly at: number; readonly run: () => void }>()

  /** Two turns of the event loop: whatever follows from what has just ended has begun by then. */
  function look(): void {
    if (looking) return
    looking = true
    setImmediate(() =>
      setImmediate(() => {
        looking = false
        if (under > 0 || alarms.size === 0) return
        const [first] = [...alarms].sort((a, b) => a.at - b.at)
        alarms.delete(first!)
        now = Math.max(now, first!.at)
        first!.run()
        look()
      }),
    )
  }

  return {
    now: () => now,
    timer: {
      now: () => now - start,
      after(milliseconds, run) {
        const alarm = { at: now + Math.max(0, milliseconds), run }
        alarms.add(alarm)
        look()
        return () => void alarms.delete(alarm)
      },
    },
    busy() {
      let still = true
      under++
      return () => {
        if (!still) return
        still = false
        under--
        look()
      }
    },
  }
}
