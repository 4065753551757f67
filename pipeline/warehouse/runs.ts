import { rowsIn } from './sql.ts'
import { type Store, select } from './store.ts'
import { type RunFeedRow, type RunRow, run, runFeed } from './tables/run.ts'

/** Writes runs with what each did with its feeds; a run that has a row already gets its newer state. */
export async function putRuns(store: Store, runs: readonly RunRow[], feeds: readonly RunFeedRow[]): Promise<void> {
  await store.transaction(async () => {
    for (const [table, rows] of [
      [run, runs],
      [runFeed, feeds],
    ] as const)
      await store.connection.run(`INSERT OR REPLACE INTO ${table.name} SELECT * FROM ${rowsIn(table)}`, [JSON.stringify(rows)])
  })
}

/** Ids of the runs whose end is written. */
export async function endedRuns(store: Store): Promise<ReadonlySet<string>> {
  const rows = await select<{ id: string }>(store, "SELECT id FROM run WHERE status <> 'running'")
  return new Set(rows.map(({ id }) => id))
}
