import { defineKind } from './kind.ts'
import { readingHeadSchema } from './reading.ts'
import { identityMembers, part, type SchemaType } from './schema.ts'

/** An array of numbers as the base64 of its bytes, little-endian. */
const packed = part((z) => (numbers: string) => z.string().describe(`${numbers}, base64, little-endian.`))

const metricHistory = part((z) => {
  const { metric, title, category, unit, source } = readingHeadSchema(z)
  const numbers = packed(z)
  return z
    .object({
      metric,
      title,
      category,
      unit,
      source,
      method: z.string(),
      ...identityMembers(z),
      first_known: z.string().describe('Day on which the first value became known.'),
      first_period: z.string(),
      last_period: z.string(),
      periods: numbers('Days since 1970-01-01 as 32-bit integers, ascending'),
      values: numbers('64-bit floats; NaN if the metric has no value for the period from `known` on'),
      known: numbers('Milliseconds since 1970 as 64-bit floats, ascending within a period'),
      mark: z.string().describe('Hash of the inputs it was made from; it is rewritten only if the hash changes.'),
      bases: numbers('0 filed, 1 reported, 2 deadline, as bytes'),
    })
    .meta({
      id: 'StoredHistory',
      description:
        'Every value a metric has had, in every version, as an edition keeps it. Its `as_of` is the day of the last change.',
    })
})

/** A metric's history as an edition keeps it: `server/history/` selects from it what was known on a day. */
export type StoredHistory = SchemaType<typeof metricHistory>

/** Read when somebody asks for it: no route serves it as it stands. */
export const metricHistoryKind = defineKind({
  kind: 'metric history',
  folder: 'history',
  id: 'metric',
  component: 'StoredHistory',
  schema: metricHistory,
  formats: ['json'],
  facts: ({ title, first_known, first_period, last_period, mark }: StoredHistory) => ({
    title,
    first_known,
    first_period,
    last_period,
    mark,
  }),
  packed: true,
})
