import { defineSystemKind } from './kind.ts'
import { day, instantSchema, part, type SchemaType } from './schema.ts'

const frontRow = part((z) =>
  z.object({
    briefing: z.string(),
    state: z.object({ label: z.string(), since: day(z), since_at_least: z.boolean() }).nullable(),
    headline: z.string(),
    sentence: z.string().describe('The first sentence of its summary that is not its headline; empty if there is none.'),
    lead: z
      .object({ title: z.string(), value: z.number(), unit: z.string(), period: day(z).nullable() })
      .nullable()
      .describe('The figure of the row.'),
    changes: z.array(z.string()).describe('What changed since the day before, most unusual first.'),
    freshness: z.enum(['fresh', 'late', 'stale']).describe('Stale: refused when the edition was published.'),
    fresh_until: instantSchema(z)
      .nullable()
      .describe('When its data becomes late, if nothing newer is read; null if it never does.'),
  }),
)

const front = part((z) =>
  z
    .object({
      as_of: day(z),
      sample: z.boolean(),
      across: z.string().nullable().describe('One sentence across markets, which leads the page; null on most days.'),
      leads: z.array(z.string()).describe('Briefings with a story, the most important change since the day before first.'),
      briefings: z.array(frontRow(z)),
      absent: z.array(z.object({ briefing: z.string(), why: z.string() })),
      metrics: z.array(z.object({ metric: z.string(), period: day(z) })),
    })
    .meta({ id: 'Front', description: 'The edition at a glance, as its front page shows it.' }),
)

/** What the front page of an edition shows. */
export type Front = SchemaType<typeof front>
export type FrontRow = Front['briefings'][number]

/** The front page of an edition. No route serves it as it is: `/` does. */
export const frontKind = defineSystemKind({
  kind: 'front',
  id: 'front',
  component: 'Front',
  schema: front,
  formats: ['json', 'html'],
})
