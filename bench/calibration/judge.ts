import {
  addForecast,
  blockDays,
  calibrationReport,
  emptyForecastSums,
  type ForecastSums,
  type JudgedForecast,
} from '../../pipeline/analysis/calibration.ts'
import type { CalibrationReport } from '../../pipeline/documents/calibration.ts'
import { groupedBy } from '../../pipeline/values/grouped.ts'

/**
 * Judges forecasts against what happened, beside the base rate of each; null of none.
 *
 * @param block days of a block of time, at least the length of the longest window
 */
export function judge(forecasts: readonly JudgedForecast[], block: number = blockDays): CalibrationReport | null {
  const bySeries = groupedBy(forecasts, ({ series }) => series)
  return calibrationReport([...bySeries.values()].map((all) => sumsOf(all, block)))
}

/** Of one series, in the order of the days. */
function sumsOf(series: readonly JudgedForecast[], block: number): ForecastSums {
  const sums = emptyForecastSums()
  for (const forecast of series.toSorted((a, b) => a.day - b.day)) addForecast(sums, forecast, block)
  return sums
}
