import { confidenceOf } from '../../pipeline/analysis/confidence.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import type { Column } from '../../pipeline/column.ts'
import type { Confidence } from '../../pipeline/documents/reading.ts'
import type { Quality } from '../../pipeline/freshness.ts'

/** The confidence at one entry: walked from the first one on, or further by `past`. */
export function confidenceAt(
  metric: MetricFacts,
  column: Column,
  last: number,
  quality: Quality = 'good',
  past = new SignalBacktest(metric),
): Confidence {
  return confidenceOf(metric, past.at(column, last), quality)
}
