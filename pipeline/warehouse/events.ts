import { type EventRow, eventTable } from '../tables/event.ts'
import { tableRowsSql } from './sql.ts'
import { type Store, selectColumn } from './store.ts'

/** Cursor of the newest event kept; 0 where there is none. */
export async function newestEvent(store: Store): Promise<number> {
  const [cursor] = await selectColumn<number>(store, 'SELECT coalesce(max(cursor), 0)::DOUBLE AS cursor FROM event')
  return cursor!
}

/** Keeps events; those that are there already stay as they are. */
export async function putEvents(store: Store, rows: readonly EventRow[]): Promise<void> {
  await store.transaction(() =>
    store.connection.run(`INSERT OR IGNORE INTO event BY NAME SELECT * FROM ${tableRowsSql(eventTable)}`, [JSON.stringify(rows)]),
  )
}
