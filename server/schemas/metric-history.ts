import { z } from 'zod'
import { day, instant } from './base.ts'

export const metricHistory = z
  .object({
    metric: z.string(),
    title: z.string(),
    category: z.string(),
    unit: z.string(),
    source: z.object({ id: z.string(), name: z.string(), series: z.string(), url: z.string().nullable() }),
    method: z.string().describe('Version of the formulas and of the metric.'),
    from: day.describe('First period selected: as requested, or else the first one available to the caller.'),
    to: day.describe('Last period selected.'),
    as_of: day.describe('The values are those known at the end of this day (UTC).'),
    computed_at: instant,
    sample: z.boolean(),
    notices: z.array(z.string()),
    rows: z.array(
      z
        .object({
          period: day,
          value: z.number(),
          known_at: instant.describe('When the value became known: for a calculated metric, when the last of its inputs did.'),
          known_basis: z.enum(['filed', 'reported', 'deadline']),
        })
        .meta({ id: 'HistoryRow' }),
    ),
  })
  .meta({ id: 'MetricHistory', description: 'The values of a metric as known on a day, one row per period, oldest first.' })

export type MetricHistory = z.infer<typeof metricHistory>
