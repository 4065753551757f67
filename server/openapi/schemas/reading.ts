import { z } from 'zod'
import { address, day, instant } from './base.ts'

const datedValue = z.object({ period: day, value: z.number() }).meta({ id: 'DatedValue' })

const changeUnit = z.enum(['percent', 'basis_points', 'unit'])
const windowName = z.enum(['7d', '30d', '90d'])

const trendWindow = z
  .object({
    change: z.number().nullable(),
    change_unit: changeUnit,
    direction: z.enum(['up', 'down', 'flat']),
    strength: z.number().nullable().meta({
      description: "Robust z of this change among the metric's own changes over the same window in the last three years.",
    }),
    from: datedValue,
    to: datedValue,
    note: z.string().optional().meta({ description: 'Why there is no change where `change` is null.' }),
  })
  .meta({ id: 'TrendWindow', description: 'A change over one window with its two dated ends; percentages in points.' })

const trend = z
  .object({ '7d': trendWindow.nullable(), '30d': trendWindow.nullable(), '90d': trendWindow.nullable() })
  .meta({ id: 'Trend' })

const momentum = z
  .object({
    state: z.enum(['accelerating', 'steady', 'decelerating', 'reversing']),
    short: z.number(),
    long: z.number(),
  })
  .meta({ id: 'Momentum', description: 'Change per day over the short and the long window, in the unit of the trend.' })

export const signal = z
  .object({
    direction: z.enum(['bullish', 'bearish', 'neutral']),
    window: windowName,
    polarity: z.enum(['higher_is_bullish', 'lower_is_bullish', 'none']),
  })
  .meta({ id: 'Signal' })

export const confidenceCalibration = z
  .object({
    n: z.int().meta({ description: 'Past windows that do not overlap.' }),
    hit_rate: z.number(),
    base_rate: z.number(),
    brier: z.number(),
    from: day,
    to: day,
  })
  .meta({ id: 'ConfidenceCalibration' })

export const confidence = z
  .object({
    score: z.number().min(0).max(100).nullable(),
    why: z.string().nullable().meta({ description: 'Why there is no score where `score` is null.' }),
    horizon_days: z.int(),
    factors: z.array(z.object({ name: z.string(), effect: z.string(), detail: z.string() })),
    calibration: confidenceCalibration.nullable(),
  })
  .meta({ id: 'Confidence', description: 'How often the direction of the signal held on past days that looked alike, 0 to 100.' })

const percentile = z
  .object({ value: z.number().min(0).max(100), n: z.int() })
  .meta({ id: 'Percentile', description: 'Share of the other observations of the last 90 days that lie below; n of them.' })

const readingQuality = z
  .object({
    status: z.enum(['good', 'partial', 'poor']),
    coverage_90d: z.number(),
    gaps: z.int(),
    age_days: z.int(),
    disagreement: z.string().nullable(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ReadingQuality' })

const freshness = z
  .object({
    status: z.enum(['fresh', 'late', 'stale']),
    cadence: z.string(),
    next_due_at: instant.nullable(),
    stale_after: instant,
  })
  .meta({ id: 'Freshness' })

const inputPoint = z
  .object({ series: z.string(), period: day, value: z.number(), unit: z.string(), known_at: instant, url: address })
  .meta({ id: 'InputPoint', description: 'A number the value was made of.' })

/** What every shape of a metric begins with. */
export const readingHead = {
  metric: z.string(),
  title: z.string(),
  category: z.string(),
  unit: z.string(),
  value: z.number(),
  period: day.meta({ description: 'What the value is about: a day, or the last day of its week, month or quarter.' }),
  known_at: instant.meta({ description: 'When the value became known.' }),
  known_basis: z.enum(['filed', 'reported', 'deadline']),
  source: z.object({ id: z.string(), name: z.string(), series: z.string(), url: address }).meta({ id: 'MetricSource' }),
  inputs: z.array(inputPoint),
  freshness,
}

/** What a full read adds. */
export const analysis = {
  trend,
  momentum: momentum.nullable(),
  signal: signal.nullable(),
  confidence,
  percentile_90d: percentile.nullable(),
  data_quality: readingQuality,
  method: z.object({ version: z.string(), url: z.string() }).meta({ id: 'Method' }),
}

export const reading = z
  .object({ ...readingHead, ...analysis })
  .meta({ id: 'Reading', description: 'What is said about a metric on a day, as it stands in a briefing.' })
