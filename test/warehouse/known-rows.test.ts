import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DatedHistory } from '../../pipeline/days/dated-rows.ts'
import type { DatedRow } from '../../pipeline/tables/index.ts'
import { asOfMoment, dayNumber } from '../../pipeline/time/day.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { readKnownRows } from '../../pipeline/warehouse/known-rows.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { auctionRow } from '../auction-row.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'

const noFigures = () => []
const due = '2026-05-12T17:05:00Z'

/** One recording of the ten-year auction of 2026-05-12 as it stood at a time. */
const seen = (at: string, bidToCover: number): Load => ({
  recording: recordingOf('https://example.org/auctions', at, at),
  feed: 'planted',
  parsed: { rows: { auction: [auctionRow({ due_at: due, bid_to_cover: bidToCover })] }, rejected: [], next: [] },
})

const store = await emptyStore()
beforeEach(async () => {
  for (const table of ['auction', 'recording']) await store.connection.run(`DELETE FROM ${table}`)
})
afterAll(() => store.close())

const known = async () => (await readKnownRows(store, ['auction'])).auction!
const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const told = (rows: readonly DatedRow<'auction'>[]) =>
  rows.map(({ bid_to_cover, known: at, basis, gone }) => [bid_to_cover, time(at), basis, time(gone)])

test('a row is known from the first recording that gives it; one that gives it again changes nothing', async () => {
  await load(store, [seen('2026-05-12T18:00:00Z', 2.4), seen('2026-05-13T18:00:00Z', 2.4)], noFigures)
  expect(told(await known())).toEqual([[2.4, '2026-05-12T18:00:00.000Z', 'reported', null]])
})

test('a row first seen more than a day after it was due counts from when it was due', async () => {
  await load(store, [seen('2026-08-22T23:59:59Z', 2.4)], noFigures)
  expect(told(await known())).toEqual([[2.4, '2026-05-12T17:05:00.000Z', 'deadline', null]])
})

test('what a later recording gives instead is known from then, and ends the row before; a return to the first is a third', async () => {
  const all = [seen('2026-05-12T18:00:00Z', 2.4), seen('2026-06-01T18:00:00Z', 2.5), seen('2026-07-01T18:00:00Z', 2.4)]
  await load(store, all, noFigures)
  expect(told(await known())).toEqual([
    [2.4, '2026-05-12T18:00:00.000Z', 'reported', '2026-06-01T18:00:00.000Z'],
    [2.5, '2026-06-01T18:00:00.000Z', 'reported', '2026-07-01T18:00:00.000Z'],
    [2.4, '2026-07-01T18:00:00.000Z', 'reported', null],
  ])
})

test('the order of loading does not matter, and what stood on a day is what the recordings up to it say', async () => {
  const times = ['2026-05-12T18:00:00Z', '2026-05-20T18:00:00Z', '2026-06-01T18:00:00Z', '2026-06-20T18:00:00Z']
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(times, { minLength: 1 }),
      fc.array(fc.constantFrom(2.4, 2.5), { minLength: 4, maxLength: 4 }),
      async (order, values) => {
        for (const table of ['auction', 'recording']) await store.connection.run(`DELETE FROM ${table}`)
        const valueAt = (at: string) => values[times.indexOf(at)]!
        for (const at of order) await load(store, [seen(at, valueAt(at))], noFigures)
        const history = new DatedHistory(await known())
        const first = [...order].sort()[0]!
        for (const at of [...order].sort()) {
          const day = dayNumber(at.slice(0, 10))!
          const standing = history.at(asOfMoment(day)).filter(({ gone }) => gone === null) as DatedRow<'auction'>[]
          expect(standing.map((row) => row.bid_to_cover)).toEqual([valueAt(at)])
        }
        const before = history.at(asOfMoment(dayNumber('2026-05-12')!))
        expect(before.length).toBe(1)
        expect((before[0] as DatedRow<'auction'>).bid_to_cover).toBe(valueAt(first))
      },
    ),
    { seed: 5, numRuns: 25 },
  )
})
