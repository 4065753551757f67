import type { MetricHistory } from '../openapi/schemas/metric-history.ts'
import type { Selection } from './selection.ts'

const bases = ['filed', 'reported', 'deadline']

/**
 * A history as an Arrow IPC stream: days as dates, times as microseconds in UTC, like the exports of the warehouse. What is said of all rows
 * stands in the metadata of the schema. The library is loaded when it is first asked for.
 */
export async function arrowStream(head: Omit<MetricHistory, 'rows'>, selection: Selection): Promise<Uint8Array> {
  const arrow = await import('apache-arrow')
  const { periods, values, known, bases: indices } = selection
  const micros = BigInt64Array.from(known, (ms) => BigInt(ms) * 1_000n)
  const words = arrow.vectorFromArray(bases, new arrow.Utf8())
  const basis = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8())
  const columns = {
    period: arrow.makeVector(arrow.makeData({ type: new arrow.DateDay(), data: periods })),
    value: arrow.makeVector(values),
    known_at: arrow.makeVector(arrow.makeData({ type: new arrow.TimestampMicrosecond(), data: micros })),
    known_basis: arrow.makeVector(arrow.makeData({ type: basis, data: Int8Array.from(indices), dictionary: words })),
  }
  const { schema, batches } = new arrow.Table(columns)
  const metadata = new Map(
    Object.entries(head).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  return arrow.tableToIPC(new arrow.Table(new arrow.Schema(schema.fields, metadata), batches), 'stream')
}
