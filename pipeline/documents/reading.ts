import { address, day, instant, type Of, part } from './schema.ts'

/** What is said about a metric on a day: the parts that metrics and briefings share. Percentages in points. */

const datedValue = part((z) => z.object({ period: day(z), value: z.number() }).meta({ id: 'DatedValue' }))
const changeUnit = part((z) => z.enum(['percent', 'basis_points', 'unit']))
const windowName = part((z) => z.enum(['7d', '30d', '90d']))

const trendWindow = part((z) =>
  z
    .object({
      change: z.number().nullable(),
      change_unit: changeUnit(z),
      direction: z.enum(['up', 'down', 'flat']),
      strength: z.number().nullable().meta({
        description: "Robust z of this change among the metric's own changes over the same window in the last three years.",
      }),
      from: datedValue(z),
      to: datedValue(z),
      note: z.string().optional().meta({ description: 'Why there is no change where `change` is null.' }),
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

export const signal = part((z) =>
  z
    .object({
      direction: z.enum(['bullish', 'bearish', 'neutral']),
      window: windowName(z),
      polarity: z.enum(['higher_is_bullish', 'lower_is_bullish', 'none']),
    })
    .meta({ id: 'Signal' }),
)

export const confidenceCalibration = part((z) =>
  z
    .object({
      n: z.int().meta({ description: 'Past windows that do not overlap.' }),
      hit_rate: z.number(),
      base_rate: z.number(),
      brier: z.number(),
      from: day(z),
      to: day(z),
    })
    .meta({ id: 'ConfidenceCalibration' }),
)

export const confidence = part((z) =>
  z
    .object({
      score: z.number().min(0).max(100).nullable(),
      why: z.string().nullable().meta({ description: 'Why there is no score where `score` is null.' }),
      horizon_days: z.int(),
      factors: z.array(z.object({ name: z.string(), effect: z.string(), detail: z.string() })),
      calibration: confidenceCalibration(z).nullable(),
    })
    .meta({
      id: 'Confidence',
      description: 'How often the direction of the signal held on past days that looked alike, 0 to 100.',
    }),
)

const percentile = part((z) =>
  z
    .object({ value: z.number().min(0).max(100), n: z.int() })
    .meta({ id: 'Percentile', description: 'Share of the other observations of the last 90 days that lie below; n of them.' }),
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
      next_due_at: instant(z).nullable(),
      stale_after: instant(z),
    })
    .meta({ id: 'Freshness' }),
)

const inputPoint = part((z) =>
  z
    .object({
      series: z.string(),
      period: day(z),
      value: z.number(),
      unit: z.string(),
      known_at: instant(z),
      url: address(z),
    })
    .meta({ id: 'InputPoint', description: 'An input of the value.' }),
)

const metricSource = part((z) =>
  z.object({ id: z.string(), name: z.string(), series: z.string(), url: address(z) }).meta({ id: 'MetricSource' }),
)

/** What every shape of a metric begins with. */
export const readingHead = part((z) => ({
  metric: z.string(),
  title: z.string(),
  category: z.string(),
  unit: z.string(),
  value: z.number(),
  period: day(z).meta({ description: 'The period the value describes: a day, or the last day of its week, month or quarter.' }),
  known_at: instant(z).meta({ description: 'When the value became known.' }),
  known_basis: z.enum(['filed', 'reported', 'deadline']),
  source: metricSource(z),
  inputs: z.array(inputPoint(z)),
  freshness: freshness(z),
}))

/** What a full read adds. */
export const analysis = part((z) => ({
  trend: trend(z),
  momentum: momentum(z).nullable(),
  signal: signal(z).nullable(),
  confidence: confidence(z),
  percentile_90d: percentile(z).nullable(),
  data_quality: readingQuality(z),
  method: z.object({ version: z.string(), url: z.string() }).meta({ id: 'Method' }),
}))

export const reading = part((z) =>
  z
    .object({ ...readingHead(z), ...analysis(z) })
    .meta({ id: 'Reading', description: 'What is said about a metric on a day, as it stands in a briefing.' }),
)

/** Of two metrics, by name. */
export const correlation = part((z) =>
  z.object({ a: z.string(), b: z.string(), value: z.number(), n: z.int(), word: z.string(), from: day(z), to: day(z) }).meta({
    id: 'Correlation',
    description: 'Correlation of two metrics over the changes between their common days, the last of which is `to`.',
  }),
)

export type DatedValue = Of<typeof datedValue>
export type ChangeUnit = Of<typeof changeUnit>
export type WindowName = Of<typeof windowName>
export type TrendWindow = Of<typeof trendWindow>
export type Direction = TrendWindow['direction']
export type Trend = Of<typeof trend>
export type Momentum = Of<typeof momentum>
export type Signal = Of<typeof signal>
export type SignalDirection = Signal['direction']
export type Polarity = Signal['polarity']
export type Confidence = Of<typeof confidence>
export type Percentile = Of<typeof percentile>
export type DataQuality = Of<typeof readingQuality>
export type Freshness = Of<typeof freshness>
export type InputPoint = Of<typeof inputPoint>
export type MetricSource = Of<typeof metricSource>
/** MetricData without access, as_of, computed_at, fingerprint, sample, notices: what stands in a briefing's `readings`. */
export type Reading = Of<typeof reading>
export type Correlation = Of<typeof correlation>
