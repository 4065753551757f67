import type { MetricData } from '../pipeline/documents/metric.ts'
import type { Unstamped } from '../pipeline/documents/schema.ts'
import type { ReadingRow } from '../pipeline/tables/reading.ts'

/** A metric's document, computed at a logical time (RFC 3339 UTC), as the row the analysts' table `reading` keeps of it. */
export function readingRow(document: Unstamped<MetricData>, computedAt: string): ReadingRow {
  const { trend, momentum, signal, confidence, percentile_90d, data_quality } = document
  return {
    metric: document.metric,
    as_of: document.as_of,
    period: document.period,
    value: document.value,
    unit: document.unit,
    known_at: document.known_at,
    known_basis: document.known_basis,
    freshness: document.freshness.status,
    change_unit: trend['7d']?.change_unit ?? trend['30d']?.change_unit ?? trend['90d']?.change_unit ?? null,
    change_7d: trend['7d']?.change ?? null,
    change_30d: trend['30d']?.change ?? null,
    change_90d: trend['90d']?.change ?? null,
    strength_7d: trend['7d']?.strength ?? null,
    strength_30d: trend['30d']?.strength ?? null,
    strength_90d: trend['90d']?.strength ?? null,
    momentum: momentum?.state ?? null,
    signal: signal?.direction ?? null,
    confidence: confidence.score,
    percentile_90d: percentile_90d?.value ?? null,
    quality: data_quality.status,
    disagreement: data_quality.disagreement,
    method: document.method.version,
    computed_at: computedAt,
  }
}
