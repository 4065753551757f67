import type { Schedule, ScheduleTimes } from '../../data/schedules.ts'
import { dayOf, weekday } from './day.ts'
import { localToUtc } from './zone.ts'

const minuteMs = 60_000
/** Local days that can hold the nearest due time of a weekly row: a week, and a day for the zone. */
const reach = 8

/** The latest due time at or before `moment`, in milliseconds UTC; null for a row that is never due. */
export function lastDueBy(when: ScheduleTimes, moment: number): number | null {
  if ('everyMinutes' in when) return floorTo(moment, when.everyMinutes * minuteMs)
  for (let day = dayOf(moment) + 1; day >= dayOf(moment) - reach; day--) {
    const past = dueOn(when, day).filter((due) => due <= moment)
    if (past.length > 0) return Math.max(...past)
  }
  return null
}

/** The first due time after `moment`, in milliseconds UTC; null for a row that is never due. */
export function nextDueAfter(when: ScheduleTimes, moment: number): number | null {
  if ('everyMinutes' in when) return floorTo(moment, when.everyMinutes * minuteMs) + when.everyMinutes * minuteMs
  for (let day = dayOf(moment) - 1; day <= dayOf(moment) + reach; day++) {
    const ahead = dueOn(when, day).filter((due) => due > moment)
    if (ahead.length > 0) return Math.min(...ahead)
  }
  return null
}

function floorTo(moment: number, stepMs: number): number {
  return Math.floor(moment / stepMs) * stepMs
}

function dueOn(when: Exclude<ScheduleTimes, { everyMinutes: number }>, day: number): number[] {
  return when.weekdays.includes(weekday(day)) ? when.at.map((clock) => localToUtc(day, clock, when.zone)) : []
}

/** A schedule and the due time (milliseconds UTC) that is up. */
export interface DueSchedule {
  readonly schedule: Schedule
  readonly due: number
}

/** What is to be done at a moment. */
export interface Agenda {
  /** To run now, one after the other, the longest due first. However many due times of a row were missed, it stands here once. */
  readonly run: readonly DueSchedule[]
  /** Missed for longer than their catch-up window: to be reported and passed over. */
  readonly passed: readonly DueSchedule[]
  /** The next moment at which a row comes up, in milliseconds UTC. */
  readonly next: number
}

/**
 * What is due at `moment`. `settled` says up to which due time a row is done with (run, skipped or passed over); of a row it does not name
 * the latest due time counts. `delays` puts the starts of a row off by so many milliseconds. Times in milliseconds UTC.
 */
export function agendaAt(
  schedules: readonly Schedule[],
  settled: ReadonlyMap<string, number>,
  delays: ReadonlyMap<string, number>,
  moment: number,
): Agenda {
  const run: DueSchedule[] = []
  const passed: DueSchedule[] = []
  let next = Number.POSITIVE_INFINITY
  for (const schedule of schedules) {
    const delay = delays.get(schedule.id) ?? 0
    next = Math.min(next, (nextDueAfter(schedule.when, moment - delay) ?? Number.POSITIVE_INFINITY) + delay)
    const due = lastDueBy(schedule.when, moment - delay)
    if (due === null || due <= (settled.get(schedule.id) ?? Number.NEGATIVE_INFINITY)) continue
    const list = moment - delay - due <= schedule.catchUpMinutes * minuteMs ? run : passed
    list.push({ schedule, due })
  }
  return { run: run.sort((a, b) => a.due - b.due), passed, next }
}
