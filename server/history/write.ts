import type { HistoryFormat } from '../http/formats.ts'
import type { MetricHistory } from '../schemas/metric-history.ts'
import { type HistorySelection, historyRowsOf, knownBases } from './selection.ts'

type Head = Omit<MetricHistory, 'rows'>

/** A selection from a history in the format asked for. */
export async function writeHistory(head: Head, selection: HistorySelection, format: HistoryFormat): Promise<string | Uint8Array> {
  if (format === 'json') return JSON.stringify({ ...head, rows: historyRowsOf(selection) } satisfies MetricHistory)
  return format === 'csv' ? csvOf(head, historyRowsOf(selection)) : arrowStream(head, selection)
}

const csvColumns = ['metric', 'unit', 'period', 'value', 'known_at', 'known_basis', 'sample'] as const

/** A history as CSV (RFC 4180) with a header line. Every row names its metric and unit, so that files can be put together. */
function csvOf({ metric, unit, sample }: Head, rows: MetricHistory['rows']): string {
  const lines = rows.map(({ period, value, known_at, known_basis }) =>
    [metric, unit, period, String(value), known_at, known_basis, String(sample)].map(field).join(','),
  )
  return [csvColumns.join(','), ...lines, ''].join('\r\n')
}

/** A text as a field has it: quoted where it has a character that would end it. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A history as an Arrow IPC stream: days as dates, times as microseconds in UTC, like the exports of the warehouse. What applies to all
 * rows is in the metadata of the schema. The library is loaded when it is first asked for.
 */
async function arrowStream(head: Head, selection: HistorySelection): Promise<Uint8Array> {
  const arrow = await import('apache-arrow')
  const { periods, values, known, bases: indices } = selection
  const micros = BigInt64Array.from(known, (ms) => BigInt(ms) * 1_000n)
  const words = arrow.vectorFromArray(knownBases, new arrow.Utf8())
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
