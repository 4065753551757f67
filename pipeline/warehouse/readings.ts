import { companyRatioTable, companySituationTable } from '../tables/company.ts'
import { briefingStateTable } from '../tables/day.ts'
import { eventTable } from '../tables/event.ts'
import { metricValueTable, metricWalkTable } from '../tables/metric-value.ts'
import { type PublishedRows, published } from '../tables/published.ts'
import { runFeedTable, runTable } from '../tables/run.ts'
import { stakeTable } from '../tables/stake.ts'
import type { Table } from '../tables/table.ts'
import { columnNames, sqlQuoted, tableRowsSql } from './sql.ts'
import { type Store, selectColumn } from './store.ts'

/**
 * Keeps what was computed, one row per key and day. A row equal to the newest one of its key and day adds nothing; another one is
 * added as the next version, so that every version ever made stays.
 *
 * @returns versions added
 */
export async function putPublished(store: Store, rows: Partial<PublishedRows>): Promise<number> {
  return store.transaction(async () => {
    let added = 0
    for (const table of published) {
      const given = rows[table.name] ?? []
      if (columnNames(table).includes('version')) added += await putVersions(store, table, given)
      else await putOnce(store, table, given)
    }
    return added
  })
}

/** A row is the same whenever its key is. */
async function putOnce(store: Store, table: Table, rows: readonly object[]): Promise<void> {
  await store.connection.run(`INSERT INTO ${table.name} SELECT DISTINCT * FROM ${tableRowsSql(table)} ON CONFLICT DO NOTHING`, [
    JSON.stringify(rows),
  ])
}

async function putVersions(store: Store, table: Table, rows: readonly object[]): Promise<number> {
  if (rows.length === 0) return 0
  const given = columnNames(table).filter((name) => name !== 'version')
  const content = given.filter((name) => name !== 'computed_at').join(', ')
  const key = table.key!.filter((name) => name !== 'version').join(', ')
  const result = await store.connection.run(
    `INSERT INTO ${table.name} BY NAME
     WITH given AS (SELECT * FROM ${tableRowsSql(table, given)}),
          newest AS (FROM ${table.name} QUALIFY row_number() OVER (PARTITION BY ${key} ORDER BY version DESC) = 1),
          fresh AS (SELECT ${content} FROM given EXCEPT SELECT ${content} FROM newest),
          last AS (SELECT ${key}, version AS standing FROM newest)
     SELECT fresh.*, given.computed_at, coalesce(last.standing, 0) + 1 AS version
     FROM fresh JOIN given USING (${key}) LEFT JOIN last USING (${key})
     ORDER BY as_of, ${key}`,
    [JSON.stringify(rows)],
  )
  return result.rowsChanged
}

/**
 * Takes over what another warehouse at `path` keeps and recordings alone do not give back: everything published, the
 * runs and the events. Labels and values of metrics come too: each carries a hash of its inputs, and is computed again if they differ. A table that a
 * warehouse of an earlier version lacks is passed over.
 */
export async function copyUnrecoverableTables(store: Store, path: string): Promise<void> {
  await store.connection.run(`ATTACH ${sqlQuoted(path)} AS earlier (READ_ONLY)`)
  try {
    const there = await selectColumn(store, "SELECT table_name FROM duckdb_tables() WHERE database_name = 'earlier'")
    for (const table of there)
      if (kept.has(table)) await store.connection.run(`INSERT INTO ${table} BY NAME SELECT * FROM earlier.${table}`)
  } finally {
    await store.connection.run('DETACH earlier')
  }
}

const kept: ReadonlySet<string> = new Set(
  [
    ...published,
    companyRatioTable,
    companySituationTable,
    briefingStateTable,
    metricValueTable,
    metricWalkTable,
    runTable,
    runFeedTable,
    eventTable,
    stakeTable,
  ].map(({ name }) => name),
)
