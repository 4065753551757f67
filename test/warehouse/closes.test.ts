import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CloseRow, SplitRow } from '../../pipeline/tables/close.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { sessionsReadByProvider } from '../../pipeline/warehouse/closes.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'

let store: Store
beforeEach(async () => {
  store = await emptyStore()
})
afterEach(() => store.close())

interface Given {
  readonly feed: string
  readonly session: string
  readonly value: number
  /** When it was read. */
  readonly at: string
  readonly due?: string
  readonly line?: string
}

let count = 0
function bodyOf(rows: readonly Given[], split: readonly SplitRow[] = []): Load {
  const [{ feed, at }] = rows as [Given]
  const close = rows.map(
    ({ session, value, line = 'XOM', due = `${session}T23:00:00Z` }): CloseRow => ({
      ...{ feed, market: 'us', line, session, value, unit: 'USD', shares: null, due_at: due },
    }),
  )
  const recording = recordingOf(`https://example.com/${feed}/${count++}`, new TextEncoder().encode(String(count)), at)
  return { recording, feed, parsed: { rows: { close, ...(split.length > 0 && { split }) }, rejected: [], next: [] } }
}
const arrive = (...loads: readonly Load[]) => load(store, loads, extractTotals)
const observed = (series = 'XOM.close') =>
  select<{ period: string; value: number; known: string; basis: string; version: number; feed: string }>(
    store,
    `SELECT period::VARCHAR AS period, value, strftime(known_at, '%Y-%m-%dT%H:%M:%SZ') AS known, known_basis AS basis, version, r.feed
     FROM observation o JOIN recording r ON r.id = o.recording WHERE series = $1 ORDER BY period, version`,
    [series],
  )
const refused = () =>
  select<{ rule: string; reason: string }>(store, "SELECT rule, reason FROM quarantine WHERE rule LIKE 'close%'")

const [massive, stooq, fails] = ['massive-closes', 'stooq-daily', 'sec-fails'] as const
const day = '2026-07-08'

