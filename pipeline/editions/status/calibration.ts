import { metricByName, metricRows } from '../../../data/metrics.ts'
import { reportOf } from '../../analysis/calibration.ts'
import type { Day } from '../../analysis/days/day.ts'
import type { CalibrationDocument } from '../../documents/calibration.ts'
import { isoDay } from '../../time/day.ts'

/** Whether a metric is neither made of others nor one of them in another measure: what follows from one another counts once. */
function countsOnce(metric: string): boolean {
  const { of: sources, repeats } = metricByName.get(metric)!
  return repeats === undefined && !sources.some((source) => metricRows.some((row) => row.metric === source))
}

/** The record as it was known on the day; metrics that only one plan may read are left out. */
export function calibrationDocument(day: Day): CalibrationDocument {
  const readings = metricRows.filter(({ proOnly }) => !proOnly).flatMap(({ metric }) => day.reading(metric) ?? [])
  const judged = readings.map(({ metric }) => day.past(metric)!.past.judged())
  return {
    as_of: isoDay(day.asOf),
    sample: day.sample,
    pooled: reportOf(judged.flatMap(({ sums }, i) => (countsOnce(readings[i]!.metric) ? [sums] : []))),
    metrics: readings.map(({ metric, title, confidence: { score, why, horizon_days, calibration } }, i) => {
      const { brier, skill } = judged[i]!
      return { metric, title, score, why, horizon_days, calibration, brier, skill }
    }),
  }
}
