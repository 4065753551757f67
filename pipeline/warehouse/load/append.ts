import { BOOLEAN, DATE, DOUBLE, DuckDBDataChunk, INTEGER, TIMESTAMP } from '@duckdb/node-api'
import type { Store } from '../store.ts'

/** The cells of one column: whole numbers, day numbers, 0 or 1 for BOOLEAN, numbers, or times in milliseconds UTC. None is null. */
export type Cells =
  | { readonly type: 'INTEGER' | 'DATE' | 'BOOLEAN'; readonly values: Int32Array }
  | { readonly type: 'DOUBLE' | 'TIMESTAMP'; readonly values: Float64Array }

/** Rows a DuckDB vector holds. */
const vectorSize = 2_048
const types = { INTEGER, DATE, BOOLEAN, DOUBLE, TIMESTAMP }

/** Appends rows to a table, column by column in its order, through typed chunks: as fast as DuckDB's own CSV reader. */
export async function appendColumns(store: Store, table: string, columns: readonly Cells[]): Promise<void> {
  const { length } = columns[0]!.values
  if (length === 0) return
  const appender = await store.connection.createAppender(table)
  const chunkTypes = columns.map(({ type }) => types[type])
  for (let from = 0; from < length; from += vectorSize) {
    const end = Math.min(from + vectorSize, length)
    const chunk = DuckDBDataChunk.create(chunkTypes, end - from)
    for (const [at, { type, values }] of columns.entries()) {
      const vector = chunk.getColumnVector(at) as unknown as Vector
      const given = values.subarray(from, end)
      if (type === 'TIMESTAMP') setMicroseconds(vector.items as BigInt64Array, given)
      else if (type === 'BOOLEAN') for (const [i, value] of given.entries()) vector.dataView.setUint8(i, value)
      else (vector.items as Int32Array | Float64Array).set(given)
      vector.flush()
    }
    appender.appendDataChunk(chunk)
  }
  appender.flushSync()
  appender.closeSync()
}

/** What is behind a vector of the library. */
interface Vector {
  readonly items: Int32Array | Float64Array | BigInt64Array
  readonly dataView: DataView
  flush(): void
}

/** Writes milliseconds as 64-bit counts of microseconds, low half first; a BigInt a row would cost more than the rest of the row. */
function setMicroseconds(items: BigInt64Array, milliseconds: ArrayLike<number>): void {
  const words = new Int32Array(items.buffer, items.byteOffset, items.length * 2)
  for (let i = 0; i < milliseconds.length; i++) {
    const micros = milliseconds[i]! * 1_000
    words[2 * i] = micros | 0
    words[2 * i + 1] = Math.floor(micros / 4_294_967_296)
  }
}
