import { Temporal } from 'temporal-polyfill'

/** When somebody wants the mail: at a local hour, in a zone of the IANA. */
export interface LocalHour {
  readonly zone: string
  readonly hour: number
}

/** The morning ends. */
const noon = 12

/** Whether a zone is one of the IANA, and no bare offset, which knows no summer time. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(zone)) return false
  try {
    Temporal.Now.instant().toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

const localOf = (now: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)

/** The next moment after `now` at which a local clock shows the hour; one that a spring change skips is moved on. */
export function nextMorning(now: number, { zone, hour }: LocalHour): number {
  const today = localOf(now, zone).toPlainDate()
  const at = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds
  return at(today) > now ? at(today) : at(today.add({ days: 1 }))
}

/** The local day, and whether its mail may be sent now: from the hour on, until noon. */
export function morningAt(now: number, { zone, hour }: LocalHour): { readonly day: string; readonly isMorning: boolean } {
  const local = localOf(now, zone)
  return { day: local.toPlainDate().toString(), isMorning: local.hour >= hour && local.hour < noon }
}
