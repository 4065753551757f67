import { series } from '../../data/series.ts'
import { releaseRule, releaseTime } from '../time/release.ts'
import { appendColumns, type Cells } from './append.ts'
import { textsIn } from './sql.ts'
import { type Store, select } from './store.ts'
import type { SightingRow } from './tables/series.ts'

const ruleOf = new Map(series.map((row) => [row.id as string, releaseRule(row.rule)]))

/** Puts the sightings of recordings, each by its number, into their table, with the time each value was due by its release rule. */
export async function insertSightings(
  store: Store,
  recorded: readonly { readonly no: number; readonly rows: readonly SightingRow[] }[],
): Promise<void> {
  const names = new Set(recorded.flatMap(({ rows }) => [...new Set(rows.map((row) => row.series))]))
  const numbered = await select<{ id: string; no: number }>(store, `SELECT id, no FROM series WHERE id IN ${textsIn('$1')}`, [
    JSON.stringify([...names]),
  ])
  const numbers = new Map(numbered.map(({ id, no }) => [id, no]))
  const seriesNo = (id: string) => numbers.get(id)!
  const dueAt = (id: string, period: number) => releaseTime(ruleOf.get(id)!, period)
  for (const { no, rows } of recorded) await appendColumns(store, 'sighting', columnsOf(rows, no, seriesNo, dueAt))
}

/** The sightings of one recording as columns of their table. Number and time due are asked for once a row. */
function columnsOf(
  rows: readonly SightingRow[],
  recording: number,
  seriesNo: (series: string) => number,
  dueAt: (series: string, period: number) => number,
): Cells[] {
  return [
    { type: 'INTEGER', values: Int32Array.from(rows, ({ series: id }) => seriesNo(id)) },
    { type: 'DATE', values: Int32Array.from(rows, ({ period }) => period) },
    { type: 'DOUBLE', values: Float64Array.from(rows, ({ value }) => value) },
    { type: 'TIMESTAMP', values: Float64Array.from(rows, ({ publishedAt, seenAt }) => publishedAt ?? seenAt) },
    { type: 'BOOLEAN', values: Int32Array.from(rows, ({ publishedAt }) => (publishedAt === null ? 0 : 1)) },
    { type: 'TIMESTAMP', values: Float64Array.from(rows, ({ series: id, period }) => dueAt(id, period)) },
    { type: 'INTEGER', values: new Int32Array(rows.length).fill(recording) },
  ]
}
