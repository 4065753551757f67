import type { Series } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../calendar/day.ts'
import { readBlocks } from './block.ts'
import { type Parsed, type Rejected, rejection } from './feed.ts'

/** A candle of a day as an exchange sends it: seconds since 1970 UTC at its start, and its close as a decimal text. */
export interface Candle {
  readonly start: unknown
  readonly close: string | null
  /** As sent, for quarantine. */
  readonly raw: unknown
}

/**
 * Closes of whole UTC days. The candle of day D closes at D+1 00:00; one that had not closed when the recording was made is left out. One
 * that does not start at midnight or has no close is rejected.
 */
export function closesOf(series: Series, candles: readonly Candle[], recordedAt: number): Parsed {
  const rejected: Rejected[] = []
  const entries = candles.flatMap(({ start, close, raw }) => {
    const at = typeof start === 'number' ? start * 1_000 : Number.NaN
    if (!(at % dayMs === 0) || close === null) {
      rejected.push(rejection(series.id, 'row', 'not a candle of one UTC day', JSON.stringify(raw)))
      return []
    }
    if (at + dayMs > recordedAt) return []
    return [{ date: isoDay(dayOf(at)), text: close, seenAt: recordedAt, publishedAt: null }]
  })
  return readBlocks([[series, entries]], rejected)
}
