import { tables } from '../../tables/index.ts'
import type { Table } from '../../tables/table.ts'
import { withSanitizedText } from '../../tables/words.ts'
import { columnNames, tableRowsSql, textListSql } from '../sql.ts'
import type { Store } from '../store.ts'

/**
 * Puts rows into a table, each with the column of its recording, which is marked already, as the table's declaration says. A key that comes
 * twice in one recording counts once.
 */
export async function insertRows(store: Store, table: Table, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const clean = withSanitizedText(table, rows)
  const names = columnNames(table).join(', ')
  const given = JSON.stringify(table.key ? onceEach(table, clean) : clean)
  if (table.onConflict !== 'newest' && table.onConflict !== 'earliest') {
    const unless = table.key ? 'ON CONFLICT DO NOTHING' : ''
    await store.connection.run(`INSERT INTO ${table.name} SELECT ${names} FROM ${tableRowsSql(table)} ${unless}`, [given])
    return
  }
  const { name, per = table.key ?? [], least = [] } = table
  const first = table.onConflict === 'newest' ? 'max' : 'min'
  const group = per.length > 0 ? `(PARTITION BY ${per.map((column) => `rival.${column}`).join(', ')})` : '()'
  const same = per.map((column) => `stands.${column} = arrives.${column}`).join(' AND ') || 'true'
  const lowest = least.map((column) => `min(rival.${column}) OVER ${group} AS ${column}`)
  await store.connection.run(
    `CREATE OR REPLACE TEMP TABLE arrives AS
     WITH given AS MATERIALIZED (SELECT ${names} FROM ${tableRowsSql(table)}),
          rival AS (SELECT *, true AS fresh FROM given
                    UNION ALL SELECT *, false FROM ${name} stands WHERE EXISTS (SELECT 1 FROM given arrives WHERE ${same}))
     SELECT rival.* EXCLUDE (fresh) ${lowest.length > 0 ? `REPLACE (${lowest.join(', ')})` : ''} FROM rival JOIN recording r ON ${tie(table, 'rival')}
     QUALIFY (r.made_at, r.id, fresh) = ${first}((r.made_at, r.id, fresh)) OVER ${group}`,
    [given],
  )
  await store.connection.run(`DELETE FROM ${name} stands WHERE EXISTS (SELECT 1 FROM arrives WHERE ${same})`)
  await store.connection.run(`INSERT INTO ${name} SELECT ${names} FROM arrives`)
  await store.connection.run('DROP TABLE arrives')
}

/** The first of the rows of a recording with the same key. */
function onceEach({ key = [], recording }: Table, rows: readonly object[]): readonly object[] {
  const columns = recording ? [...key, recording] : key
  const first = new Map<string, object>()
  for (const row of rows as readonly Record<string, unknown>[]) {
    const values = JSON.stringify(columns.map((column) => row[column]))
    if (!first.has(values)) first.set(values, row)
  }
  return [...first.values()]
}

/** Takes out everything these recordings gave, and their marks. */
export async function deleteRecordingRows(store: Store, recordings: readonly string[]): Promise<void> {
  const ids = JSON.stringify(recordings)
  for (const table of tables as readonly Table[])
    if (table.recording && !table.least)
      await store.connection.run(
        `DELETE FROM ${table.name} given USING recording r WHERE ${tie(table, 'given')} AND r.id IN ${textListSql('$1')}`,
        [ids],
      )
  await store.connection.run(`DELETE FROM recording WHERE id IN ${textListSql('$1')}`, [ids])
}

const tie = ({ recording }: Table, relation: string): string =>
  `r.${recording === 'recording_no' ? 'no' : 'id'} = ${relation}.${recording}`
