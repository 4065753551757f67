import { z } from 'zod'
import { day, fingerprint, instant, notices, sample } from './base.ts'
import { analysis, readingHead } from './reading.ts'

const identity = { as_of: day, computed_at: instant, fingerprint, sample, notices }

const access = <Served extends string>(served: Served) =>
  z.object({
    served: z.literal(served),
    why: z.string().nullable(),
    full_needs: z.string().nullable().meta({ description: 'The plan that reads this metric in full.' }),
  })

const metricData = z
  .object({ ...readingHead, access: access('full'), ...identity, ...analysis })
  .meta({ id: 'MetricData', description: 'A full read.' })

const metricLatestReading = z
  .object({ ...readingHead, access: access('latest_reading'), ...identity })
  .meta({ id: 'MetricLatestReading', description: 'The latest value without its analysis.' })

const metricLateRelease = z
  .object({
    ...readingHead,
    access: access('late_release'),
    ...identity,
    ...analysis,
    late: z.object({ series: z.string(), status: z.enum(['due', 'out_unread']), due_at: instant, since: instant }),
  })
  .meta({
    id: 'MetricLateRelease',
    description: 'The whole analysis of the previous release while the next one is due and not read.',
  })

export const metric = z.union([metricData, metricLatestReading, metricLateRelease]).meta({ id: 'Metric' })
