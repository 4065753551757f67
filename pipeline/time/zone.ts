import { Temporal } from 'temporal-polyfill'
import { dayMs } from './day.ts'

/** Offsets worked out so far, by zone, then by minute of all days: a long history asks for the same few thousand again and again. */
const offsets = new Map<string, Map<number, number>>()
/** Offsets remembered of one zone. */
const mostOffsets = 200_000

/** What to take off local time at `minutes` of `day` to have UTC, in milliseconds; a clock time a spring change skips is moved on by an hour. */
function offsetAt(day: number, minutes: number, zone: string): number {
  const ofZone = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, ofZone)
  const minute = day * 1_440 + minutes
  const known = ofZone.get(minute)
  if (known !== undefined) return known
  const local = Temporal.Instant.fromEpochMilliseconds(day * dayMs + minutes * 60_000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  const zoned = local.toZonedDateTime(zone, { disambiguation: 'later' })
  const offset = day * dayMs + minutes * 60_000 - zoned.epochMilliseconds
  if (ofZone.size >= mostOffsets) ofZone.clear()
  ofZone.set(minute, offset)
  return offset
}

/**
 * Local `clock` (`HH:MM` or `HH:MM:SS`) of day number `day` in an IANA zone -> milliseconds UTC.
 * A clock time that occurs twice (autumn) is read as the later one: never too early.
 */
export function localToUtc(day: number, clock: string, zone: string): number {
  const [hours = '0', minutes = '0', seconds = '0'] = clock.split(':')
  const local = day * dayMs + (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  if (zone === 'UTC') return local
  return local - offsetAt(day, Number(hours) * 60 + Number(minutes), zone)
}

/** The same for an ISO day. `zonedToUtc('2026-01-20', '08:00:28', 'America/New_York')` is 2026-01-20T13:00:28Z. */
export function zonedToUtc(day: string, clock: string, zone: string): number {
  return localToUtc(Date.parse(`${day}T00:00:00Z`) / dayMs, clock, zone)
}
