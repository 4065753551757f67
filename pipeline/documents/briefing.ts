import { briefReading } from './brief-reading.ts'
import { confidence, correlationSchema, type Reading, releaseBySchema, signalSchema } from './reading.ts'
import { addressSchema, day, identityMembers, instantSchema, part, type SchemaType } from './schema.ts'

const cell = part((z) => z.union([z.string(), z.number()]).nullable())

const rank = part((z) => z.int().min(1).describe('1 is the most unusual.'))

const change = part((z) =>
  z
    .object({
      what: z
        .string()
        .describe('A metric, the series of a filed total without a metric, or the id of the briefing for a change of state.'),
      field: z
        .enum(['state', 'signal', 'record', 'release'])
        .describe('The kind of change: a label, a new record, or a release or filing.'),
      with: z
        .array(z.string())
        .optional()
        .describe('Other metrics that the same release changed: the text names the next and counts the rest.'),
      from: cell(z),
      to: cell(z),
      text: z.string(),
      rank: rank(z),
    })
    .meta({ id: 'Change' }),
)

const need = part((z) =>
  z
    .object({
      metric: z.string(),
      side: z.enum(['above', 'below']).describe('The side of `value` that the metric must reach.'),
      value: z.number(),
      held: z
        .enum(['next_release', 'week'])
        .describe('Whether it must reach that side at its next release, or stay there for a week.'),
      display: z
        .string()
        .optional()
        .describe('`value` as it is printed everywhere: rounded to a value that is reached too. Absent from older documents.'),
    })
    .meta({ id: 'TurnNeed', description: 'What one metric must do for the state to change, all else being equal.' }),
)

const turn = part((z) =>
  z
    .object({
      to: z.string().describe('The resulting state.'),
      needs: z.array(need(z)),
      by: z
        .object({ series: z.string(), due_at: instantSchema(z), by: releaseBySchema(z).optional() })
        .nullable()
        .describe('The next release that could trigger it.'),
    })
    .meta({ id: 'StateTurn', description: 'What would change the state.' }),
)

const point = part((z) =>
  z
    .object({ metric: z.string(), text: z.string(), rank: rank(z) })
    .meta({ id: 'Point', description: 'A notable fact about a reading on that day.' }),
)

const section = part((z) =>
  z
    .object({
      id: z.string(),
      title: z.string(),
      note: z.string().nullable(),
      columns: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string().nullable() })),
      rows: z.array(z.record(z.string(), cell(z))),
    })
    .meta({ id: 'Section', description: 'A table; rows may have more members than the table has columns.' }),
)

/** Stands outside the reading it belongs to. */
const namedSignal = part((z) =>
  z
    .object({
      metric: z
        .string()
        .optional()
        .describe('The metric it is the signal of. Absent from documents published before this member existed.'),
      ...signalSchema(z).shape,
    })
    .meta({ id: 'NamedSignal', description: 'The signal of `metric`.' }),
)

const sinceAtLeast = part((z) =>
  z
    .boolean()
    .optional()
    .describe(
      'True if `since` is only the earliest day examined and the state may have begun earlier. Absent from documents published before this member existed.',
    ),
)

const regimeName = part((z) => z.enum(['expansion', 'contraction', 'transition']))

const regime = part((z) =>
  z
    .object({
      current_regime: regimeName(z),
      current_regime_legacy: z
        .enum(['risk_on_expansion', 'risk_off_contraction'])
        .nullable()
        .optional()
        .describe('The previous name, in documents for days through 2026-12-31; null if there was none.'),
      probabilities: z
        .object({ expansion: z.number(), contraction: z.number(), transition: z.number() })
        .describe('Probabilities of the regime `horizon_days` from now.'),
      horizon_days: z.int().optional().describe('Absent from older documents, whose probabilities are those of the day itself.'),
      most_likely: regimeName(z).optional().describe('The regime that is most likely `horizon_days` from now.'),
      disagrees: z.boolean().optional().describe('True if the most likely regime differs from the current one.'),
      score: z
        .object({
          day: z.number().describe('Weighted mean of the scores of the inputs: the sum of their contributions.'),
          mean: z.number().describe('Mean of the scores of 21 days, which determines the regime.'),
          enter: z.number().describe('Expansion begins at this mean, contraction at its negative.'),
          leave: z.number().describe('Expansion ends below this mean, contraction above its negative.'),
        })
        .optional(),
      since: day(z),
      days: z.int(),
      since_at_least: sinceAtLeast(z),
      inputs: z.array(
        z.object({
          period: day(z),
          value: z.number(),
          unit: z.string(),
          metric: z.string(),
          about: z.enum(['conditions', 'growth', 'inflation']).optional(),
          measure: z.enum(['level', 'move']),
          span: z.string().nullable().optional().describe('The period a move covers; null for a level.'),
          sign: z
            .union([z.literal(1), z.literal(-1)])
            .optional()
            .describe('1: a high value or a rise speaks for expansion; -1: for contraction.'),
          score: z.number(),
          weight: z.number(),
          contribution: z.number().optional().describe('Score times weight.'),
          later_vintage: z
            .boolean()
            .optional()
            .describe(
              'True if the value is a later vintage that nobody had on that day; the value published then may have been different.',
            ),
        }),
      ),
    })
    .meta({ id: 'Regime' }),
)

