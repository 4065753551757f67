import { BOOLEAN, DATE, DOUBLE, DuckDBDataChunk, INTEGER, TIMESTAMP } from '@duckdb/node-api'
import { series } from '../../data/series.ts'
import { releaseRule, releaseTime } from '../calendar/release.ts'
import type { SightingRow } from '../tables/series.ts'
import { textsIn } from './sql.ts'
import { type Store, select } from './store.ts'

/** Rows a DuckDB vector holds. */
const vectorSize = 2_048
const ruleOf = new Map(series.map((row) => [row.id as string, releaseRule(row.rule)]))
const types = [INTEGER, DATE, DOUBLE, TIMESTAMP, BOOLEAN, TIMESTAMP, INTEGER]

/** The typed array behind a vector, which is what makes this as fast as DuckDB's own CSV reader. */
function items<T>(chunk: DuckDBDataChunk, column: number): T {
  return (chunk.getColumnVector(column) as unknown as { items: T }).items
}

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
  for (const { no, rows } of recorded)
    await appendSightings(
      store,
      rows,
      no,
      (id) => numbers.get(id)!,
      (id, period) => releaseTime(ruleOf.get(id)!, period),
    )
}

/**
 * Appends sightings of one recording to the table `sighting` through typed chunks.
 * `seriesNo` and `dueAt` (milliseconds UTC) are given by series and period; both are asked once a row.
 */
async function appendSightings(
  store: Store,
  rows: readonly SightingRow[],
  recordingNo: number,
  seriesNo: (series: string) => number,
  dueAt: (series: string, period: number) => number,
): Promise<void> {
  if (rows.length === 0) return
  const appender = await store.connection.createAppender('sighting')
  for (let from = 0; from < rows.length; from += vectorSize) {
    const count = Math.min(vectorSize, rows.length - from)
    const chunk = DuckDBDataChunk.create(types, count)
    const series = items<Int32Array>(chunk, 0)
    const period = items<Int32Array>(chunk, 1)
    const value = items<Float64Array>(chunk, 2)
    const stated = halves(items<BigInt64Array>(chunk, 3))
    const published = (chunk.getColumnVector(4) as unknown as { dataView: DataView }).dataView
    const due = halves(items<BigInt64Array>(chunk, 5))
    const recording = items<Int32Array>(chunk, 6)
    for (let i = 0; i < count; i++) {
      const row = rows[from + i]!
      series[i] = seriesNo(row.series)
      period[i] = row.period
      value[i] = row.value
      setMicroseconds(stated, i, row.publishedAt ?? row.seenAt)
      published.setUint8(i, row.publishedAt === null ? 0 : 1)
      setMicroseconds(due, i, dueAt(row.series, row.period))
      recording[i] = recordingNo
    }
    for (let column = 0; column < types.length; column++) chunk.getColumnVector(column).flush()
    appender.appendDataChunk(chunk)
  }
  appender.flushSync()
  appender.closeSync()
}

const halves = (longs: BigInt64Array): Int32Array => new Int32Array(longs.buffer, longs.byteOffset, longs.length * 2)

/** Writes milliseconds as a 64-bit count of microseconds, low half first; a BigInt a row would cost more than the rest of the row. */
function setMicroseconds(words: Int32Array, at: number, milliseconds: number): void {
  const micros = milliseconds * 1_000
  words[2 * at] = micros | 0
  words[2 * at + 1] = Math.floor(micros / 4_294_967_296)
}
