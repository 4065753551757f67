import type { Series } from '../../data/series.ts'
import { dayMs, dayOf, isoDay } from '../time/day.ts'
import type { Sightings } from './sightings.ts'

interface Candles {
  /** The series of the candles at an address. */
  readonly rowOf: (url: URL) => Series | undefined
  readonly width: number
  readonly written: 'number' | 'string'
}

/**
 * Closes of whole UTC days, of candles as arrays of `width` members that begin with seconds since 1970 UTC and have their close as the fifth.
 * The candle of day D closes at D+1 00:00; one that had not closed when the recording was made is left out. One that does not start at
 * midnight or has no close is rejected.
 */
export const candlesOf = ({ rowOf, width, written }: Candles) =>
  ({
    read: (candles: readonly unknown[], sightings: Sightings): undefined => {
      const series = rowOf(sightings.url)!
      for (const raw of candles) {
        const [start, , , , close] = Array.isArray(raw) && raw.length === width ? (raw as unknown[]) : []
        const at = typeof start === 'number' ? start * 1_000 : Number.NaN
        const isCandle = at % dayMs === 0 && typeof close === written
        if (!isCandle) sightings.reject(series, 'row', 'not a candle of one UTC day', raw)
        else if (sightings.reached(at + dayMs)) sightings.add(series, isoDay(dayOf(at)), String(close))
      }
    },
    mayBeMissing: true,
    emptyMessage: 'no candles',
  }) as const
