import type { Schedule } from '../data/schedules.ts'
import { isoTime } from '../pipeline/calendar/day.ts'
import { agendaAt } from '../pipeline/calendar/schedule.ts'
import { systemTimer, type Timer } from '../pipeline/http/timer.ts'
import type { Log } from './host.ts'

/** The scheduler of one process; a Temporal server has its own (`hosts/temporal-schedules.ts`), made from the same rows. */
export interface SchedulerOptions {
  readonly schedules: readonly Schedule[]
  /** Up to which due time each row is done with, in milliseconds UTC: what an earlier process left. */
  readonly settled: ReadonlyMap<string, number>
  /** Keeps `settled` for the next process. */
  save(settled: ReadonlyMap<string, number>): Promise<void>
  /** Runs a row; `due` is the due time in milliseconds UTC. A failure is told, and tried again while the catch-up window lasts. */
  run(schedule: Schedule, due: number): Promise<void>
  /** Wall clock in milliseconds since 1970 UTC. */
  readonly clock: () => number
  readonly timer?: Pick<Timer, 'after'>
  /** A number from 0 to below 1, asked once a row: where in its jitter it starts. */
  readonly chance: () => number
  readonly log: Log
  readonly signal: AbortSignal
}

const minuteMs = 60_000
/** A machine that slept wakes with its timers late: the clock is looked at again at least this often. */
const longestWaitMs = minuteMs
/** Before a row whose run failed is tried again. */
const retryMs = 5 * minuteMs

/**
 * Runs what is due, one at a time, until the signal aborts. Missed due times of a row become one run when the latest of them lies within
 * its catch-up window, and are told and passed over when it does not.
 */
export async function keepSchedules(options: SchedulerOptions): Promise<void> {
  const { schedules, clock, timer = systemTimer, chance, log, signal } = options
  const settled = new Map(options.settled)
  const delays = new Map(schedules.map(({ id, jitterMinutes }) => [id, Math.floor(chance() * jitterMinutes * minuteMs)]))
  const retryAt = new Map<string, number>()
  while (!signal.aborted) {
    const now = clock()
    const { run, passed, next } = agendaAt(schedules, settled, delays, now)
    for (const { schedule, due } of passed) {
      log.warn('missed for longer than its catch-up window', { schedule: schedule.id, due: isoTime(due) })
      settled.set(schedule.id, due)
    }
    if (passed.length > 0) await options.save(settled)
    const first = run.find(({ schedule }) => (retryAt.get(schedule.id) ?? 0) <= now)
    if (!first) {
      await pause(Math.min(next - now, longestWaitMs), timer, signal)
      continue
    }
    const { schedule, due } = first
    try {
      await options.run(schedule, due)
    } catch (error) {
      if (signal.aborted) return
      const { name, message, code = name } = error as Error & { code?: string }
      log.warn('a scheduled run failed; what was published stays served', {
        schedule: schedule.id,
        due: isoTime(due),
        code,
        message,
      })
      retryAt.set(schedule.id, clock() + retryMs)
      continue
    }
    const until = (schedule.overlap === 'skip' ? clock() : now) - delays.get(schedule.id)!
    settled.set(schedule.id, Math.max(due, until))
    await options.save(settled)
  }
}

function pause(milliseconds: number, timer: Pick<Timer, 'after'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const callOff = timer.after(milliseconds, done)
    function done(): void {
      callOff()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
  })
}
