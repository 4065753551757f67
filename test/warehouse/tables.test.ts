import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Rows, tables } from '../../pipeline/tables/index.ts'
import { quarantineTable } from '../../pipeline/tables/recording.ts'
import { sightingTable } from '../../pipeline/tables/series.ts'
import type { Column, Table } from '../../pipeline/tables/table.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'

const given = (tables as readonly Table[]).filter(({ recording }) => recording !== undefined)
const byColumns = given.filter(({ name }) => name !== sightingTable.name && name !== quarantineTable.name)
const first = dayNumber('2026-07-01')!

/** A value of a column of this type; of few, so that keys meet. */
function cellOf(type: string): fc.Arbitrary<unknown> {
  const few: Readonly<Record<string, readonly unknown[]>> = {
    VARCHAR: ['a', 'b', 'it\'s, ["1"]'],
    DATE: ['2026-07-01', '2026-07-02'],
    TIMESTAMP: ['2026-07-01T10:00:00Z', '2026-07-02T10:00:00.250Z', '2026-07-03T10:00:00Z'],
    SMALLINT: [1, 2],
    INTEGER: [0, 1, 2],
    BIGINT: [1, 2],
    DOUBLE: [0.5, 17.5],
    BOOLEAN: [true, false],
    JSON: [[], [{ text: 'a "b"', value: null }]],
    DECIMAL: ['1', '-123456789012345678.12345678'],
  }
  const [name] = type.split(/[ (]/)
  const some = fc.constantFrom(...few[name!]!)
  return type.includes('NOT NULL') ? some : fc.option(some)
}

const rowOf = (columns: readonly Column[]) => fc.record(Object.fromEntries(columns.map(([name, type]) => [name, cellOf(type)])))

/** Rows of one recording, of every table. */
const rowsOf: fc.Arbitrary<Rows> = fc.record({
  ...Object.fromEntries(
    byColumns.map(({ name, columns, recording, recordedAt }) => [
      name,
      fc.array(rowOf(columns.filter(([column]) => column !== recording && column !== recordedAt)), { maxLength: 5 }),
    ]),
  ),
  sighting: fc.array(
    fc.record({
      series: fc.constantFrom('VIXCLS', 'WALCL'),
      period: fc.integer({ min: first, max: first + 4 }),
      value: fc.constantFrom(17, 18, 17_000),
      seenAt: fc.integer({ min: 10, max: 14 }).map((day) => (first + day) * 86_400_000),
      publishedAt: fc.constant(null),
    }),
    { maxLength: 6 },
  ),
})

const loadsOf: fc.Arbitrary<Load[]> = fc
  .array(fc.record({ day: fc.integer({ min: 0, max: 6 }), rows: rowsOf, refused: fc.boolean() }), { minLength: 2, maxLength: 6 })
  .map((all) =>
    all.map(({ day, rows, refused }, place) => ({
      recording: recordingOf(`https://example.org/${place}`, String(place), `${isoDay(first + day)}T12:00:00Z`),
      feed: 'planted',
      parsed: {
        rows,
        rejected: refused ? [{ series: null, rule: 'planted', reason: 'to see it kept', row: String(place) }] : [],
        next: [],
      },
    })),
  )

/** All rows but those of `recording` itself, whose numbers follow the order of loading; a recording by its id. */
async function contentOf(store: Store): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const { name } of [...given, { name: 'observation' }]) {
    const numbered = given.find((table) => table.name === name)?.recording === 'recording_no'
    const from = numbered ? `${name} t JOIN recording r ON r.no = t.recording_no` : `${name} t`
    const what = numbered ? 't.* EXCLUDE (recording_no), r.id AS recording' : 't.*'
    const rows = await select<{ row: string }>(
      store,
      `SELECT to_json(x)::VARCHAR AS row FROM (SELECT ${what} FROM ${from}) x ORDER BY row`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

/** Whose rows stand, reckoned plainly: by group, the newest or the earliest recording that gives one; and the least value of all. */
function standing(
  { name, onConflict, per, key = [], least = [], recording: recordedIn }: Table,
  loads: readonly Load[],
): string[] {
  const groups = new Map<string, { recording: string; made: string; least: string[] }>()
  const counted = new Set<string>()
  for (const { recording, parsed } of loads) {
    const rows = ('rows' in parsed ? (parsed.rows[name as keyof Rows] ?? []) : []) as unknown as Record<string, string>[]
    const made = `${recording.at} ${recording.id}`
    for (const row of rows) {
      const group = (per ?? key).map((column) => (column === recordedIn ? recording.id : row[column])).join('|')
      if (counted.has(`${made} ${group}`)) continue
      counted.add(`${made} ${group}`)
      const other = groups.get(group)
      const mine = least.map((column) => (row[column] == null ? '' : String(row[column]).slice(0, 10)))
      const wins = other === undefined || made === other.made || made > other.made === (onConflict === 'newest')
      groups.set(group, {
        ...(wins ? { recording: recording.id, made } : other),
        least: mine.map((value, i) => [value, other?.least[i] ?? ''].filter((each) => each !== '').sort()[0] ?? ''),
      })
    }
  }
  return [...groups].map(([group, { recording, least: values }]) => [group, recording, ...values].join('|')).sort()
}

async function stands(store: Store, { name, per, key = [], least = [], recording }: Table): Promise<string[]> {
  const columns = [
    ...(per ?? key).map((column) => `t.${column}`),
    'r.id',
    ...least.map((column) => `left(t.${column}::VARCHAR, 10)`),
  ].join(", '|', ")
  const rows = await select<{ row: string }>(
    store,
    `SELECT DISTINCT concat(${(per ?? key).length === 0 ? "'|', " : ''}${columns}) AS row FROM ${name} t
     JOIN recording r ON r.${recording === 'recording_no' ? 'no' : 'id'} = t.${recording}`,
  )
  return rows.map(({ row }) => row).sort()
}

const nothingExtracted = () => []

test('every table with a recording column is filled by the property below', () => {
  expect(byColumns.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['filing', 'withdrawal', 'span', 'report', 'company_fact', 'listing']),
  )
})

test('of all declared tables: the rows declared to stand do, in whatever order they are loaded, loaded twice, and again', async () => {
  let kept = 0
  await fc.assert(
    fc.asyncProperty(loadsOf, fc.infiniteStream(fc.nat()), async (loads, random) => {
      const next = () => random.next().value as number
      const once = await emptyStore()
      await load(once, loads, nothingExtracted)
      const expected = await contentOf(once)
      kept += Object.values(expected).flat().length
      for (const table of byColumns)
        if (table.onConflict !== 'append') expect(await stands(once, table), table.name).toEqual(standing(table, loads))

      const mixed = await emptyStore()
      const shuffled = loads.map((each) => ({ each, at: next() })).sort((a, b) => a.at - b.at)
      for (const { each, at } of shuffled)
        await load(mixed, at % 3 === 0 ? [each, loads[at % loads.length]!] : [each], nothingExtracted)
      expect(await contentOf(mixed)).toEqual(expected)

      expect(await load(mixed, loads, nothingExtracted)).toEqual({ loaded: 0, refused: 0, rejected: 0, changed: false })
      expect(await contentOf(mixed)).toEqual(expected)

      const again = loads.filter(() => next() % 2 === 0)
      expect((await load(mixed, again, nothingExtracted, { again: true })).loaded).toBe(again.length)
      expect(await contentOf(mixed)).toEqual(expected)
      for (const store of [once, mixed]) await store.close()
    }),
    { seed: 20_261_122, numRuns: 6 },
  )
  expect(kept).toBeGreaterThan(500)
})
