import { metricRows } from '../../data/metrics.ts'
import type { Tier } from '../../data/plans.ts'
import { prices } from '../../data/prices.ts'
import { defineKind } from './kind.ts'
import { analysis, readingHead } from './reading.ts'
import { identity, instant, type Of, part, type Z } from './schema.ts'

const access = <Served extends string>(z: Z, served: Served) =>
  z.object({
    served: z.literal(served),
    why: z.string().nullable(),
    full_needs: z.string().nullable().meta({ description: 'The plan that reads this metric in full.' }),
  })

const lateRelease = part((z) =>
  z.object({ series: z.string(), status: z.enum(['due', 'out_unread']), due_at: instant(z), since: instant(z) }),
)

const metricData = part((z) =>
  z
    .object({ ...readingHead(z), access: access(z, 'full'), ...identity(z), ...analysis(z) })
    .meta({ id: 'MetricData', description: 'A full read.' }),
)

const metricLatestReading = part((z) =>
  z
    .object({ ...readingHead(z), access: access(z, 'latest_reading'), ...identity(z) })
    .meta({ id: 'MetricLatestReading', description: 'The latest value without its analysis.' }),
)

const metricLateRelease = part((z) =>
  z
    .object({
      ...readingHead(z),
      access: access(z, 'late_release'),
      ...identity(z),
      ...analysis(z),
      late: lateRelease(z),
    })
    .meta({
      id: 'MetricLateRelease',
      description: 'The whole analysis of the previous release while the next one is due and not read.',
    }),
)

const metric = part((z) => z.union([metricData(z), metricLatestReading(z), metricLateRelease(z)]).meta({ id: 'Metric' }))

/** The head alone, `access.served = latest_reading`. */
export type MetricLatestReading = Of<typeof metricLatestReading>
/** A newer release than the one read: `due` since its time, `out_unread` once the publisher's grace is over too. */
export type LateRelease = Of<typeof lateRelease>
type Full = Of<typeof metricData>
type Late = Of<typeof metricLateRelease>
/** Everything said of a metric; of the release before, with `late`, while a newer one is due and not read. */
export type MetricData = Omit<Full, 'access'> & { access: Full['access'] | Late['access']; late?: LateRelease }

/** Least plan that reads a metric in full. */
export function metricTier({ proOnly, category }: { readonly proOnly: boolean; readonly category: string }): Tier {
  return proOnly ? 'pro' : category === 'bitcoin' ? 'free' : 'basic'
}

export const metricKind = defineKind({
  kind: 'metric',
  folder: 'metric',
  id: 'metric',
  component: 'Metric',
  schema: metric,
  formats: ['json', 'md', 'latest.json', 'latest.md'],
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
      'A free key reads the category bitcoin in full and every other metric as its latest reading; a basic key every metric in full but those of `pro_only_metrics`; a pro key all in full, and so does a paid call.',
    parameter: {
      name: 'metric',
      description: 'Name of a metric; GET /api/metrics lists them.',
      example: metricRows[0]!.metric,
      unknown: 'There is no metric of that name. GET /api/metrics lists them.',
    },
    price: prices.metric,
    needsPlan: false,
    otherwise: 'markdown',
    formatParameter: true,
  },
  catalogue: {
    operation: 'listMetrics',
    path: '/api/metrics',
    member: 'metrics',
    component: 'MetricCatalogue',
    summary: 'Catalogue of metrics',
    description: 'Each with what it is made of; `pro_only_metrics` names those only Pro reads in full.',
  },
})
