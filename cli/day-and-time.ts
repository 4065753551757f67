import { resolve } from 'node:path'
import type { FeedsMode } from '../activities/fetch/feeds.ts'
import { InputError } from '../pipeline/errors.ts'
import { dayMs, dayNumber, dayOf, endOfDay, isoDay } from '../pipeline/time/day.ts'
import { unknown } from './unknown.ts'

/** Day and logical time of a run. `now` in milliseconds UTC. */
export interface Moment {
  readonly asOf: string
  readonly now: number
}

/**
 * The day of the documents and the logical time of the run, from `--as-of` (default: today) and `--now` (default: the clock; for a past
 * day its end). Throws `InputError` for an invalid day or time, and for a future day.
 */
export function runMomentOf(asOf: string | undefined, now: string | undefined, clock: number): Moment {
  const given = now === undefined ? clock : Date.parse(now)
  if (Number.isNaN(given) || (now !== undefined && !/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(now)))
    throw new InputError('NOW', `"${now}" is not a time; write it as 2026-07-23T18:00:00Z`)
  if (asOf === undefined) return { asOf: isoDay(dayOf(given)), now: given }
  const day = dayNumber(asOf)
  if (day === null) throw new InputError('AS_OF', `"${asOf}" is not a day; write it as YYYY-MM-DD`)
  if (day > dayOf(clock)) throw new InputError('AS_OF', `${asOf} is in the future; the newest day is ${isoDay(dayOf(clock))}`)
  return { asOf, now: now === undefined ? Math.min(clock, endOfDay(day)) : given }
}

/** The day that an option `--date` names, in days since 1970. */
export function dateOption(text: string): number {
  const day = dayNumber(text)
  if (day === null) throw new InputError('DATE', `"${text}" is not a day; write it as YYYY-MM-DD`)
  return day
}

/** `sample`, `live` or `recorded:FOLDER`. */
export function feedsMode(text: string): FeedsMode {
  if (text === 'sample' || text === 'live') return { kind: text }
  if (text.startsWith('recorded:') && text.length > 9) return { kind: 'recorded', folder: resolve(text.slice(9)) }
  throw unknown('FEEDS', text, { kind: 'kind of feeds', names: ['sample', 'live', 'recorded:FOLDER'] })
}

/** A day or a time of an option, in milliseconds since 1970; a day is its begin, or where `end` asks for it its end. */
export function timeOption(option: string, text: string | undefined, end = false): number | null {
  if (text === undefined) return null
  const day = dayNumber(text)
  if (day !== null) return (day + (end ? 1 : 0)) * dayMs
  const time = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new InputError('TIME', `${option} must be a day (2026-07-23) or a time (2026-07-23T18:00:00Z)`)
  return time
}

/** The value of `--limit`: how many rows are listed at most. */
export function limitOption(text = '50'): number {
  const limit = Number(text)
  if (!/^\d{1,6}$/.test(text) || limit < 1) throw new InputError('LIMIT', '--limit must be a whole number from 1 to 999999')
  return limit
}
