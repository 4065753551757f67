import { z } from 'zod'
import { address, day, fingerprint, instant, notices, sample } from './base.ts'
import { confidence, reading, signal } from './reading.ts'

const cell = z.union([z.string(), z.number()]).nullable()

const change = z
  .object({
    what: z.string().meta({ description: 'A metric, or the id of the briefing for a change of its state.' }),
    field: z.enum(['state', 'signal', 'momentum', 'value']),
    from: cell,
    to: cell,
    text: z.string(),
  })
  .meta({ id: 'Change' })

const section = z
  .object({
    id: z.string(),
    title: z.string(),
    note: z.string().nullable(),
    columns: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string().nullable() })),
    rows: z.array(z.record(z.string(), cell)),
  })
  .meta({ id: 'Section', description: 'A table; a row may carry more members than it has columns.' })

const correlation = z
  .object({ a: z.string(), b: z.string(), value: z.number(), n: z.int(), word: z.string(), from: day, to: day })
  .meta({
    id: 'Correlation',
    description: 'Of two metrics, over the changes between their common days; `to` is the last of them.',
  })

const since_at_least = z.boolean().optional().meta({
  description:
    'True: it has stood at least since `since`, the earliest day that was looked at, and may have begun earlier. Documents published before it was there do not say.',
})

const regime = z
  .object({
    current_regime: z.enum(['expansion', 'contraction', 'transition']),
    current_regime_legacy: z.enum(['risk_on_expansion', 'risk_off_contraction']).nullable().optional().meta({
      description: 'The earlier name, in documents of days through 2026-12-31; null where there was none.',
    }),
    probabilities: z.object({ expansion: z.number(), contraction: z.number(), transition: z.number() }),
    since: day,
    days: z.int(),
    since_at_least,
    inputs: z.array(
      z.object({
        metric: z.string(),
        measure: z.enum(['level', 'move']),
        value: z.number(),
        unit: z.string(),
        period: day,
        score: z.number(),
        weight: z.number(),
      }),
    ),
  })
  .meta({ id: 'Regime' })

export const briefing = z
  .object({
    briefing: z.string(),
    title: z.string(),
    tier: z.string(),
    as_of: day,
    computed_at: instant,
    fingerprint,
    sample,
    summary: z.string(),
    state: z.object({ label: z.string(), since: day, previous: z.string().nullable(), since_at_least }).nullable(),
    lead: z.string().nullable().meta({ description: 'The metric whose signal and confidence these are.' }),
    signal: signal.nullable(),
    confidence: confidence.nullable(),
    readings: z.record(z.string(), reading),
    sections: z.array(section),
    changes: z.object({ '1d': z.array(change), '7d': z.array(change) }),
    next_releases: z.array(z.object({ series: z.string(), title: z.string(), due_at: instant })),
    data_quality: z.object({
      status: z.enum(['good', 'partial', 'poor']),
      stale: z.array(z.string()),
      missing: z.array(z.object({ what: z.string(), why: z.string() })),
    }),
    sources: z.array(z.object({ id: z.string(), name: z.string(), url: address, as_of: day })),
    notices,
    notes: z.array(z.string()),
    regime: regime.optional(),
    correlations: z.array(correlation).optional(),
  })
  .meta({ id: 'Briefing', description: 'A finished briefing: readings with their interpretation, dated and sourced.' })
