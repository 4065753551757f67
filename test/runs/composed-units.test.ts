import { afterAll, beforeAll, expect, test } from 'vitest'
import { readKnownVersions } from '../../activities/compute/known.ts'
import type { ComposeUnit } from '../../activities/compute/units.ts'
import { homeAt } from '../../activities/home.ts'
import { seriesById } from '../../data/series.ts'
import type { Day } from '../../pipeline/days/day.ts'
import type { KnownVersions } from '../../pipeline/days/known-versions.ts'
import { trackDayReads } from '../../pipeline/days/noted-day.ts'
import { nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { treasuriesOn } from '../../pipeline/days/treasuries.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { openMarket } from '../../pipeline/warehouse/analysts/market.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyDay } from '../briefings/empty-day.ts'
import { sampleHome } from '../end-to-end/home.ts'
import { type ComposedUnit, composeEach, units, unitsThatReadUnseen } from './composed-units.ts'

/** By day every tenth metric and one later moment, at night all metrics and three. */
const isNight = process.env['TORTURE'] === '1'
if (!isNight) console.log('every tenth metric and one of three moments: set TORTURE=1 for all')
const asOf = dayNumber('2026-11-20')!
const noon = Date.parse('2026-11-20T12:00:00Z')
/** A unit that asks a day which notes nothing, and one that reads a clock. */
const plant = (day: Day): ComposeUnit<unknown, unknown>[] => {
  const planted = (id: string, value: unknown): ComposeUnit<unknown, unknown> => ({
    id,
    alsoReads: [],
    followedBy: [],
    compose: () => ({ value, documents: { metric: [{ document: { metric: id, value } }] }, summary: null }),
  })
  return [planted('planted-series', day.column('vix')?.value.at(-3)), planted('planted-clock', day.now)]
}

let market: Store
let known: KnownVersions
let before: ReadonlyMap<string, ComposedUnit>
beforeAll(async () => {
  market = await openMarket(homeAt((await sampleHome()).folder).market)
  known = await readKnownVersions(market, asOf)
  before = composeEach(known, { asOf, now: noon, plant })
})
afterAll(() => market.close())

test('what a unit did not read changes none of its documents', () => {
  const some = units.filter(({ id }, at) => isNight || !id.startsWith('metric/') || at % 10 === 0)
  expect(unitsThatReadUnseen(known, { asOf, now: noon, some, plant })).toEqual(['planted-series'])
})

test.each([true, false])('treasuries note each series that they ask for (sample: %s)', (sample) => {
  const asked: string[] = []
  const column = (id: string) => {
    asked.push(id)
    return null
  }
  treasuriesOn({ ...nothingFiled, sample, column, price: null, asOf, moment: noon })
  const { day, reads } = trackDayReads(emptyDay(asOf))
  day.treasuries()
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((id) => seriesById.has(id) && !reads.names.has(id))).toEqual([])
})

const moments = ['2026-11-20T21:40:00Z', '2026-11-20T13:59:59Z', '2026-11-20T23:50:00Z']
test.each(isNight ? moments : moments.slice(0, 1))('what stands beyond %s is the same then', (time) => {
  const later = Date.parse(time)
  const after = composeEach(known, { asOf, now: later, plant })
  const changed = [...before].filter(([id, { contents }]) => contents !== after.get(id)!.contents).map(([id]) => id)
  expect(changed.filter((id) => before.get(id)!.reads.until > later)).toEqual(['planted-clock'])
  // most stand, and time does change some
  expect([...before.values()].filter(({ reads }) => reads.until > later).length).toBeGreaterThan(250)
  if (later > noon + 8 * 3_600_000) expect(changed.length).toBeGreaterThan(2)
})
