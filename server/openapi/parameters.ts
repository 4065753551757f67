import { z } from 'zod'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { day } from './schemas/base.ts'

/** What a route can be asked with beside the format. Routes read by these, and the description shows them. */
export const parameters = {
  briefing: z
    .string()
    .min(1)
    .meta({ description: 'Id of a briefing; GET /api/briefings lists them.', example: briefingRows[0]!.id }),
  metric: z
    .string()
    .min(1)
    .meta({ description: 'Name of a metric; GET /api/metrics lists them.', example: metricRows[0]!.metric }),
  ticker: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,10}$/)
    .meta({ description: 'Ticker of a company on the roster, in either case.', example: 'HRBX' }),
  date: day.meta({
    description:
      'A past day on record. Left out: the current document. How far back a key reads follows from its plan; a paid call reads any day.',
    example: '2026-11-20',
  }),
} as const

export type ParameterName = keyof typeof parameters
