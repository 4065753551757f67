import { metricByName, metricRows } from '../../data/metrics.ts'
import type { Tier } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { defineKind } from './kind.ts'
import { type MetricData, type MetricLatestReading, metric } from './metric.ts'
import { metricBlocks } from './metric-blocks.ts'
import type { Unstamped } from './schema.ts'

/** Least plan that reads a metric in full. */
export function metricTier({ proOnly, category }: { readonly proOnly: boolean; readonly category: string }): Tier {
  return proOnly ? 'pro' : category === 'bitcoin' ? 'free' : 'basic'
}

/**
 * The latest reading alone of a metric: its head, with `access` saying that the analysis is left out and which plan it takes (`free`,
 * `basic` or `pro`; a paid call reads every metric in full).
 */
export function latestReading(full: Unstamped<MetricData>): Unstamped<MetricLatestReading> {
  const { metric, title, category, unit, value, period, known_at, known_basis, source, inputs, freshness } = full
  const { as_of, sample, notices } = full
  return {
    ...{ metric, title, category, unit, value, period, known_at, known_basis, source, inputs, freshness },
    access: {
      served: 'latest_reading',
      why: 'The plan of the key reads the latest value of this metric without its analysis.',
      full_needs: metricTier({ proOnly: metricByName.get(metric)?.proOnly ?? false, category }),
    },
    as_of,
    sample,
    notices,
  }
}

export const metricKind = defineKind({
  kind: 'metric',
  folder: 'metric',
  id: 'metric',
  component: 'Metric',
  schema: metric,
  blocks: metricBlocks,
  formats: ['json', 'md', 'html', 'latest.json', 'latest.md', 'latest.html'],
  latest: latestReading,
  facts: ({ title, period, method }: MetricData) => ({ title, period, method_version: method.version }),
  copied: true,
  rows: () =>
    metricRows.map((row) => ({
      id: row.metric,
      name: row.metric,
      title: row.title,
      description: row.description,
      tier: metricTier(row),
      price: prices.metric,
      ...(row.aliases === undefined ? {} : { aliases: row.aliases }),
    })),
  route: {
    operation: 'getMetric',
    path: '/api/metrics/{metric}',
    tag: { name: 'Metrics', description: 'Single metrics.' },
    summary: 'A metric',
    description:
      'A free key reads the bitcoin category in full and the latest reading of every other metric. A basic key reads every metric in full except those in `pro_only_metrics`. A pro key or a paid call reads all in full.',
    parameter: {
      name: 'metric',
      description: 'Name of a metric; GET /api/metrics lists them.',
      example: metricRows[0]!.metric,
      unknown: 'No metric has that name. GET /api/metrics lists them.',
    },
    price: prices.metric,
    needsPlan: false,
    otherwise: 'markdown',
  },
  catalogue: {
    operation: 'listMetrics',
    path: '/api/metrics',
    member: 'metrics',
    component: 'MetricCatalogue',
    summary: 'Catalogue of metrics',
    description: 'Every metric with its inputs; `pro_only_metrics` lists those that only Pro reads in full.',
  },
})
