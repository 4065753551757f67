import { isoDay } from '../time/day.ts'
import { namesOf, rowsIn } from './sql.ts'
import { type Store, select } from './store.ts'
import { type ClosingRow, closing, type LabelRow, label, metricPast, type PastRow } from './tables/day.ts'
import { type NextReleaseRow, nextRelease } from './tables/series.ts'
import type { Table } from './tables/table.ts'

/** What has been worked out of days up to `to` (day number): labels from one day on, closings from another. */
export async function readDayRows(store: Store, from: { labels: number; closings: number; to: number }) {
  const days = (first: number) => [isoDay(first), isoDay(from.to)]
  const where = 'WHERE as_of BETWEEN $1::DATE AND $2::DATE'
  return {
    labels: await select<LabelRow>(
      store,
      `SELECT briefing, CAST(as_of AS VARCHAR) AS as_of, label, inputs FROM label ${where}`,
      days(from.labels),
    ),
    closings: await select<ClosingRow>(
      store,
      `SELECT * REPLACE (CAST(as_of AS VARCHAR) AS as_of, CAST(period AS VARCHAR) AS period) FROM closing ${where}`,
      days(from.closings),
    ),
  }
}

/** How far the past of each metric has been walked. */
export function readPasts(store: Store): Promise<PastRow[]> {
  return select<PastRow>(store, 'SELECT * FROM metric_past')
}

/** Replaces what is known of the next release of each series. */
export async function putNextReleases(store: Store, rows: readonly NextReleaseRow[]): Promise<void> {
  await store.connection.run(
    `INSERT OR REPLACE INTO next_release SELECT ${namesOf(nextRelease).join(', ')} FROM ${rowsIn(nextRelease)}`,
    [JSON.stringify(rows)],
  )
}

/** Keeps what was worked out, instead of what was kept under the same keys. */
export async function putDayRows(
  store: Store,
  rows: { labels?: readonly LabelRow[]; closings?: readonly ClosingRow[]; pasts?: readonly PastRow[] },
): Promise<void> {
  const given: readonly (readonly [Table, readonly object[]])[] = [
    [label, rows.labels ?? []],
    [closing, rows.closings ?? []],
    [metricPast, rows.pasts ?? []],
  ]
  if (given.every(([, each]) => each.length === 0)) return
  await store.transaction(async () => {
    for (const [table, each] of given)
      if (each.length > 0)
        await store.connection.run(
          `INSERT OR REPLACE INTO ${table.name} SELECT ${namesOf(table).join(', ')} FROM ${rowsIn(table)}`,
          [JSON.stringify(each)],
        )
  })
}
