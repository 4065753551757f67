import { addressSchema, day, instantSchema, part, type SchemaType } from './schema.ts'

/** The reading of a metric on a day: the parts that metrics and briefings share. Percentages in points. */

const datedValue = part((z) => z.object({ period: day(z), value: z.number() }).meta({ id: 'DatedValue' }))
const changeUnit = part((z) => z.enum(['percent', 'basis_points', 'unit']))
const windowName = part((z) => z.enum(['7d', '30d', '90d']))

const trendWindow = part((z) =>
  z
    .object({
      change: z.number().nullable(),
      change_unit: changeUnit(z),
      direction: z.enum(['up', 'down', 'flat']),
      strength: z
        .number()
        .nullable()
        .describe('Robust z of this change among the metric’s own changes over the same window in the last three years.'),
      span: z.string().describe('The window in words, by the cadence of the series: "4 weeks", "1 month".'),
      from: datedValue(z),
      to: datedValue(z),
      note: z.string().optional().describe('Why there is no change, if `change` is null.'),
    })
    .meta({ id: 'TrendWindow', description: 'A change over one window with its two dated ends; percentages in points.' }),
)

const trend = part((z) =>
  z
    .object({ '7d': trendWindow(z).nullable(), '30d': trendWindow(z).nullable(), '90d': trendWindow(z).nullable() })
    .meta({ id: 'Trend' }),
)

const momentum = part((z) =>
  z
    .object({
      state: z.enum(['accelerating', 'steady', 'decelerating', 'reversing']),
      short: z.number(),
      long: z.number(),
    })
    .meta({ id: 'Momentum', description: 'Change per day over the short and the long window, in the unit of the trend.' }),
)

const direction = part((z) => z.enum(['bullish', 'bearish', 'neutral']))

const turn = part((z) =>
  z
    .object({
      to: direction(z),
      side: z.enum(['above', 'below']),
      value: z.number(),
      held: z.enum(['next_release', 'week']),
      display: z
        .string()
        .optional()
        .describe('`value` as it is printed everywhere: rounded to a value that is reached too. Absent from older documents.'),
    })
    .meta({
      id: 'Turn',
      description:
        'A value at which the signal would change, all else being equal: if the next release reaches it, or if every value of a week does.',
    }),
)

export const signalSchema = part((z) =>
  z
    .object({
      direction: direction(z),
      moving: z.enum(['rising', 'falling', 'steady']).describe('Which way the metric itself moves.'),
      window: windowName(z).describe('The window that its confidence refers to.'),
      polarity: z.enum(['higher_is_bullish', 'lower_is_bullish', 'none']),
      for: z.string().nullable().describe('For whom a rise is bullish or bearish; null if that is disputed.'),
      since: day(z).describe('Period of the value at which the signal began.'),
      by: z
        .enum(['record'])
        .optional()
        .describe(
          'record: by an extreme of a year alone; its confidence then says how often no more than a usual change followed, as that of a neutral signal does. Left out where the strength of the moves decides.',
        ),
      turns: z.array(turn(z)),
    })
    .meta({ id: 'Signal' }),
)

const knownFrom = part((z) =>
  day(z)
    .optional()
    .describe(
      'First day of our data, where `since` is null and they do not reach the beginning of the series: a more extreme value may have come before.',
    ),
)

const record = part((z) =>
  z
    .object({
      kind: z.enum(['highest', 'lowest', 'largest_rise', 'largest_fall']),
      window: windowName(z).nullable().describe('For a change, its window; null for a level.'),
      since: day(z).nullable().describe('The last day with a more extreme value; null where there is none on record.'),
      known_from: knownFrom(z),
    })
    .meta({ id: 'Extreme', description: 'An extreme of at least one year of known values.' }),
)

/** A record that a value before the newest one set. */
const passedRecord = part((z) =>
  z
    .object({
      kind: z.enum(['highest', 'lowest']),
      value: z.number(),
      period: day(z),
      since: day(z).nullable(),
      known_from: knownFrom(z),
    })
    .meta({
      id: 'PassedRecord',
      description:
        'A record of a value that others have followed, if it became known within the last seven days: daily series, several days of which are published together.',
    }),
)

