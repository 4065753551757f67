import { type RunFeedRow, type RunRow, runFeedTable, runTable } from '../tables/run.ts'
import { replaceRows } from './sql.ts'
import { type Store, selectColumn } from './store.ts'

/** Writes runs with what each did with its feeds; a run that has a row already gets its newer state. */
export async function putRuns(store: Store, runs: readonly RunRow[], feeds: readonly RunFeedRow[]): Promise<void> {
  await store.transaction(async () => {
    await replaceRows(store.connection, runTable, runs)
    await replaceRows(store.connection, runFeedTable, feeds)
  })
}

/** Ids of the runs whose end is written. */
export async function endedRuns(store: Store): Promise<ReadonlySet<string>> {
  return new Set(await selectColumn(store, "SELECT id FROM run WHERE status <> 'running'"))
}
