import { confidenceOf } from '../../pipeline/analysis/confidence.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import type { Confidence } from '../../pipeline/documents/reading.ts'
import type { QualityGrade } from '../../pipeline/freshness.ts'
import type { Column } from '../../pipeline/values/column.ts'

/** The confidence at one entry: walked from the first one on, or further by `past`. */
export function confidenceAt(
  metric: MetricFacts,
  column: Column,
  last: number,
  quality: QualityGrade = 'good',
  past = new SignalBacktest(metric),
): Confidence {
  return confidenceOf(metric, past.at(column, last), quality)
}
