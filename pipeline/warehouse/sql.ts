import type { DuckDBConnection } from '@duckdb/node-api'
import type { Table } from '../tables/table.ts'

export const sqlQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL that is true of these companies (issuer ids). A list alone is compared with every row; its range skips row groups. */
export function amongCompaniesSql(companies: readonly string[]): string {
  if (companies.length === 0) return 'false'
  const inOrder = companies.map(sqlQuoted).sort()
  return `company BETWEEN ${inOrder[0]} AND ${inOrder.at(-1)} AND company IN (${inOrder.join(', ')})`
}

/** A list of texts as the statement's parameter `$n`, which is their JSON, for `IN`. */
export const textListSql = (parameter: string): string => `(SELECT unnest(from_json(${parameter}, '["VARCHAR"]')))`

/** Rows of `table` as a relation, from the statement's parameter `$1`, which is their JSON: all its columns, or those named. */
export function tableRowsSql(table: Table, names: readonly string[] = columnNames(table)): string {
  const types = table.columns.filter(([name]) => names.includes(name)).map(([name, type]) => [name, type.split(' ')[0]])
  return `(SELECT unnest(row) FROM (SELECT unnest(from_json($1, '${JSON.stringify([Object.fromEntries(types)])}')) AS row))`
}

/** Puts rows into a table, in place of those with the same key. */
export async function replaceRows(connection: DuckDBConnection, table: Table, rows: readonly object[]): Promise<void> {
  await connection.run(`INSERT OR REPLACE INTO ${table.name} SELECT * FROM ${tableRowsSql(table)}`, [JSON.stringify(rows)])
}

/** A column of days as day numbers. */
export const dayNumberOf = (column: string): string => `datediff('day', DATE '1970-01-01', ${column})::INTEGER`

export function columnNames(table: Table): string[] {
  return table.columns.map(([name]) => name)
}
