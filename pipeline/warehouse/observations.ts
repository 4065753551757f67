import type { DuckDBResult } from '@duckdb/node-api'
import { closeProviders } from '../../data/close-providers.ts'
import { seriesById } from '../../data/series.ts'
import type { Versions } from '../values/column.ts'
import { memoized } from '../values/memoized.ts'
import { sqlQuoted } from './sql.ts'
import { type Store, select, selectMap } from './store.ts'

/** Of all rows of each series: their count, and a hash of 64 bits of what they say. */
export function seriesHashes(store: Store): Promise<Map<string, string>> {
  return selectMap(
    store,
    `SELECT series, count(*) || ' ' || bit_xor(hash(period, value, known_at, known_basis, version, vintage)) AS mark
     FROM observation GROUP BY series`,
  )
}

/** The newest period (day number) of each series known at `now`, and when its value became known (both times milliseconds UTC). */
export async function newestKnown(store: Store, now: number): Promise<Map<string, NewestKnown>> {
  const rows = await select<{ series: string; period: number; known: number }>(
    store,
    `SELECT series, datediff('day', DATE '1970-01-01', max(period))::INTEGER AS period,
            arg_max(epoch_ms(known_at), (period, version))::DOUBLE AS known
     FROM observation WHERE epoch_ms(known_at) <= $1 GROUP BY series`,
    [now],
  )
  return new Map(rows.map(({ series, ...newest }) => [series, newest]))
}

export interface NewestKnown {
  readonly period: number
  readonly known: number
}

/** Every version of every value of the named series, ascending by period, then by known time. A series without values is left out. */
export async function readVersions(store: Store, names: readonly string[]): Promise<Map<string, Versions>> {
  const named = [`[${names.join(',')}]`]
  const rows = await select<{ id: string; no: number; unit: string }>(
    store,
    'SELECT id, no, unit FROM series WHERE id IN (SELECT unnest($1::VARCHAR[]))',
    named,
  )
  const result = await store.connection.run(
    `SELECT s.no, o.period, o.value, epoch_ms(o.known_at)::DOUBLE, list_position(['filed', 'reported', 'deadline'], o.known_basis)::INTEGER - 1,
            list_position([${closeProviders.map(({ feed }) => sqlQuoted(feed)).join(', ')}], r.feed)::INTEGER - 1
     FROM observation o JOIN series s ON s.id = o.series LEFT JOIN recording r ON s.upstream = 'providers' AND r.id = o.recording
     WHERE o.series IN (SELECT unnest($1::VARCHAR[])) ORDER BY s.no, o.period, o.version`,
    named,
  )
  return versionsFromRows(result, new Map(rows.map((row) => [row.no, row])))
}

/** Rows of number, period, value, known time (milliseconds), basis (index into `bases`) and, of closes, provider, in that order, as versions by name. */
export async function versionsFromRows(
  result: DuckDBResult,
  named: ReadonlyMap<number, { readonly id: string; readonly unit: string }>,
): Promise<Map<string, Versions>> {
  type Part = Record<'period' | 'value' | 'known' | 'basis' | 'from', number[]>
  const parts = new Map<number, Part>()
  const listed = new Set([...named].flatMap(([no, { id }]) => (seriesById.get(id)?.line ? [no] : [])))
  for (const chunk of await result.fetchAllChunks()) {
    const items = <T>(column: number): T => (chunk.getColumnVector(column) as unknown as { items: T }).items
    const no = items<Int32Array>(0)
    const period = items<Int32Array>(1)
    const value = items<Float64Array>(2)
    const known = items<Float64Array>(3)
    const basis = items<Int32Array>(4)
    const from = chunk.columnCount > 5 ? items<(number | null)[] | Int32Array>(5) : null
    for (let i = 0; i < chunk.rowCount; i++) {
      const part = memoized(parts, no[i]!, (): Part => ({ period: [], value: [], known: [], basis: [], from: [] }))
      part.period.push(period[i]!)
      part.value.push(value[i]!)
      part.known.push(known[i]!)
      part.basis.push(basis[i]!)
      if (from && listed.has(no[i]!)) part.from.push(from[i]!)
    }
  }
  const versions = new Map<string, Versions>()
  for (const [no, part] of parts) {
    const { id, unit } = named.get(no)!
    versions.set(id, {
      series: id,
      unit,
      period: Int32Array.from(part.period),
      value: Float64Array.from(part.value),
      known: Float64Array.from(part.known),
      basis: Uint8Array.from(part.basis),
      ...(part.from.length > 0 && { from: Uint8Array.from(part.from) }),
    })
  }
  return versions
}

/** When values of a later vintage were first seen (milliseconds UTC), by series and period (day number). */
export async function laterVintages(store: Store): Promise<Map<string, Map<number, number>>> {
  const rows = await select<{ series: string; period: number; seen: number }>(
    store,
    `SELECT series, datediff('day', DATE '1970-01-01', period)::INTEGER AS period, epoch_ms(vintage)::DOUBLE AS seen
     FROM observation WHERE vintage IS NOT NULL`,
  )
  const vintages = new Map<string, Map<number, number>>()
  for (const { series, period, seen } of rows) memoized(vintages, series, () => new Map<number, number>()).set(period, seen)
  return vintages
}

/** Newest loaded period of each series, as a day number: where `plan` continues. */
export function newestPeriods(store: Store): Promise<Map<string, number>> {
  return selectMap<number>(
    store,
    "SELECT series, datediff('day', DATE '1970-01-01', max(period))::INTEGER AS period FROM observation GROUP BY series",
  )
}

/** The feed whose recording gave each series its newest value. */
export function feedsOfSeries(store: Store): Promise<Map<string, string>> {
  return selectMap(
    store,
    `SELECT o.series, r.feed FROM (SELECT series, arg_max(recording, (period, version)) AS recording FROM observation GROUP BY series) o
     JOIN recording r ON r.id = o.recording`,
  )
}
