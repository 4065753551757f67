import {
  type BriefingStateRow,
  briefingStateTable,
  type DayEndReadingRow,
  dayEndReadingTable,
  metricPastTable,
  type PastRow,
} from '../tables/day.ts'
import { type NextReleaseRow, nextReleaseTable } from '../tables/series.ts'
import { isoDay } from '../time/day.ts'
import { replaceRows } from './sql.ts'
import { type Store, select } from './store.ts'

/** What has been worked out of days up to `to` (day number): labels from one day on, closings from another. */
export async function readDayRows(store: Store, from: { labels: number; closings: number; to: number }) {
  const days = (first: number) => [isoDay(first), isoDay(from.to)]
  const where = 'WHERE as_of BETWEEN $1::DATE AND $2::DATE'
  return {
    labels: await select<BriefingStateRow>(
      store,
      `SELECT briefing, CAST(as_of AS VARCHAR) AS as_of, label, inputs FROM briefing_state ${where}`,
      days(from.labels),
    ),
    closings: await select<DayEndReadingRow>(
      store,
      `SELECT * REPLACE (CAST(as_of AS VARCHAR) AS as_of, CAST(period AS VARCHAR) AS period) FROM day_end_reading ${where}`,
      days(from.closings),
    ),
  }
}

/** How far the past of each metric has been walked. */
export function readPasts(store: Store): Promise<PastRow[]> {
  return select<PastRow>(store, 'SELECT * FROM metric_past')
}

/** Replaces what is known of the next release of each series. */
export function putNextReleases(store: Store, rows: readonly NextReleaseRow[]): Promise<void> {
  return replaceRows(store.connection, nextReleaseTable, rows)
}

/** Keeps what was worked out, instead of what was kept under the same keys. */
export async function putDayRows(
  store: Store,
  rows: { labels?: readonly BriefingStateRow[]; closings?: readonly DayEndReadingRow[]; pasts?: readonly PastRow[] },
): Promise<void> {
  const all = [
    [briefingStateTable, rows.labels ?? []],
    [dayEndReadingTable, rows.closings ?? []],
    [metricPastTable, rows.pasts ?? []],
  ] as const
  const given = all.filter(([, each]) => each.length > 0)
  if (given.length === 0) return
  await store.transaction(async () => {
    for (const [table, each] of given) await replaceRows(store.connection, table, each)
  })
}
