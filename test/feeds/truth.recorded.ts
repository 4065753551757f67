import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { feedFor, feeds } from '../../pipeline/feeds/index.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { handRead } from '../companies/markets.ts'
import { root } from '../house/tree.ts'
import { named, type RecordedRow, recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { withQuarters } from './ownership-quarters.ts'
import { asSent } from './saved-yen.ts'

interface Place {
  readonly feed: string
  readonly file: string
  readonly url: string
  /** Day of the recording. */
  readonly at: string
}

/** Of a body, by series: the count of its values, their sum, and the sum of each value times the day number of its period. */
type Body = Place & { readonly series: Readonly<Record<string, readonly [count: number, sum: number, dated: number]>> }

/** One value of a series, or one cell of the row of a table that has these cells. `value` null: there is none. */
type Row =
  | (Omit<Place, 'url' | 'at'> & {
      readonly series: string
      readonly period: string
      readonly stated?: string
      readonly value: number | null
      readonly unit: string
    })
  | (Place & { readonly table: string; readonly key: object; readonly column: string; readonly value: string | number | null })

const truthIn = (name: string) => JSON.parse(readFileSync(join(root, 'test/truth', name), 'utf8'))
const { bodies, rows } = truthIn('feeds.json') as { bodies: readonly Body[]; rows: readonly Row[] }

/** Feeds of filings, whose figures a person read out of the documents, are held by tests of their readers. */
const elsewhere: Readonly<Record<string, () => number>> = {
  'sec-documents': () =>
    truthIn('strategy-8k.json').documents.filter(({ count }: { count: string | null }) => count !== null).length,
  'edinet-documents': () =>
    truthIn('treasuries.edinet.json').packages.flatMap(({ values }: { values: object }) => Object.values(values)).length,
  'dart-accounts': () => handRead.filter(({ market, kind }) => market === 'Korea' && kind === 'statement').length,
  'sec-company-filings': () => handRead.filter(({ market, kind }) => market === 'USA' && kind === 'shares').length,
}

const placesOf = (feed: string): Place[] => {
  const places = [...bodies, ...rows.filter((row) => 'table' in row)].filter((place) => place.feed === feed)
  return [...new Map(places.map((place) => [place.file, place])).values()]
}

/** Feeds whose recorded bodies were saved otherwise than sent. */
const mended: Readonly<Record<string, (saved: string) => string>> = { h10: asSent, 'fiscaldata-ownership': withQuarters }

function read({ feed, file, url, at }: Place) {
  const whole = readFileSync(join(recordedFolder, file))
  const mend = mended[feed]
  const body = mend ? Buffer.from(mend(whole.toString('utf8'))) : whole
  const reader = feeds.find(({ id }) => id === feed)!
  expect(feedFor(url)?.id).toBe(feed)
  return flattened(reader.parse(body, recordingOf(url, body, `${at}T23:59:59Z`)))
}

type Read = ReturnType<typeof read>

/** Count, sum and dated sum of every series of a body. */
function sumsOf({ sighting }: Read): Map<string, [number, number, number]> {
  const sums = new Map<string, [number, number, number]>()
  for (const { series: id, period, value } of sighting) {
    const [count, sum, dated] = sums.get(id) ?? [0, 0, 0]
    sums.set(id, [count + 1, sum + value, dated + value * period])
  }
  return sums
}

/** Equal but for the last of 16 digits, which adding up in binary may lose. */
const nearly = (figure: number) =>
  expect.toSatisfy((other: number) => Math.abs(other - figure) <= 1e-11 * Math.abs(figure) + 1e-9)

function readingOf(row: Row, parsed: Read): unknown {
  if ('table' in row) {
    const table = (parsed as unknown as Record<string, readonly Record<string, unknown>[]>)[row.table]!
    const matching = table.filter((each) => Object.entries(row.key).every(([column, cell]) => each[column] === cell))
    expect(matching, JSON.stringify(row.key)).toHaveLength(1)
    return matching[0]![row.column]
  }
  const sightings = parsed.sighting.filter(
    ({ series: id, period, seenAt }) =>
      id === row.series &&
      isoDay(period) === row.period &&
      (row.stated === undefined || new Date(seenAt).toISOString().startsWith(row.stated)),
  )
  expect(sightings.length).toBeLessThan(2)
  return sightings[0]?.value ?? null
}

/** The bodies in all indexes that tests read. */
const recorded = (): RecordedRow[] =>
  readdirSync(recordedFolder)
    .filter((name) => /^recordings.*\.json$/.test(name))
    .flatMap((name) => JSON.parse(readFileSync(join(recordedFolder, name), 'utf8')).recordings as RecordedRow[])
    .filter(({ file, sha256 }) => named.get(file) === sha256)

const bulk = feeds.flatMap(({ id, kind }) => (kind === 'bulk' ? [id] : []))
const readApart = [...new Set([...bodies, ...rows].map(({ feed }) => feed))].filter((id) => !bulk.includes(id))

test('the units of the values are those of their series', () => {
  const units = new Map<string, string>(series.map(({ id, unit }) => [id, unit]))
  const other = rows.filter((row) => 'unit' in row && units.get(row.series) !== row.unit)
  expect(other).toEqual([])
})

describe('recorded bodies, as another program and a person read them', () => {
  test.each(readApart)('%s: every value, and those looked up one by one', (feed) => {
    for (const place of placesOf(feed)) {
      const parsed = read(place)
      // the parts of one day of the debt are not its total
      expect(parsed.rejected.length, place.file).toBe(feed === 'fiscaldata-debt' ? 1 : 0)
      const whole = bodies.find(({ file }) => file === place.file)
      if (whole) {
        const expected = Object.entries(whole.series).map(([id, [count, sum, dated]]) => [
          id,
          [count, nearly(sum), nearly(dated)],
        ])
        expect(Object.fromEntries(sumsOf(parsed)), place.file).toEqual(Object.fromEntries(expected))
      }
      for (const row of rows.filter(({ file }) => file === place.file))
        expect({ ...row, value: readingOf(row, parsed) }, place.file).toEqual(row)
    }
  })

  test('there are five values of every feed with recorded bodies, or all it has', () => {
    const known = (feed: string) => rows.filter((row) => row.feed === feed).length + (elsewhere[feed]?.() ?? 0)
    const withBodies = new Set(recorded().flatMap(({ url }) => feedFor(url)?.id ?? []))
    expect(withBodies.size).toBeGreaterThan(35)
    const fewer = [...withBodies, ...readApart].filter((feed) => known(feed) < 5)
    const short = fewer.filter((feed) => {
      const all = placesOf(feed).map(read)
      const count = all.reduce((sum, { sighting, next }) => sum + sighting.length + next.length, 0)
      return all.length === 0 || known(feed) < count
    })
    expect(short).toEqual([])
  })
})
