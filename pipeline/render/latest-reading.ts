import { metricRows } from '../../data/metrics.ts'
import { headOf } from '../analysis/make-reading.ts'
import type { MetricData, MetricLatestReading } from '../documents/metric.ts'

type Unstamped<Document> = Omit<Document, 'computed_at' | 'fingerprint'>

/**
 * The latest reading alone of a metric: its head, with `access` saying that the analysis is left out and which plan it takes (`free`,
 * `basic` or `pro`; a paid call reads every metric in full).
 */
export function latestReading(full: Unstamped<MetricData>): Unstamped<MetricLatestReading> {
  const { as_of, sample, notices } = full
  return {
    ...headOf(full),
    access: {
      served: 'latest_reading',
      why: 'The plan of the key reads the latest value of this metric without its analysis.',
      full_needs: planFor(full.metric, full.category),
    },
    as_of,
    sample,
    notices,
  }
}

function planFor(metric: string, category: string): string {
  if (metricRows.find((row) => row.metric === metric)?.proOnly) return 'pro'
  return category === 'bitcoin' ? 'free' : 'basic'
}
