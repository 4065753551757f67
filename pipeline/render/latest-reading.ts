import { metricByName } from '../../data/metrics.ts'
import { headOf } from '../analysis/make-reading.ts'
import type { MetricData, MetricLatestReading } from '../documents/metric.ts'
import { metricTier } from '../documents/metric-kind.ts'
import type { Unstamped } from '../documents/schema.ts'

/**
 * The latest reading alone of a metric: its head, with `access` saying that the analysis is left out and which plan it takes (`free`,
 * `basic` or `pro`; a paid call reads every metric in full).
 */
export function latestReading(full: Unstamped<MetricData>): Unstamped<MetricLatestReading> {
  const { as_of, sample, notices } = full
  const row = metricByName.get(full.metric)
  return {
    ...headOf(full),
    access: {
      served: 'latest_reading',
      why: 'The plan of the key reads the latest value of this metric without its analysis.',
      full_needs: metricTier({ proOnly: row?.proOnly ?? false, category: full.category }),
    },
    as_of,
    sample,
    notices,
  }
}
