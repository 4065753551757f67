import { type ComposedRow, composedTable } from '../tables/day.ts'
import { isoDay } from '../time/day.ts'
import { replaceRows, textListSql } from './sql.ts'
import { type Store, select } from './store.ts'

/** What was composed last for a day (day number), by unit, without the sums. */
export async function readComposed(store: Store, asOf: number): Promise<ReadonlyMap<string, Omit<ComposedRow, 'sums'>>> {
  const rows = await select<Omit<ComposedRow, 'sums' | 'contents' | 'summary'> & { contents: string; summary: string }>(
    store,
    `SELECT * EXCLUDE (sums) REPLACE (CAST(as_of AS VARCHAR) AS as_of, strftime(stands_from, '%Y-%m-%dT%H:%M:%SZ') AS stands_from,
              strftime(stands_until, '%Y-%m-%dT%H:%M:%SZ') AS stands_until, CAST(contents AS VARCHAR) AS contents, CAST(summary AS VARCHAR) AS summary)
     FROM composed WHERE as_of = $1::DATE`,
    [isoDay(asOf)],
  )
  return new Map(
    rows.map((row) => [row.unit, { ...row, contents: JSON.parse(row.contents), summary: JSON.parse(row.summary ?? 'null') }]),
  )
}

/** The sums of some units, by unit. */
export async function readUnitSums(store: Store, units: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const rows = await select<{ unit: string; sums: string }>(
    store,
    `SELECT unit, CAST(sums AS VARCHAR) AS sums FROM composed WHERE sums IS NOT NULL AND unit IN ${textListSql('$1')}`,
    [JSON.stringify(units)],
  )
  return new Map(rows.map(({ unit, sums }) => [unit, JSON.parse(sums)]))
}

/** Replaces what is on record of these units. */
export async function putComposed(store: Store, rows: readonly ComposedRow[]): Promise<void> {
  if (rows.length === 0) return
  await replaceRows(store.connection, composedTable, rows)
}