describe('a session that several providers give', () => {
  test('has the close of the preferred one, whichever came first', async () => {
    await arrive(bodyOf([{ feed: stooq, session: day, value: 29.03, at: '2026-07-08T22:10:00Z' }]))
    expect(await observed()).toMatchObject([{ value: 29.03, feed: stooq, known: '2026-07-08T22:10:00Z', basis: 'reported' }])
    await arrive(bodyOf([{ feed: massive, session: day, value: 29.0301, at: '2026-07-09T08:10:00Z' }]))
    expect(await observed()).toMatchObject([{ value: 29.0301, feed: massive, version: 1 }])
    expect(await refused()).toEqual([])
  })

  test('has none where they differ by more than rounding, and is named with both', async () => {
    await arrive(
      bodyOf([{ feed: massive, session: day, value: 29.03, at: '2026-07-09T08:10:00Z' }]),
      bodyOf([{ feed: fails, session: day, value: 14.52, at: '2026-08-01T08:10:00Z' }]),
      bodyOf([{ feed: massive, session: '2026-07-09', value: 29.1, at: '2026-07-10T08:10:00Z' }]),
    )
    expect((await observed()).map(({ period }) => period)).toEqual(['2026-07-09'])
    expect(await refused()).toEqual([
      { rule: 'close-differs', reason: 'providers give different closes of this session: massive-closes 29.03, sec-fails 14.52' },
    ])
    // a correction mends it
    await arrive(bodyOf([{ feed: fails, session: day, value: 29.03, at: '2026-08-15T08:10:00Z' }]))
    expect((await observed()).map(({ period }) => period)).toEqual([day, '2026-07-09'])
    expect(await refused()).toEqual([])
  })

  test('was known when it was due where it was read later, and a correction when it was read', async () => {
    await arrive(
      bodyOf([{ feed: massive, session: day, value: 29.03, at: '2026-09-01T00:00:00Z' }]),
      bodyOf([{ feed: massive, session: day, value: 29.04, at: '2026-09-02T00:00:00Z' }]),
    )
    expect(await observed()).toMatchObject([
      { value: 29.03, known: '2026-07-08T23:00:00Z', basis: 'deadline', version: 1 },
      { value: 29.04, known: '2026-09-02T00:00:00Z', basis: 'reported', version: 2 },
    ])
  })

  test('is the same in whatever order bodies come, and after they are loaded again', async () => {
    const given = fc.record({
      feed: fc.constantFrom(massive, stooq, fails),
      session: fc.constantFrom('2026-07-06', '2026-07-07', day),
      value: fc.constantFrom(20, 20.003, 20.01, 37),
      at: fc.nat(40_000).map((minutes) => new Date(Date.parse('2026-07-08T12:00:00Z') + minutes * 60_000).toISOString()),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(given, { selector: ({ at }) => at, minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        async (all, chance) => {
          const loads = all.map((one) => bodyOf([one]))
          const wanted = expectedOf(all)
          for (const order of [loads, loads.toSorted(() => (chance.next().value! % 2 === 0 ? 1 : -1))]) {
            await store.close()
            store = await emptyStore()
            for (const one of order) await arrive(one)
            expect((await observed()).map(({ period, value }) => [period, value])).toEqual(wanted)
            await load(store, loads, extractTotals, { again: true })
            expect((await observed()).map(({ period, value }) => [period, value])).toEqual(wanted)
          }
        },
      ),
      { numRuns: process.env['TORTURE'] ? 100 : 4 },
    )
  })
})

/** The values of each session in the order they became known, worked out one by one. */
function expectedOf(all: readonly Given[]): [string, number][] {
  const decimals = { [massive]: 4, [stooq]: 3, [fails]: 2 }
  return [...new Set(all.map(({ session }) => session))].sort().flatMap((session) => {
    const byFeed = [massive, stooq, fails].flatMap((feed) => {
      const own = all.filter((one) => one.feed === feed && one.session === session)
      const values = own.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ value }) => value)
      return values.length === 0 ? [] : [{ feed, values: [...new Set(values)] }]
    })
    const newest = byFeed.map(({ values }) => values.at(-1)!)
    const coarse = 0.5 * 10 ** -Math.min(...byFeed.map(({ feed }) => decimals[feed]!))
    if (Math.max(...newest) - Math.min(...newest) > coarse + 1e-4 * Math.max(...newest) + 1e-9) return []
    return byFeed[0]!.values.map((value): [string, number] => [session, value])
  })
}

test('a session is read where it has closes, or where its address gave none long after it', async () => {
  const address = (day: string) => `https://api.massive.com/v2/aggs/grouped/locale/us/market/stocks/${day}?adjusted=false`
  const empty = (day: string, at: string): Load => ({
    recording: recordingOf(address(day), new TextEncoder().encode(day + at), at),
    feed: massive,
    parsed: { rows: {}, rejected: [], next: [] },
  })
  await arrive(
    bodyOf([{ feed: massive, session: day, value: 29.03, at: '2026-07-09T08:10:00Z' }]),
    empty('2026-07-07', '2026-07-08T08:10:00Z'),
    empty('2026-07-03', '2026-07-20T08:10:00Z'),
  )
  expect([...(await sessionsReadByProvider(store)).get(massive)!].map(isoDay).sort()).toEqual(['2026-07-03', day])
})

describe('a price that moves as in a split', () => {
  const before = { feed: massive, session: '2026-07-06', value: 40, at: '2026-07-07T08:00:00Z' }
  const after = { feed: massive, session: '2026-07-07', value: 20.1, at: '2026-07-08T08:00:00Z' }

  test('is left out from then on while nobody declares one', async () => {
    await arrive(bodyOf([before]), bodyOf([after]))
    expect((await observed()).map(({ period }) => period)).toEqual(['2026-07-06'])
    expect(await refused()).toMatchObject([{ rule: 'close-jump' }])
  })

  test('is read where a provider declares a split of that session, of whatever ratio', async () => {
    const split = { feed: massive, market: 'us', line: 'XOM', session: '2026-07-07', ratio: 2.2 }
    await arrive(bodyOf([before]), bodyOf([after], [split]))
    expect((await observed()).map(({ period }) => period)).toEqual(['2026-07-06', '2026-07-07'])
    expect(await refused()).toEqual([])
  })
})
