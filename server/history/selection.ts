import type { StoredHistory } from '../../pipeline/documents/metric-history.ts'
import { dayMs, isoDay, isoTime } from '../../pipeline/time/day.ts'
import type { MetricHistory } from '../schemas/metric-history.ts'

export const knownBases = ['filed', 'reported', 'deadline'] as const

/** Values of a metric as known on one day, oldest first: parallel arrays, one entry a period. */
export interface HistorySelection {
  /** Days since 1970-01-01. */
  readonly periods: Int32Array
  readonly values: Float64Array
  /** Milliseconds since 1970. */
  readonly known: Float64Array
  /** Indices into `bases`. */
  readonly bases: Uint8Array
}

/** Days as YYYY-MM-DD, both ends included; null where a side is open. */
export interface Span {
  readonly from: string | null
  readonly to: string | null
}

/**
 * What a history was at the end of a day (YYYY-MM-DD, UTC): for each period of the span the newest version known by then. A period whose
 * newest version says that there is no value is left out.
 */
export function selectHistory(history: StoredHistory, asOf: string, { from, to }: Span): HistorySelection {
  const periods = numbersOf(history.periods, Int32Array)
  const values = numbersOf(history.values, Float64Array)
  const known = numbersOf(history.known, Float64Array)
  const allBases = numbersOf(history.bases, Uint8Array)
  const end = Date.parse(asOf) + dayMs
  const [first, last] = [from === null ? -Infinity : Date.parse(from) / dayMs, to === null ? Infinity : Date.parse(to) / dayMs]
  const chosen: number[] = []
  for (let i = 0; i < periods.length; i++) {
    const period = periods[i]!
    if (known[i]! >= end || period < first || period > last) continue
    if (chosen.length > 0 && periods[chosen.at(-1)!] === period) chosen.pop()
    chosen.push(i)
  }
  const kept = chosen.filter((i) => !Number.isNaN(values[i]!))
  return {
    periods: Int32Array.from(kept, (i) => periods[i]!),
    values: Float64Array.from(kept, (i) => values[i]!),
    known: Float64Array.from(kept, (i) => known[i]!),
    bases: Uint8Array.from(kept, (i) => allBases[i]!),
  }
}

/** Numbers from the base64 of their bytes, copied to where they are aligned. */
function numbersOf<Numbers>(text: string, kind: new (bytes: ArrayBuffer) => Numbers): Numbers {
  return new kind(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}

export function historyRowsOf({ periods, values, known, bases: indices }: HistorySelection): MetricHistory['rows'] {
  return Array.from(periods, (period, i) => ({
    period: isoDay(period),
    value: values[i]!,
    known_at: isoTime(known[i]!),
    known_basis: knownBases[indices[i]!]!,
  }))
}
