import type { Timer } from '../../pipeline/http/timer.ts'

export interface FakeTimer extends Timer {
  /** Lets everything due in the next milliseconds happen, in order, each at its own time. */
  advance(milliseconds: number): Promise<void>
  /** Runs alarms until none is left; fails after `most` of them. */
  drain(most: number): Promise<void>
  readonly pending: number
}

interface Alarm {
  readonly at: number
  readonly run: () => void
}

/** Promise chains of the code under test settle before the next alarm. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

export function fakeTimer(): FakeTimer {
  let now = 0
  const alarms = new Set<Alarm>()

  function earliest(): Alarm | null {
    let first: Alarm | null = null
    for (const alarm of alarms) if (first === null || alarm.at < first.at) first = alarm
    return first
  }

  async function ring(alarm: Alarm): Promise<void> {
    alarms.delete(alarm)
    now = Math.max(now, alarm.at)
    alarm.run()
    await settle()
  }

  return {
    now: () => now,
    after(milliseconds, run) {
      const alarm = { at: now + Math.max(0, milliseconds), run }
      alarms.add(alarm)
      return () => {
        alarms.delete(alarm)
      }
    },
    async advance(milliseconds) {
      const until = now + milliseconds
      await settle()
      for (let next = earliest(); next !== null && next.at <= until; next = earliest()) await ring(next)
      now = until
    },
    async drain(most) {
      await settle()
      let rung = 0
      for (let next = earliest(); next !== null; next = earliest()) {
        if (++rung > most) throw new Error(`more than ${most} alarms`)
        await ring(next)
      }
    },
    get pending() {
      return alarms.size
    },
  }
}

/** Most events in any closed span of that length; `times` ascending. */
export function mostWithin(times: readonly number[], span: number): number {
  let most = 0
  let first = 0
  for (const [last, time] of times.entries()) {
    while (time - (times[first] as number) > span) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}
