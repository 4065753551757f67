import { metricRows } from '../../data/metrics.ts'
import { reportOf } from '../analysis/calibration.ts'
import { isoDay } from '../calendar/day.ts'
import type { CalibrationDocument } from '../documents/calibration.ts'
import type { Day } from './day.ts'

/** The record as it was known on the day; metrics that only one plan may read are left out. */
export function calibrationDocument(day: Day): CalibrationDocument {
  const readings = metricRows.filter(({ proOnly }) => !proOnly).flatMap(({ metric }) => day.reading(metric) ?? [])
  const judged = readings.map(({ metric }) => day.judged(metric)!)
  return {
    as_of: isoDay(day.asOf),
    sample: day.sample,
    pooled: reportOf(judged.map(({ sums }) => sums)),
    metrics: readings.map(({ metric, title, confidence: { score, why, horizon_days, calibration } }, i) => {
      const { brier, skill } = judged[i]!
      return { metric, title, score, why, horizon_days, calibration, brier, skill }
    }),
  }
}
