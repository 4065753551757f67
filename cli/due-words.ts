import type { When } from '../data/schedules.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
/** So many times a day are summed up. */
const many = 6
const minuteMs = 60_000

/** When a schedule is due, in words: its times are those of its time zone. */
export function whenInWords(when: When): string {
  if ('everyMinutes' in when) return every(when.everyMinutes)
  const days =
    when.weekdays.length === 7 ? 'daily' : when.weekdays.join() === '1,2,3,4,5' ? 'Mon to Fri' : daysInWords(when.weekdays)
  return `${days} ${timesInWords(when.at)}`
}

/** The time zone of its times; null for one that counts minutes. */
export function zoneOf(when: When): string | null {
  return 'zone' in when ? when.zone : null
}

/** The time until `due`, in milliseconds since 1970 UTC both, to the minute: "in 9 h 5 min". */
export function untilInWords(due: number, now: number): string {
  const minutes = Math.ceil((due - now) / minuteMs)
  if (minutes < 60) return `in ${minutes} min`
  if (minutes < 48 * 60) return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `in ${Math.floor(minutes / 1_440)} days`
}

function every(minutes: number): string {
  return minutes % 60 === 0 ? (minutes === 60 ? 'every hour' : `every ${minutes / 60} hours`) : `every ${minutes} minutes`
}

function daysInWords(days: readonly number[]): string {
  return list.format(days.map((day) => weekdays[day - 1]!))
}

function timesInWords(times: readonly string[]): string {
  const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  if (times.length < many) return `at ${list.format(times)}`
  const step = minutes[1]! - minutes[0]!
  const isRegular = minutes.every((at, i) => at === minutes[0]! + i * step)
  return `${isRegular ? every(step) : `${times.length} times`} from ${times[0]} to ${times.at(-1)}`
}
