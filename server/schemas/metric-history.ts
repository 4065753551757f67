import { z } from 'zod'
import { daySchema, instantSchema } from './base.ts'

export const metricHistory = z
  .object({
    metric: z.string(),
    title: z.string(),
    category: z.string(),
    unit: z.string(),
    source: z.object({ id: z.string(), name: z.string(), series: z.string(), url: z.string().nullable() }),
    method: z.string().describe('Version of the formulas and of the metric.'),
    from: daySchema.describe('First period selected: as requested, or else the first one available to the caller.'),
    to: daySchema.describe('Last period selected.'),
    as_of: daySchema.describe('The values are those known at the end of this day (UTC).'),
    computed_at: instantSchema,
    sample: z.boolean(),
    notices: z.array(z.string()),
    rows: z.array(
      z
        .object({
          period: daySchema,
          value: z.number(),
          known_at: instantSchema.describe(
            'When the value became known: for a calculated metric, when the last of its inputs did.',
          ),
          known_basis: z.enum(['filed', 'reported', 'deadline']),
        })
        .meta({ id: 'HistoryRow' }),
    ),
  })
  .meta({ id: 'MetricHistory', description: 'The values of a metric as known on a day, one row per period, oldest first.' })

export type MetricHistory = z.infer<typeof metricHistory>
