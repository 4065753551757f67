import {
  blockDays,
  calibrationReport,
  countForecast,
  emptySums,
  type ForecastSums,
  type JudgedForecast,
} from '../../pipeline/analysis/calibration.ts'
import type { CalibrationReport } from '../../pipeline/documents/calibration.ts'

/**
 * Judges forecasts against what happened, beside the base rate of each; null of none.
 *
 * @param block days of a block of time, at least the length of the longest window
 */
export function judge(forecasts: readonly JudgedForecast[], block: number = blockDays): CalibrationReport | null {
  return calibrationReport(bySeries(forecasts).map((series) => sumsOf(series, block)))
}

function sumsOf(series: readonly JudgedForecast[], block: number): ForecastSums {
  const sums = emptySums()
  for (const forecast of series) countForecast(sums, forecast, block)
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
