import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { SightingRow } from '../../pipeline/tables/series.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'
import { parsedOf } from '../rows.ts'

const used: Store[] = []
const open = async (): Promise<Store> => {
  const store = await emptyStore()
  used.push(store)
  return store
}
const putBack = async (): Promise<void> => {
  for (const store of used.splice(0)) await store.close()
}
afterEach(putBack)

const day = (text: string): number => dayNumber(text)!
const ms = (text: string): number => Date.parse(text)

/** A recording made at `at` that shows values by day (published where a second time is given), of the VIX where no series is named. */
function shows(at: string, values: Record<string, number>, published?: string, series = 'VIXCLS'): Load {
  const sighting: SightingRow[] = Object.entries(values).map(([period, value]) => ({
    series,
    period: day(period),
    value,
    seenAt: ms(published ?? at),
    publishedAt: published ? ms(published) : null,
  }))
  return {
    recording: recordingOf(`https://example.org/${series}`, JSON.stringify([at, values, published]), at),
    feed: 'fred-graph',
    parsed: parsedOf({ sighting }),
  }
}

const observed = (store: Store) =>
  select<{ period: string; value: number; known: string; basis: string; version: number }>(
    store,
    `SELECT CAST(period AS VARCHAR) AS period, value, strftime(known_at, '%Y-%m-%dT%H:%M:%SZ') AS known, known_basis AS basis, version
     FROM observation ORDER BY period, version`,
  )

test('a recording that comes twice in one batch is loaded once', async () => {
  const store = await open()
  const one = shows('2026-07-22T08:00:00Z', { '2026-07-21': 17 })
  expect(await load(store, [one, one], () => [])).toMatchObject({ loaded: 1 })
  expect(await select(store, 'SELECT count(*)::INTEGER AS count FROM sighting')).toEqual([{ count: 1 }])
})

describe('known_at', () => {
  // VIX of Tuesday 2026-07-21 is due on 2026-07-22 13:00 UTC
  test.each([
    ['seen before it was due', '2026-07-22T08:00:00Z', '2026-07-22T08:00:00Z', 'reported'],
    ['seen within a day after', '2026-07-23T13:00:00Z', '2026-07-23T13:00:00Z', 'reported'],
    ['seen later: history', '2026-07-23T13:00:01Z', '2026-07-22T13:00:00Z', 'deadline'],
    ['seen years later', '2029-01-01T00:00:00Z', '2026-07-22T13:00:00Z', 'deadline'],
  ])('%s', async (_, at, known, basis) => {
    const store = await open()
    await load(store, [shows(at, { '2026-07-21': 17.05 })], () => [])
    expect(await observed(store)).toEqual([{ period: '2026-07-21', value: 17.05, known, basis, version: 1 }])
  })

  test('the time the source states wins', async () => {
    const store = await open()
    await load(store, [shows('2026-08-21T23:59:59Z', { '2026-07-21': 17.05 }, '2026-07-22T23:59:59Z')], () => [])
    expect(await observed(store)).toMatchObject([{ known: '2026-07-22T23:59:59Z', basis: 'filed' }])
  })

  test('a later, different value is a revision known when it was seen; the same value is nothing', async () => {
    const store = await open()
    const loads = [
      shows('2026-07-22T14:00:00Z', { '2026-07-21': 17.05 }),
      shows('2026-07-25T00:00:00Z', { '2026-07-21': 17.05 }),
      shows('2026-07-27T23:59:59Z', { '2026-07-21': 17.06 }),
      shows('2026-07-29T00:00:00Z', { '2026-07-21': 17.05 }),
    ]
    await load(store, loads, () => [])
    expect((await observed(store)).map(({ value, known, basis }) => [value, known, basis])).toEqual([
      [17.05, '2026-07-22T14:00:00Z', 'reported'],
      [17.06, '2026-07-27T23:59:59Z', 'reported'],
      [17.05, '2026-07-29T00:00:00Z', 'reported'],
    ])
  })

  test('a factor near 1,000 is a change of unit: held, with its recording and reason', async () => {
    const store = await open()
    await load(
      store,
      [shows('2026-07-22T14:00:00Z', { '2026-07-21': 17.05 }), shows('2026-07-27T00:00:00Z', { '2026-07-21': 17_050 })],
      () => [],
    )
    expect(await observed(store)).toMatchObject([{ value: 17.05 }])
    expect(await select(store, 'SELECT rule, series, excerpt FROM quarantine')).toEqual([
      { rule: 'unit-change', series: 'VIXCLS', excerpt: '2026-07-21,17050.0' },
    ])
    // a large move that is no change of unit is a revision
    await load(store, [shows('2026-07-28T00:00:00Z', { '2026-07-21': 170.5 })], () => [])
    expect((await observed(store)).map(({ value }) => value)).toEqual([17.05, 170.5])
  })

  test('a recording in another unit is held whole, its new periods too, whichever was loaded first', async () => {
    const days = ['2026-07-15', '2026-07-16', '2026-07-17', '2026-07-20']
    const all = (scale: number, ...more: string[]) =>
      Object.fromEntries([...days, ...more].map((each, i) => [each, (16 + i) * scale]))
    const loads = [
      shows('2026-07-21T14:00:00Z', all(1)),
      shows('2026-07-22T14:00:00Z', all(1_000, '2026-07-21')),
      shows('2026-07-23T14:00:00Z', { ...all(1, '2026-07-21', '2026-07-22'), '2026-07-20': 19.5 }),
    ]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [1, 0, 2],
    ]) {
      await putBack()
      const store = await open()
      for (const i of order) await load(store, [loads[i]!], () => [])
      const rows = (await observed(store)).map(({ period, value }) => [period, value])
      expect(rows, order.join()).toEqual([
        ['2026-07-15', 16],
        ['2026-07-16', 17],
        ['2026-07-17', 18],
        ['2026-07-20', 19],
        ['2026-07-20', 19.5],
        ['2026-07-21', 20],
        ['2026-07-22', 21],
      ])
      expect(await select(store, "SELECT count(*)::INTEGER AS n FROM quarantine WHERE rule = 'unit-change'")).toEqual([{ n: 5 }])
    }
  })

  test('zero and negative values are revised like any other', async () => {
    const store = await open()
    await load(
      store,
      [shows('2026-07-22T14:00:00Z', { '2026-07-21': 0 }), shows('2026-07-27T00:00:00Z', { '2026-07-21': -36.98 })],
      () => [],
    )
    expect((await observed(store)).map(({ value }) => value)).toEqual([0, -36.98])
  })
})

