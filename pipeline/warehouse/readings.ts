import { type ReadingRow, reading } from '../tables/reading.ts'
import { namesOf, rowsIn } from './sql.ts'
import { type Store, select } from './store.ts'

const given = namesOf(reading).filter((name) => name !== 'version')
const names = given.filter((name) => name !== 'computed_at').join(', ')

/**
 * Keeps what was computed, one row a metric and day. A reading equal to the newest one of its metric and day adds nothing; another one is
 * added as the next version, so that every reading ever made stays.
 *
 * @returns rows added
 */
export async function putReadings(store: Store, rows: readonly ReadingRow[]): Promise<number> {
  return store.transaction(async () => {
    const result = await store.connection.run(
      `INSERT INTO reading
       WITH said AS (SELECT * FROM ${rowsIn(reading, given)}),
            fresh AS (SELECT ${names} FROM said EXCEPT SELECT ${names} FROM v_readings),
            last AS (SELECT metric, as_of, version FROM v_readings)
       SELECT fresh.*, said.computed_at, coalesce(last.version, 0) + 1
       FROM fresh JOIN said USING (metric, as_of) LEFT JOIN last USING (metric, as_of)
       ORDER BY as_of, metric`,
      [JSON.stringify(rows)],
    )
    return result.rowsChanged
  })
}

/**
 * Takes over what another warehouse at `path` keeps and recordings alone do not give back: everything said of metrics and treasuries, and
 * the runs. A table that a warehouse of an earlier version lacks is passed over.
 */
export async function copyKept(store: Store, path: string): Promise<void> {
  await store.connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS earlier (READ_ONLY)`)
  try {
    const there = await select<{ name: string }>(
      store,
      "SELECT table_name AS name FROM duckdb_tables() WHERE database_name = 'earlier'",
    )
    for (const { name: table } of there)
      if (kept.has(table)) await store.connection.run(`INSERT INTO ${table} BY NAME SELECT * FROM earlier.${table}`)
  } finally {
    await store.connection.run('DETACH earlier')
  }
}

const kept: ReadonlySet<string> = new Set(['reading', 'treasury', 'treasury_document', 'run', 'run_feed'])