/** The move from the extreme of the last week. */
const weekMove = part((z) =>
  z.object({ period: day(z), value: z.number(), change: z.number(), change_unit: changeUnit(z), weeks: z.number() }).meta({
    id: 'WeekMove',
    description:
      'The move from the lowest or highest value of the last seven days to the newest, if it exceeds two usual weeks; `weeks` is how many, by the mean size of a change over a week within the year.',
  }),
)

const nearRecord = part((z) =>
  z
    .object({
      kind: z.enum(['highest', 'lowest']),
      value: z.number(),
      period: day(z).describe('The day of the extreme.'),
      change: z.number().describe('What the value differs from it by, 0 where it equals it.'),
      change_unit: changeUnit(z),
      since: day(z).nullable().describe('The last day before it with a more extreme value; null where there is none on record.'),
      known_from: knownFrom(z),
    })
    .meta({
      id: 'NearExtreme',
      description: 'An extreme of at least one year that the value equals, or misses by no more than it moves on a usual day.',
    }),
)

const revision = part((z) =>
  z
    .object({
      period: day(z),
      from: z.number().describe('Its value as known just before the release.'),
      to: z.number().describe('Its value as revised.'),
      change: z.number(),
    })
    .meta({ id: 'Revision', description: 'How the release of the value revised the value of the period before.' }),
)

export const confidenceCalibration = part((z) =>
  z
    .object({
      n: z.int().describe('Number of non-overlapping past windows.'),
      hit_rate: z.number(),
      base_rate: z.number(),
      brier: z.number(),
      skill: z.number().describe('Brier skill against the metric’s own base rate: 1 less the ratio of the two Brier scores.'),
      skill_low: z.number().nullable(),
      skill_high: z.number().nullable(),
      from: day(z),
      to: day(z),
    })
    .meta({ id: 'ConfidenceCalibration' }),
)

export const confidenceFactors = part((z) => z.array(z.object({ name: z.string(), effect: z.string(), detail: z.string() })))

export const confidence = part((z) =>
  z
    .object({
      score: z.number().min(0).max(100).nullable(),
      why: z.string().nullable().describe('Why there is no score, if `score` is null.'),
      horizon_days: z.int(),
      no_information: z.number().nullable().describe('The score without any information.'),
      edge: z
        .object({ points: z.number(), low: z.number(), high: z.number() })
        .nullable()
        .describe(
          'Points by which such days did better than all days, with 95% confidence; null if the difference is not significant.',
        ),
      text: z.string().describe('How likely the signal is to come true and what followed such days, in words.'),
      factors: confidenceFactors(z)
        .optional()
        .describe(
          'The steps to the score. The readings of a briefing have theirs under `confidence_factors`, if `fields` names it.',
        ),
      calibration: confidenceCalibration(z).nullable(),
    })
    .meta({
      id: 'Confidence',
      description: 'Probability that the signal comes true over the next window, 0 to 100, from similar past days.',
    }),
)

const percentile = part((z) =>
  z.object({ value: z.number().min(0).max(100), n: z.int() }).meta({
    id: 'Percentile',
    description: 'Share of the other observations of the last 90 days below the value; `n` is their number.',
  }),
)

const readingQuality = part((z) =>
  z
    .object({
      status: z.enum(['good', 'partial', 'poor']),
      coverage_90d: z.number(),
      gaps: z.int(),
      age_days: z.int(),
      disagreement: z.string().nullable(),
      notes: z.array(z.string()),
    })
    .meta({ id: 'ReadingQuality' }),
)

const freshness = part((z) =>
  z
    .object({
      status: z.enum(['fresh', 'late', 'stale']),
      cadence: z.string(),
      next_due_at: instantSchema(z).nullable(),
      stale_after: instantSchema(z),
    })
    .meta({ id: 'Freshness' }),
)

/** How a day of a release is known, in words for the schema. */
export const releaseBySchema = part((z) =>
  z
    .enum(['calendar', 'rule', 'deadline'])
    .describe(
      'How the day is known. `calendar`: as its publisher lists it. `rule`: its usual day. `deadline`: the latest day it usually comes on; it may come before.',
    ),
)

export const nextRelease = part((z) =>
  z
    .object({ due_at: instantSchema(z), by: releaseBySchema(z) })
    .meta({ id: 'NextRelease', description: 'When a newer value is expected.' }),
)

