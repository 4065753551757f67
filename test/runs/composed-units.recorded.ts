import { beforeAll, expect, test } from 'vitest'
import type { KnownVersions } from '../../pipeline/days/known-versions.ts'
import { dayMs, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { recordedKnown } from '../briefings/recorded-known.ts'
import { composeEach, units, unitsThatReadUnseen } from './composed-units.ts'

/** Every second day of the last forty of the recordings; two of them by day. */
const every = process.env['TORTURE'] === '1' ? 1 : 10
const days = Array.from({ length: 20 }, (_, at) => dayNumber('2026-07-22')! - 2 * at).filter((_, at) => at % every === 3 % every)
if (every > 1) console.log(`${days.length} of the 20 days: set TORTURE=1 for all`)

let known: KnownVersions
beforeAll(async () => {
  known = await recordedKnown()
})

test.each(days.map((day) => [isoDay(day), day] as const))(
  'on %s what a unit did not read changes nothing, and it stands until its time',
  (_, asOf) => {
    const morning = asOf * dayMs + 9 * 3_600_000
    const before = composeEach(known, { asOf, now: morning })
    const some = units.filter(({ id }, at) => every === 1 || id === 'treasuries' || at % 12 === 0)
    expect(unitsThatReadUnseen(known, { asOf, now: morning, some })).toEqual([])
    const evening = morning + 14 * 3_600_000
    const later = composeEach(known, { asOf, now: evening })
    const stand = [...before].filter(([, { reads }]) => reads.until > evening)
    expect(stand.filter(([id, { contents }]) => contents !== later.get(id)!.contents).map(([id]) => id)).toEqual([])
    expect(stand.length).toBeGreaterThan(200)
  },
)
