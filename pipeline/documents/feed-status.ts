import { defineSystemKind } from './kind.ts'
import { day, instantSchema, part, type SchemaType } from './schema.ts'

const feedError = part((z) =>
  z
    .object({ at: instantSchema(z), code: z.string(), text: z.string() })
    .meta({ id: 'FeedError', description: 'The first error of the last run that had one, with its logical time.' }),
)

const feedDrift = part((z) =>
  z.object({ field: z.string(), change: z.enum(['new', 'missing', 'retyped']), since: instantSchema(z), text: z.string() }).meta({
    id: 'FeedDrift',
    description: 'A field of the bodies of a feed that is not what it always was. A warning: no body is refused for it.',
  }),
)

/** How a feed stands; `pipeline/freshness.ts` has the words. */
export const feedLine = part((z) =>
  z
    .object({
      feed: z.string(),
      title: z.string(),
      upstream: z.string(),
      licence: z
        .enum(['free', 'attribution', 'licence'])
        .describe('Resale of documents based on it: free; attribution (with its notice); licence (requires a licence).'),
      cadence: z.string().describe('How often it is read, besides the daily run that reads every feed.'),
      newest: day(z).nullable().describe('Newest period of its series; null if it has none.'),
      last_read_at: instantSchema(z).nullable(),
      status: z
        .string()
        .describe(
          'fresh, late or stale, like the data of the feed; held (bodies or values await a decision); off (a credential is not set); unread.',
        ),
      next_due_at: instantSchema(z).nullable(),
      note: z.string().nullable(),
      last_error: feedError(z).nullable().describe('The last error; null once the feed was read without one.'),
      drift: z.array(feedDrift(z)).describe('Changes of its contract within the last 30 days.'),
    })
    .meta({
      id: 'FeedLine',
      description: 'The current state of a feed, from its data and the time it was last read; `note` says since when and why.',
    }),
)

const feedStatus = part((z) => {
  const { status, next_due_at, note } = feedLine(z).shape
  const turn = z.object({ from: instantSchema(z), status, next_due_at, note })
  return z
    .array(
      feedLine(z)
        .extend({ turns: z.array(turn) })
        .meta({ id: 'PublishedFeed' }),
    )
    .meta({
      id: 'FeedStatus',
      description: 'Every feed, with the states it will enter at later times if no newer edition is published.',
    })
})

export type FeedLine = SchemaType<typeof feedLine>
export type FeedStatus = SchemaType<typeof feedStatus>[number]

/** What an edition says of its feeds. No route serves it as it stands: `/api/status` tells it as of the moment. */
export const feedStatusKind = defineSystemKind({
  kind: 'feed status',
  id: 'feeds',
  component: 'FeedStatus',
  schema: feedStatus,
  formats: ['json'],
})