const state = part((z) =>
  z.object({
    label: z.string(),
    since: day(z),
    previous: z.string().nullable(),
    since_at_least: sinceAtLeast(z),
    why: z
      .enum(['no_source', 'stale', 'too_little_history'])
      .optional()
      .describe(
        'Why the state is `unknown`: nothing is on record of an input, an input is stale, or its history is too short. Absent if the state is known.',
      ),
    judged_on: z
      .object({ inputs: z.int(), current: z.int(), without: z.array(z.string()) })
      .optional()
      .describe('How many of the inputs judge the state, if some are missing or stale and the others are enough.'),
  }),
)

export const briefingSchema = part((z) => {
  const { as_of, computed_at, fingerprint, sample, notices } = identityMembers(z)
  return z
    .object({
      briefing: z.string(),
      title: z.string(),
      tier: z.string(),
      as_of,
      computed_at,
      fingerprint,
      sample,
      headline: z.string().max(90).describe('The headline in one sentence, as on the front page.'),
      summary: z.string(),
      across_markets: z
        .string()
        .optional()
        .describe(
          'One sentence on a day when three or more markets moved by more than four usual days within a week, such as the VIX, yields, the dollar, oil and bitcoin. Absent on other days, and in most briefings.',
        ),
      state: state(z).nullable(),
      lead: z.string().nullable().describe('The metric that the signal and confidence belong to.'),
      signal: namedSignal(z).nullable(),
      confidence: confidence(z).nullable(),
      readings: z.record(z.string(), briefReading(z)),
      sections: z.array(section(z)),
      changes: z.object({ '1d': z.array(change(z)), '7d': z.array(change(z)) }),
      turns: z.array(turn(z)).describe('What would change the state, nearest first.'),
      points: z.array(point(z)).describe('Notable facts, most unusual first.'),
      next_releases: z.array(
        z.object({ series: z.string(), title: z.string(), due_at: instantSchema(z), by: releaseBySchema(z).optional() }),
      ),
      data_quality: z.object({
        status: z.enum(['good', 'partial', 'poor']),
        freshness: z
          .enum(['fresh', 'late', 'stale'])
          .optional()
          .describe('How fresh what decides and leads the briefing is. Stale: it is refused. Absent from older documents.'),
        deciding: z
          .array(z.string())
          .optional()
          .describe('The metrics that judge the state or lead the briefing. Absent from older documents.'),
        stale: z.array(z.string()),
        missing: z.array(z.object({ what: z.string(), why: z.string() })),
      }),
      sources: z.array(z.object({ id: z.string(), name: z.string(), url: addressSchema(z), as_of: day(z) })),
      notices,
      notes: z.array(z.string()),
      regime: regime(z).optional(),
      correlations: z.array(correlationSchema(z)).optional(),
    })
    .meta({ id: 'Briefing', description: 'A finished briefing: readings and their interpretation, dated and sourced.' })
})

export const briefingSummarySchema = part((z) =>
  briefingSchema(z)
    .pick({
      briefing: true,
      title: true,
      tier: true,
      as_of: true,
      computed_at: true,
      fingerprint: true,
      sample: true,
      headline: true,
      state: true,
      lead: true,
      signal: true,
      summary: true,
      turns: true,
      next_releases: true,
      data_quality: true,
      notices: true,
    })
    .meta({
      id: 'BriefingSummary',
      description:
        'The short form of a briefing, `part=summary`: its conclusions without the readings, with at most two releases.',
    }),
)

export type CellValue = SchemaType<typeof cell>
/** A table. `columns` are what is printed, in order; a row may carry more, such as an identifier its link already shows. */
export type Section = SchemaType<typeof section>
export type SectionColumn = Section['columns'][number]
export type BriefingChange = SchemaType<typeof change>
export type StateTurn = SchemaType<typeof turn>
export type Point = SchemaType<typeof point>
/** The label a briefing carries, since when, and the previous one. */
export type StandingState = SchemaType<typeof state>
export type Regime = SchemaType<typeof regime>
/** A briefing with its readings whole, as it is computed and printed; its JSON has them in short. */
export type BriefingDocument = Omit<SchemaType<typeof briefingSchema>, 'readings'> & { readings: Record<string, Reading> }
export type BriefingSummary = SchemaType<typeof briefingSummarySchema>
