import { metricByName, metricRows } from '../../data/metrics.ts'
import { calibrationReport, type ForecastSums } from '../analysis/calibration.ts'
import type { Day } from '../days/day.ts'
import type { CalibrationDocument } from '../documents/calibration.ts'
import type { Reading } from '../documents/reading.ts'

/** Whether a metric is neither made of others nor one of them in another measure: what follows from one another counts once. */
function countsOnce(metric: string): boolean {
  const { of: sources, repeats } = metricByName.get(metric)!
  return repeats === undefined && !sources.some((source) => metricRows.some((row) => row.metric === source))
}

/** The row of a metric, and what it adds to the sums of all. */
export interface MetricRecord {
  readonly row: CalibrationDocument['metrics'][number]
  readonly sums: ForecastSums
}

/** How the scores of a metric did, as known on the day of its reading; null of one that only one plan may read. */
export function metricRecordOf({ metric, title, confidence }: Reading, day: Day): MetricRecord | null {
  if (metricByName.get(metric)?.proOnly) return null
  const { score, why, horizon_days, calibration } = confidence
  const { brier, skill, sums } = day.past(metric)!.past.judged()
  return { row: { metric, title, score, why, horizon_days, calibration, brier, skill }, sums }
}

/** The records of all metrics of a day, in the order of the registry. */
export function calibrationDocument(
  stamp: Pick<CalibrationDocument, 'as_of' | 'sample'>,
  records: readonly MetricRecord[],
): CalibrationDocument {
  return {
    ...stamp,
    pooled: calibrationReport(records.flatMap(({ row, sums }) => (countsOnce(row.metric) ? [sums] : []))),
    metrics: records.map(({ row }) => row),
  }
}