describe('a later vintage', () => {
  const marks = (store: Store) =>
    select<{ period: string; value: number; known: string; basis: string; vintage: string | null }>(
      store,
      `SELECT CAST(period AS VARCHAR) AS period, value, strftime(known_at, '%Y-%m-%dT%H:%M:%SZ') AS known, known_basis AS basis,
              strftime(vintage, '%Y-%m-%dT%H:%M:%SZ') AS vintage
       FROM observation ORDER BY series, period, version`,
    )
  /** The value of a series for a period as either macro has it at the end of a day; null where it has none. */
  const valueIn = async (store: Store, macro: 'as_known' | 'as_known_strict', asOf: string): Promise<number | null> => {
    const [row] = await select<{ value: number }>(store, `SELECT value FROM ${macro}(DATE '${asOf}')`)
    return row?.value ?? null
  }

  test('is marked with the moment it was first seen, on a series that is revised, and on no other', async () => {
    const store = await open()
    const seen = '2026-05-27T23:59:59Z'
    await load(
      store,
      [
        shows(seen, { '2008-10-31': 6.5, '2026-03-31': 4.4 }, undefined, 'UNRATE'),
        shows(seen, { '2008-10-10': 2.322 }, undefined, 'NFCI'),
        shows(seen, { '2008-10-10': 97.999 }, undefined, 'DTWEXBGS'),
        shows(seen, { '2008-10-10': 69.95 }, undefined, 'VIXCLS'),
      ],
      () => [],
    )
    expect(await marks(store)).toEqual([
      { period: '2008-10-10', value: 97.999, known: '2008-10-14T20:30:00Z', basis: 'deadline', vintage: seen },
      { period: '2008-10-10', value: 2.322, known: '2008-10-16T13:30:00Z', basis: 'deadline', vintage: seen },
      { period: '2008-10-31', value: 6.5, known: '2008-11-10T13:30:00Z', basis: 'deadline', vintage: seen },
      { period: '2026-03-31', value: 4.4, known: '2026-04-10T12:30:00Z', basis: 'deadline', vintage: seen },
      { period: '2008-10-10', value: 69.95, known: '2008-10-14T13:00:00Z', basis: 'deadline', vintage: null },
    ])
  })

  test('is none of a value seen when it was due, of a value whose source dates it, and of a revision', async () => {
    const store = await open()
    await load(
      store,
      [
        shows('2026-08-07T15:00:00Z', { '2026-07-31': 4.1 }, undefined, 'UNRATE'),
        shows('2026-09-30T15:00:00Z', { '2026-06-30': 4.2 }, '2026-07-02T12:30:00Z', 'UNRATE'),
        shows('2026-12-01T15:00:00Z', { '2026-07-31': 4.2 }, undefined, 'UNRATE'),
      ],
      () => [],
    )
    expect((await marks(store)).map(({ basis, vintage }) => [basis, vintage])).toEqual([
      ['filed', null],
      ['reported', null],
      ['reported', null],
    ])
  })

  test('as_known shows it for its day, marked; as_known_strict not before it was seen', async () => {
    const store = await open()
    await load(store, [shows('2026-05-27T23:59:59Z', { '2008-10-31': 6.5 }, undefined, 'UNRATE')], () => [])
    for (const [asOf, known, strict] of [
      ['2008-11-09', null, null],
      ['2008-11-10', 6.5, null],
      ['2026-05-26', 6.5, null],
      ['2026-05-27', 6.5, 6.5],
    ] as const)
      expect([asOf, await valueIn(store, 'as_known', asOf), await valueIn(store, 'as_known_strict', asOf)]).toEqual([
        asOf,
        known,
        strict,
      ])
    expect(await select(store, "SELECT vintage IS NOT NULL AS marked FROM as_known(DATE '2008-11-10')")).toEqual([
      { marked: true },
    ])
  })

  test('gives way to the vintages a source dates, whichever was loaded first: the first print is what was known', async () => {
    const loads = [
      shows('2026-05-27T23:59:59Z', { '2008-10-31': 6.5 }, undefined, 'UNRATE'),
      shows('2026-06-01T10:00:00Z', { '2008-10-31': 6.6 }, '2008-11-07T23:59:59Z', 'UNRATE'),
      shows('2026-06-01T10:00:00Z', { '2008-10-31': 6.5 }, '2009-01-09T23:59:59Z', 'UNRATE'),
    ]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      await putBack()
      const store = await open()
      for (const i of order) await load(store, [loads[i]!], () => [])
      expect(await marks(store)).toMatchObject([
        { value: 6.6, known: '2008-11-07T23:59:59Z', basis: 'filed', vintage: null },
        { value: 6.5, known: '2009-01-09T23:59:59Z', basis: 'filed', vintage: null },
      ])
      for (const macro of ['as_known', 'as_known_strict'] as const) {
        expect(await valueIn(store, macro, '2008-12-31')).toBe(6.6)
        expect(await valueIn(store, macro, '2009-01-09')).toBe(6.5)
      }
    }
  })
})

