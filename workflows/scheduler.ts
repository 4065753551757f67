import type { Log } from '../activities/activity.ts'
import type { FeedsMode } from '../activities/fetch/feeds.ts'
import { compareAndSwapJson } from '../activities/runs/runs-state.ts'
import type { Schedule } from '../data/schedules.ts'
import { codeAndMessage } from '../pipeline/errors.ts'
import { systemTimer, type Timer } from '../pipeline/http/timer.ts'
import type { Blobs } from '../pipeline/store/blobs.ts'
import { isoTime } from '../pipeline/time/day.ts'
import { agendaAt } from '../pipeline/time/schedule.ts'
import { waitUnlessAborted } from './hosts/retry.ts'
import type { RefreshInput } from './orchestrations/refresh.ts'

/** Up to which due time each row of `data/schedules.ts` is done with, in milliseconds UTC. */
export type ScheduleCursor = ReadonlyMap<string, number>

/** The scheduler of one process; a Temporal server has its own (`hosts/temporal-schedules.ts`), made from the same rows. */
export interface SchedulerOptions {
  readonly schedules: readonly Schedule[]
  /** What an earlier process left. */
  readonly cursor: ScheduleCursor
  /** Keeps the cursor for the next process. */
  save(cursor: ScheduleCursor): Promise<void>
  /** Runs a row; `due` is the due time in milliseconds UTC. A failure is reported, and retried within the catch-up window. */
  run(schedule: Schedule, due: number): Promise<void>
  /** A piece of work for when nothing is due; false when there is no more, after which it is not called again. A failure is reported. */
  idle?(): Promise<boolean>
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
 * its catch-up window, and are reported and passed over when it does not.
 */
export async function keepSchedules(options: SchedulerOptions): Promise<void> {
  const { schedules, clock, timer = systemTimer, chance, log, signal } = options
  const cursor = new Map(options.cursor)
  const delays = new Map(schedules.map(({ id, jitterMinutes }) => [id, Math.floor(chance() * jitterMinutes * minuteMs)]))
  const retryAt = new Map<string, number>()
  let { idle } = options
  while (!signal.aborted) {
    const now = clock()
    const { run, passed, next } = agendaAt(schedules, cursor, delays, now)
    for (const { schedule, due } of passed) {
      log.warn('missed for longer than its catch-up window', { schedule: schedule.id, due: isoTime(due) })
      cursor.set(schedule.id, due)
    }
    if (passed.length > 0) await options.save(cursor)
    const first = run.find(({ schedule }) => (retryAt.get(schedule.id) ?? 0) <= now)
    if (!first && idle) {
      try {
        if (!(await idle())) idle = undefined
      } catch (error) {
        idle = undefined
        if (!signal.aborted)
          log.warn('work between the schedules failed; the published edition stays live', { ...codeAndMessage(error) })
      }
      continue
    }
    if (!first) {
      await waitUnlessAborted(Math.min(next - now, longestWaitMs), timer, signal)
      continue
    }
    const { schedule, due } = first
    try {
      await options.run(schedule, due)
    } catch (error) {
      if (signal.aborted) return
      log.warn('a scheduled run failed; the published edition stays live', {
        schedule: schedule.id,
        due: isoTime(due),
        ...codeAndMessage(error),
      })
      retryAt.set(schedule.id, clock() + retryMs)
      continue
    }
    const until = (schedule.overlap === 'skip' ? clock() : now) - delays.get(schedule.id)!
    cursor.set(schedule.id, Math.max(due, until))
    await options.save(cursor)
  }
}

/** Input of a refresh that the schedule `trigger` asks for: the day is that of its logical time, and the analysts' copy has a separate schedule. */
export function scheduledRefresh(trigger: string, only: readonly string[], feeds: FeedsMode): RefreshInput {
  return { feeds, only, asOf: null, market: 'later', trigger }
}

const cursorKey = 'schedules.json'

/** The cursor that an earlier process left in the home, or null where none has refreshed it from these feeds yet. */
export async function readCursor(blobs: Blobs, feeds: string): Promise<ScheduleCursor | null> {
  return cursorIn(await blobs.get(cursorKey), feeds)
}

function cursorIn(bytes: Uint8Array | null, feeds: string): ScheduleCursor | null {
  if (bytes === null) return null
  const stored = JSON.parse(Buffer.from(bytes).toString('utf8')) as { feeds: string; settled: Record<string, string> }
  return stored.feeds === feeds ? new Map(Object.entries(stored.settled).map(([id, time]) => [id, Date.parse(time)])) : null
}

/** Keeps the cursor, with the later time of each row where another process was first or the answer of the store was lost. */
export async function writeCursor(blobs: Blobs, feeds: string, cursor: ScheduleCursor): Promise<void> {
  for (;;) {
    const bytes = await blobs.get(cursorKey)
    const standing = cursorIn(bytes, feeds)
    const latest = [...cursor].map(([id, time]) => [id, isoTime(Math.max(time, standing?.get(id) ?? time))])
    if (await compareAndSwapJson(blobs, cursorKey, bytes, { feeds, settled: Object.fromEntries(latest) })) return
  }
}
