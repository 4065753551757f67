import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeAt } from '../../activities/home.ts'
import { readKnown } from '../../activities/known.ts'
import type { Unit } from '../../activities/units.ts'
import type { Day } from '../../pipeline/analysis/days/day.ts'
import type { Known } from '../../pipeline/analysis/days/known.ts'
import { filings } from '../../pipeline/analysis/days/noted-day.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { openMarket } from '../../pipeline/warehouse/market.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { seeded } from '../analysis/columns.ts'
import { sampleHome } from '../end-to-end/home.ts'
import { type ComposedUnit, changedKnown, composeEach, units, unitsThatReadUnseen } from './composed-units.ts'

/** By day one set of changes and one later moment, at night three of each. */
const isNight = process.env['TORTURE'] === '1'
if (!isNight) console.log('one of three sets of changes and of three moments: set TORTURE=1 for all')
const asOf = dayNumber('2026-11-20')!
const noon = Date.parse('2026-11-20T12:00:00Z')
/** A unit that asks a day which notes nothing, and one that reads a clock. */
const plant = (day: Day): Unit<unknown, unknown>[] => {
  const planted = (id: string, value: unknown): Unit<unknown, unknown> => ({
    id,
    alsoReads: [],
    followedBy: [],
    compose: () => ({ value, documents: { metric: [{ document: { metric: id, value } }] }, summary: null }),
  })
  return [planted('planted-series', day.column('vix')?.value.at(-3)), planted('planted-clock', day.now)]
}

let market: Store
let known: Known
let before: ReadonlyMap<string, ComposedUnit>
beforeAll(async () => {
  market = await openMarket(homeAt((await sampleHome()).folder).market)
  known = await readKnown(market, asOf)
  before = composeEach(known, { asOf, now: noon, plant })
})
afterAll(() => market.close())

test.each(isNight ? [1, 2, 3] : [1])('what a unit did not read changes none of its documents (seed %d)', (seed) => {
  const next = seeded(seed)
  const tables = Object.keys(known.rows ?? {})
  const all = [...known.versions.keys(), ...tables, filings]
  const changed = new Set(all.filter((id) => id === 'VIXCLS' || next() < 0.3))
  const after = composeEach(changedKnown(known, changed), { asOf, now: noon, plant })
  expect(unitsThatReadUnseen(before, after, changed)).toEqual(['planted-series'])
  const others = [...before].filter(([id, { contents }]) => contents !== after.get(id)!.contents)
  expect(others.length).toBeGreaterThan(100)
})

test('what a unit did not read of tables and filings changes none of its documents', () => {
  const tabled = new Set(briefingDefinitions.flatMap(({ id, tables = [] }) => (tables.length > 0 ? [`briefing/${id}`] : [])))
  const some = units.filter(({ id }) => tabled.has(id) || id === 'treasuries')
  for (const changed of [new Set(Object.keys(known.rows ?? {})), new Set([filings])]) {
    const after = composeEach(changedKnown(known, changed), { asOf, now: noon, some })
    const others = [...after].flatMap(([id, { contents }]) => (contents === before.get(id)!.contents ? [] : [id]))
    expect(others.length).toBeGreaterThan(0)
    for (const id of others) expect([...before.get(id)!.reads.names].some((name) => changed.has(name))).toBe(true)
  }
})

const moments = ['2026-11-20T21:40:00Z', '2026-11-20T13:59:59Z', '2026-11-20T23:50:00Z']
test.each(isNight ? moments : moments.slice(0, 1))('what stands beyond %s is the same then', (time) => {
  const later = Date.parse(time)
  const after = composeEach(known, { asOf, now: later, plant })
  const changed = [...before].filter(([id, { contents }]) => contents !== after.get(id)!.contents).map(([id]) => id)
  expect(changed.filter((id) => before.get(id)!.reads.until > later)).toEqual(['planted-clock'])
  // most stand, and time does change some
  expect([...before.values()].filter(({ reads }) => reads.until > later).length).toBeGreaterThan(250)
  if (later > noon + 8 * 3_600_000) expect(changed.length).toBeGreaterThan(3)
})
