import type { StoredHistory } from '../../pipeline/documents/metric-history.ts'
import { isoDay } from '../../pipeline/time/day.ts'

/** One version of one value: a day number, the value, milliseconds since 1970 UTC, an index into filed, reported and deadline. */
export type Version = readonly [period: number, value: number, known: number, basis: number]

const base64 = (numbers: Int32Array | Float64Array | Uint8Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64')

/** A metric's history as an edition keeps it. */
export function storedHistory(metric: string, versions: readonly Version[]): StoredHistory {
  const known = versions.map(([, , each]) => each)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    metric,
    title: metric,
    category: 'macro',
    unit: 'points',
    source: { id: 'fred', name: 'FRED', series: metric, url: null },
    method: '1.1',
    as_of: day(Math.max(...known)),
    computed_at: '2026-07-23T06:00:00Z',
    fingerprint: `sha256:${'0'.repeat(64)}`,
    sample: false,
    notices: [],
    first_known: day(Math.min(...known)),
    first_period: isoDay(versions[0]![0]),
    last_period: isoDay(versions.at(-1)![0]),
    mark: '0'.repeat(16),
    periods: base64(Int32Array.from(versions, ([period]) => period)),
    values: base64(Float64Array.from(versions, ([, value]) => value)),
    known: base64(Float64Array.from(known)),
    bases: base64(Uint8Array.from(versions, ([, , , basis]) => basis)),
  }
}
