import type { Reading } from '../../pipeline/documents/reading.ts'

/** A fresh daily reading of 22 July 2026, known the day after, that says nothing beside its value; with some members changed. */
export const plainReading = (metric: string, changed: object = {}): Reading =>
  ({
    ...{ metric, title: metric, unit: '1', value: 1, period: '2026-07-22', known_at: '2026-07-23T00:00:00Z' },
    freshness: { status: 'fresh', cadence: 'daily', next_due_at: null, stale_after: '2026-07-26T00:00:00Z' },
    trend: { '7d': null, '30d': null, '90d': null },
    ...{ signal: null, record: null, momentum: null, percentile_90d: null },
    ...changed,
  }) as unknown as Reading