/** Random histories of recordings: some days, some values that repeat, some far off, some with stated times. */
const histories = fc.array(
  fc.record({
    hour: fc.integer({ min: 0, max: 24 * 40 }),
    values: fc.dictionary(fc.constantFrom('2026-07-20', '2026-07-21', '2026-07-22'), fc.constantFrom(17, 17.1, 18, 17_000, 0), {
      minKeys: 1,
      maxKeys: 3,
    }),
    published: fc.option(fc.integer({ min: 0, max: 24 * 40 }), { nil: undefined, freq: 3 }),
  }),
  { minLength: 1, maxLength: 8 },
)
const hourAt = (hour: number): string => new Date(ms('2026-07-21T00:00:00Z') + hour * 3_600_000).toISOString().replace('.000', '')
const loadsOf = (
  history: { hour: number; values: Record<string, number>; published: number | undefined }[],
  series?: string,
): Load[] =>
  history.map(({ hour, values, published }) =>
    shows(hourAt(hour), values, published === undefined ? undefined : hourAt(Math.min(hour, published)), series),
  )

const everything = async (store: Store) => ({
  rows: (await observed(store)).map((row) => JSON.stringify(row)),
  vintages: await select(store, 'SELECT period::VARCHAR, version, vintage::VARCHAR FROM observation ORDER BY ALL'),
  held: (await select(store, 'SELECT recording, series, rule, excerpt FROM quarantine ORDER BY ALL')).map((row) =>
    JSON.stringify(row),
  ),
})

