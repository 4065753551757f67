import { z } from 'zod'
import { day, instant, sample } from './base.ts'
import { confidenceCalibration } from './reading.ts'

const healthStatus = z.enum(['ok', 'degraded', 'down'])

export const healthCheck = z.object({ name: z.string(), status: healthStatus, detail: z.string() }).meta({ id: 'HealthCheck' })

export const health = z
  .object({ status: healthStatus, time: instant, edition: z.string().nullable(), checks: z.array(healthCheck) })
  .meta({ id: 'Health' })

export const feedLine = z
  .object({
    feed: z.string(),
    upstream: z.string(),
    status: z.string().meta({
      description:
        'fresh, late or stale, as what the feed brings is; held (bodies or values wait for a decision); off (a credential is not set); unread.',
    }),
    last_read_at: instant.nullable(),
    next_due_at: instant.nullable(),
    note: z.string().nullable(),
  })
  .meta({
    id: 'FeedLine',
    description: 'How a feed stands at the moment, by what it brings and when it was last read; `note` says since when and why.',
  })

const absent = z
  .object({
    place: z.string().meta({ description: 'Such as `briefing/btc.pulse`, `metric/vix` or `treasuries/MSTR`.' }),
    never: z
      .boolean()
      .meta({ description: 'No refresh of this server brings it: it answers 404 NOT_OFFERED, else 503 NOT_PUBLISHED.' }),
    why: z.string(),
  })
  .meta({ id: 'Absent', description: 'A document that is not published, because nothing is known of it.' })

export const status = z
  .object({
    edition: z.string(),
    published_at: instant,
    feeds: z.array(feedLine),
    briefings: z.array(z.object({ id: z.string(), as_of: day, freshness: z.string() })),
    absent: z.array(absent),
  })
  .meta({
    id: 'Status',
    description: 'Feeds and briefings of the edition, as they stand at the moment: a word turns when what was due has not come.',
  })

export const version = z
  .object({ name: z.string(), version: z.string(), interface: z.string(), commit: z.string().nullable() })
  .meta({ id: 'Version', description: '`interface` is the version of the interface specification that is served.' })

const sampled = z
  .object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })
  .meta({ id: 'Sampled', description: 'A figure with the middle 95 % of what other samples of the same kind would give.' })

const calibrationReport = z
  .object({
    forecasts: z.int(),
    n: z.int().meta({ description: 'Windows that do not overlap within their series.' }),
    hit_rate: z.number(),
    brier: sampled,
    base_brier: sampled,
    skill: sampled,
    calibration_error: sampled,
    reliability: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        forecasts: z.int(),
        probability: z.number().nullable(),
        hit_rate: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'CalibrationReport' })

export const calibration = z
  .object({
    as_of: day,
    sample,
    pooled: calibrationReport.nullable(),
    metrics: z.array(
      z.object({
        metric: z.string(),
        title: z.string(),
        score: z.number().nullable(),
        why: z.string().nullable(),
        horizon_days: z.int(),
        calibration: confidenceCalibration.nullable(),
        brier: sampled.nullable(),
        skill: sampled.nullable(),
      }),
    ),
  })
  .meta({ id: 'Calibration', description: 'How past confidence scores stand to what happened.' })

export type HealthCheck = z.infer<typeof healthCheck>
export type Health = z.infer<typeof health>
export type FeedLine = z.infer<typeof feedLine>
export type Status = z.infer<typeof status>
export type Version = z.infer<typeof version>
