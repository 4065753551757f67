import type { DatedRow, DatedRows, DatedTableName } from '../tables/index.ts'
import { contentColumns, datedTables, viewName } from './analysts/known-row-views.ts'
import { type Store, select } from './store.ts'

/** Every row of these tables, in the order they became known. */
export async function readKnownRows(store: Store, names: Iterable<DatedTableName>): Promise<DatedRows> {
  const rows: Partial<Record<DatedTableName, DatedRow[]>> = {}
  for (const name of names) {
    const table = datedTables.find((each) => each.name === name)!
    const columns = contentColumns(table).map(([column, type]) => `${asCell(column, type)} AS ${column}`)
    const cells = await select<Record<string, string | number>>(
      store,
      `SELECT ${columns.join(', ')}, epoch_ms(known_at)::DOUBLE AS known, known_basis AS basis, epoch_ms(gone_at)::DOUBLE AS gone
       FROM ${viewName(table)} ORDER BY ALL`,
    )
    rows[name] = (cells as unknown as DatedRow[]).sort((a, b) => a.known - b.known)
  }
  return rows as DatedRows
}

/** A column as rows are given: days and times as text, counts as numbers. */
function asCell(column: string, type: string): string {
  if (type.startsWith('TIMESTAMP')) return `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ')`
  if (type.startsWith('BIGINT')) return `CAST(${column} AS DOUBLE)`
  return /^(DATE|DECIMAL)/.test(type) ? `CAST(${column} AS VARCHAR)` : column
}
