import {
  countForecast,
  emptySums,
  type ForecastSums,
  type JudgedForecast,
  reportOf,
} from '../../pipeline/analysis/calibration.ts'
import type { CalibrationReport } from '../../pipeline/documents/calibration.ts'

/**
 * Judges forecasts against what happened; null of none.
 *
 * The base rate of a forecast is the share of the earlier ones of its series and signal that held, of those whose window had ended by its
 * day: (hits + 1) / (n + 2).
 *
 * @param block days of a block of time, at least the length of the longest window
 */
export function judge(forecasts: readonly JudgedForecast[], block: number): CalibrationReport | null {
  return reportOf(bySeries(forecasts).map((series) => sumsOf(series, block)))
}

function sumsOf(series: readonly JudgedForecast[], block: number): ForecastSums {
  const sums = emptySums()
  const bases = baseRates(series)
  for (const [i, forecast] of series.entries()) countForecast(sums, forecast, bases[i]!, block)
  return sums
}

/** Forecasts by series, each in the order of their days. */
function bySeries(forecasts: readonly JudgedForecast[]): JudgedForecast[][] {
  const all = new Map<string, JudgedForecast[]>()
  for (const forecast of forecasts) {
    const series = all.get(forecast.series)
    if (series) series.push(forecast)
    else all.set(forecast.series, [forecast])
  }
  return [...all.values()].map((series) => series.sort((a, b) => a.day - b.day))
}

function baseRates(series: readonly JudgedForecast[]): number[] {
  const ended = [...series].sort((a, b) => a.end - b.end)
  const known = new Map<string, { hits: number; n: number }>()
  const rateOf = (signal: string) => known.get(signal) ?? { hits: 0, n: 0 }
  let next = 0
  return series.map(({ day, signal }) => {
    for (; next < ended.length && ended[next]!.end <= day; next++) {
      const { signal: followed, held } = ended[next]!
      const { hits, n } = rateOf(followed)
      known.set(followed, { hits: hits + (held ? 1 : 0), n: n + 1 })
    }
    const { hits, n } = rateOf(signal)
    return (hits + 1) / (n + 2)
  })
}
