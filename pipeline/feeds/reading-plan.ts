/** A company that an upstream may be asked about. Days are day numbers. */
export interface ReadingCandidate {
  /** Issuer id. */
  readonly company: string
  /** Its place in the list of its market, the largest first; null where it is listed no longer. */
  readonly place: number | null
  /** Day of the last answer, that there is nothing included; null where there was none. */
  readonly readOn: number | null
  /** Day of its newest report that a list names; null where none does. */
  readonly filedOn: number | null
  /** Requests without an answer since the last one, and the day of the newest of them. */
  readonly failures: number
  readonly failedOn: number | null
}

/** A company to be asked about, with the night: `filed` a report since it was read, `new` was never read, `old` was read long ago. */
export interface PlannedCompany {
  readonly company: string
  readonly why: 'filed' | 'new' | 'old'
  readonly on: number
  readonly failures: number
}

export interface NightlyQuota {
  readonly today: number
  readonly perNight: number
  /** Companies asked about today already. */
  readonly asked: number
  readonly againAfter: number | null
}

const order = ['filed', 'new', 'old'] as const
const mostDelay = 32

/**
 * The companies to be asked about in the order they are, each with its night: those that filed since they were read, then those never read, the
 * largest first, then those read longest ago. After a request without an answer a company waits 1, 2, 4 and up to 32 days, and others take its place.
 */
export function readingPlan(candidates: readonly ReadingCandidate[], nights: NightlyQuota): PlannedCompany[] {
  const due = candidates.flatMap((each) => {
    const why = whyDue(each, nights)
    return why === null ? [] : [{ ...each, why }]
  })
  due.sort(
    (a, b) =>
      order.indexOf(a.why) - order.indexOf(b.why) ||
      (a.why === 'old' ? a.readOn! - b.readOn! : 0) ||
      (a.place ?? Infinity) - (b.place ?? Infinity) ||
      (a.company < b.company ? -1 : 1),
  )
  const room = new Map([[nights.today, nights.perNight - nights.asked]])
  const roomOn = (day: number) => room.get(day) ?? nights.perNight
  let first = nights.today
  const planned = due.map(({ company, why, failures, failedOn }) => {
    while (roomOn(first) <= 0) first++
    let on = Math.max(first, failedOn === null ? first : failedOn + delayAfter(failures))
    while (roomOn(on) <= 0) on++
    room.set(on, roomOn(on) - 1)
    return { company, why, on, failures }
  })
  return planned.sort((a, b) => a.on - b.on)
}

function whyDue({ place, readOn, filedOn }: ReadingCandidate, { today, againAfter }: NightlyQuota): PlannedCompany['why'] | null {
  if (readOn === null) return place === null ? null : 'new'
  // a report of the day of the last answer may not have been in it
  if (filedOn !== null && filedOn >= readOn) return 'filed'
  return place !== null && againAfter !== null && readOn < today - againAfter ? 'old' : null
}

const delayAfter = (failures: number): number => Math.min(mostDelay, 2 ** Math.max(0, failures - 1))