const inputPoint = part((z) =>
  z
    .object({
      series: z.string(),
      period: day(z),
      value: z.number(),
      unit: z.string(),
      known_at: instantSchema(z),
      url: addressSchema(z),
    })
    .meta({ id: 'InputPoint', description: 'An input of the value.' }),
)

const metricSource = part((z) =>
  z.object({ id: z.string(), name: z.string(), series: z.string(), url: addressSchema(z) }).meta({ id: 'MetricSource' }),
)

/** What every shape of a metric begins with. */
export const readingHeadSchema = part((z) => ({
  metric: z.string(),
  title: z.string(),
  category: z.string(),
  unit: z.string(),
  value: z.number(),
  period: day(z).describe('The period the value describes: a day, or the last day of its week, month or quarter.'),
  known_at: instantSchema(z).describe('When the value became known.'),
  known_basis: z.enum(['filed', 'reported', 'deadline']),
  source: metricSource(z),
  inputs: z.array(inputPoint(z)),
  freshness: freshness(z),
}))

/** What a full read adds. */
export const analysis = part((z) => ({
  trend: trend(z),
  momentum: momentum(z).nullable(),
  signal: signalSchema(z).nullable(),
  record: record(z).nullable(),
  near_record: nearRecord(z).optional(),
  passed_record: passedRecord(z).optional(),
  week_move: weekMove(z).optional(),
  revised: revision(z).optional(),
  first_print: z
    .object({ value: z.number(), known_at: instantSchema(z) })
    .optional()
    .describe('What was first published for the period, where the value differs from it.'),
  later_vintage: z
    .literal(true)
    .optional()
    .describe('The value was first seen after the day asked about: what was published by then may have been different.'),
  confidence: confidence(z),
  percentile_90d: percentile(z).nullable(),
  data_quality: readingQuality(z),
  method: z.object({ version: z.string(), url: z.string() }).meta({ id: 'Method' }),
}))

export const readingSchema = part((z) =>
  z
    .object({ ...readingHeadSchema(z), ...analysis(z) })
    .meta({ id: 'Reading', description: 'The reading of a metric for a day, as in a briefing.' }),
)

/** Of two metrics, by name. */
export const correlationSchema = part((z) =>
  z
    .object({
      a: z.string(),
      b: z.string(),
      value: z.number(),
      low: z.number().describe('Lower bound of the 95% interval of `value`.'),
      high: z.number().describe('Upper bound of the 95% interval of `value`.'),
      n: z.int(),
      independent: z.number().describe('Number of independent changes equivalent to the `n` changes.'),
      kinds: z.array(changeUnit(z)).describe('The kind of change of `a` and of `b`: percent or difference.'),
      word: z.string(),
      from: day(z),
      to: day(z),
    })
    .meta({
      id: 'Correlation',
      description: 'Correlation of two metrics over the changes between their common days, the last of which is `to`.',
    }),
)

export type DatedValue = SchemaType<typeof datedValue>
export type ChangeUnit = SchemaType<typeof changeUnit>
export type WindowName = SchemaType<typeof windowName>
export type TrendWindow = SchemaType<typeof trendWindow>
export type Direction = TrendWindow['direction']
export type Trend = SchemaType<typeof trend>
export type Momentum = SchemaType<typeof momentum>
export type Signal = SchemaType<typeof signalSchema>
export type Turn = SchemaType<typeof turn>
export type Extreme = SchemaType<typeof record>
export type NearExtreme = SchemaType<typeof nearRecord>
export type Revision = SchemaType<typeof revision>
export type SignalDirection = Signal['direction']
export type Polarity = Signal['polarity']
export type Confidence = SchemaType<typeof confidence>
export type Percentile = SchemaType<typeof percentile>
export type DataQuality = SchemaType<typeof readingQuality>
export type Freshness = SchemaType<typeof freshness>
export type InputPoint = SchemaType<typeof inputPoint>
export type MetricSource = SchemaType<typeof metricSource>
/** MetricData without access, as_of, computed_at, fingerprint, sample, notices: what is in a briefing's `readings`. */
export type Reading = SchemaType<typeof readingSchema>
export type Correlation = SchemaType<typeof correlationSchema>
export type NextRelease = SchemaType<typeof nextRelease>