/** Each run loads what it drew twice over. */
const numRuns = process.env['TORTURE'] ? 1_000 : 15

describe('properties', () => {
  test('the order of loading, batches and repeated loads change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async (history, randomness) => {
        await putBack()
        const loads = loadsOf(history)
        const once = await open()
        await load(once, loads, () => [])
        const shuffled = loads.map((entry) => ({ entry, key: randomness.next().value as number })).sort((a, b) => a.key - b.key)
        const other = await open()
        for (const { entry } of shuffled) await load(other, [entry], () => [])
        await load(other, loads, () => [])
        expect(await everything(other)).toEqual(await everything(once))
      }),
      { numRuns, seed: Number(process.env['SEED'] ?? 1) },
    )
  })

  test('as_known(day) never sees what became known later: rows and revisions seen after a day leave its answer as it was', async () => {
    await fc.assert(
      fc.asyncProperty(histories, histories, fc.integer({ min: 0, max: 40 }), async (before, after, offset) => {
        await putBack()
        const last = day('2026-07-21') + offset
        const moment = (last + 1) * 86_400_000
        const early = loadsOf(before).filter(({ recording }) => ms(recording.at) < moment)
        // what speaks of a later moment only: a recording that states an earlier publication does change what was known then
        const spoken = ({ recording, parsed }: Load) =>
          Math.min(
            ms(recording.at),
            ...('rows' in parsed ? (parsed.rows.sighting ?? []).map((row) => row.publishedAt ?? row.seenAt) : []),
          )
        const late = loadsOf(after).filter((entry) => spoken(entry) >= moment)
        const store = await open()
        await load(store, early, () => [])
        // a sighting that is held is no answer: the first value accepted later is history, dated by its release rule
        const answered = new Set((await observed(store)).map(({ period }) => period))
        const asked = `SELECT CAST(period AS VARCHAR) AS period, value, CAST(known_at AS VARCHAR) AS known FROM as_known(DATE '${isoDay(last)}') ORDER BY period`
        const answer = await select(store, asked)
        for (const entry of late) await load(store, [entry], () => [])
        const again = await select<{ period: string }>(store, asked)
        // a period first seen later is history: by its release rule it was known then, whether or not we had read it
        expect(again.filter(({ period }) => answered.has(period))).toEqual(answer)
      }),
      { numRuns, seed: Number(process.env['SEED'] ?? 1) },
    )
  })

  test('of a revised series, as_known_strict(day) answers from what had been seen or stated by then alone, in whatever order it was loaded', async () => {
    const marked = { rows: 0 }
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.integer({ min: 0, max: 40 }),
        fc.infiniteStream(fc.nat()),
        async (history, offset, random) => {
          await putBack()
          const last = day('2026-07-21') + offset
          const moment = (last + 1) * 86_400_000
          const loads = loadsOf(history, 'NFCI')
          const asked = `SELECT CAST(period AS VARCHAR) AS period, value FROM as_known_strict(DATE '${isoDay(last)}') ORDER BY period`
          const all = await open()
          const shuffled = loads.map((entry) => ({ entry, key: random.next().value as number })).sort((a, b) => a.key - b.key)
          for (const { entry } of shuffled) await load(all, [entry], () => [])
          // the same with what speaks of later moments never loaded
          const then = await open()
          const spoken = ({ parsed }: Load) =>
            'rows' in parsed ? Math.min(...(parsed.rows.sighting ?? []).map((row) => row.publishedAt ?? row.seenAt)) : moment
          await load(
            then,
            loads.filter((entry) => spoken(entry) < moment),
            () => [],
          )
          // a block of values in another unit is told by what is loaded later as well
          const held = await select(all, "SELECT 1 AS n FROM quarantine WHERE rule = 'unit-change'")
          if (held.length === 0) expect(await select(all, asked)).toEqual(await select(then, asked))
          const early = `SELECT count(*)::INTEGER AS n FROM as_known_strict(DATE '${isoDay(last)}') WHERE greatest(known_at, vintage) >= TIMESTAMP '${isoDay(last + 1)}'`
          expect(await select(all, early)).toEqual([{ n: 0 }])
          const [found] = await select<{ n: number }>(all, 'SELECT count(vintage)::INTEGER AS n FROM observation')
          marked.rows += found!.n
        },
      ),
      { numRuns, seed: Number(process.env['SEED'] ?? 1) },
    )
    expect(marked.rows).toBeGreaterThan(0)
  })
})
