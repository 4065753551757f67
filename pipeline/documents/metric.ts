import { analysis, nextRelease, readingHeadSchema } from './reading.ts'
import { identityMembers, instantSchema, part, type SchemaType, type Zod } from './schema.ts'

const access = <Served extends string>(z: Zod, served: Served) =>
  z.object({
    served: z.literal(served),
    why: z.string().nullable(),
    full_needs: z.string().nullable().describe('The plan required to read this metric in full.'),
  })

const lateRelease = part((z) =>
  z.object({ series: z.string(), status: z.enum(['due', 'out_unread']), due_at: instantSchema(z), since: instantSchema(z) }),
)

/** Absent from older documents. */
const expected = part((z) => nextRelease(z).nullable().optional())

const metricData = part((z) =>
  z
    .object({
      ...readingHeadSchema(z),
      access: access(z, 'full'),
      ...identityMembers(z),
      ...analysis(z),
      next_release: expected(z),
    })
    .meta({ id: 'MetricData', description: 'A full read.' }),
)

const metricLatestReading = part((z) =>
  z
    .object({ ...readingHeadSchema(z), access: access(z, 'latest_reading'), ...identityMembers(z) })
    .meta({ id: 'MetricLatestReading', description: 'The latest value without its analysis.' }),
)

const metricLateRelease = part((z) =>
  metricData(z)
    .extend({ access: access(z, 'late_release'), late: lateRelease(z) })
    .meta({
      id: 'MetricLateRelease',
      description: 'The full analysis of the previous release, while the next release is due but not yet read.',
    }),
)

export const metricSchema = part((z) =>
  z.union([metricData(z), metricLatestReading(z), metricLateRelease(z)]).meta({ id: 'Metric' }),
)

/** The head alone, `access.served = latest_reading`. */
export type MetricLatestReading = SchemaType<typeof metricLatestReading>
/** A newer release than the one read: `due` since its time, `out_unread` once the publisher's grace is over too. */
export type LateRelease = SchemaType<typeof lateRelease>
type Full = SchemaType<typeof metricData>
type Late = SchemaType<typeof metricLateRelease>
/** Everything said of a metric; of the release before, with `late`, while a newer one is due and not read. */
export type MetricData = Omit<Full, 'access'> & { access: Full['access'] | Late['access']; late?: LateRelease }
