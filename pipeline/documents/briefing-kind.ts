import { briefingRows } from '../../data/briefings.ts'
import { prices } from '../../data/prices.ts'
import { type BriefingDocument, briefing, summary } from './briefing.ts'
import { briefingBlocks } from './briefing-blocks.ts'
import { summaryOf, summaryText } from './briefing-summary.ts'
import { defineKind } from './kind.ts'
import type { Unstamped } from './schema.ts'

/** A briefing without the factors of the confidence of its readings, and those by metric: in prose, they are a third of a reading. */
function withoutFactors(whole: Unstamped<BriefingDocument>) {
  const factorsOf: Record<string, object> = {}
  const readings = Object.entries(whole.readings).map(([metric, { confidence, ...reading }]) => {
    const { factors = [], ...kept } = confidence
    if (factors.length > 0) factorsOf[metric] = factors
    return [metric, { ...reading, confidence: kept }]
  })
  return { kept: { ...whole, readings: Object.fromEntries(readings) }, apart: { confidence_factors: factorsOf } }
}

export const briefingKind = defineKind({
  kind: 'briefing',
  folder: 'briefing',
  id: 'briefing',
  component: 'Briefing',
  schema: briefing,
  blocks: briefingBlocks,
  formats: ['json', 'md', 'html', 'summary.json', 'summary.md', 'apart.json'],
  apart: withoutFactors,
  short: { component: 'BriefingSummary', schema: summary, of: summaryOf, text: summaryText },
  facts: ({ title, tier, state }: BriefingDocument) => ({
    title,
    tier,
    state: state?.label ?? null,
    since: state?.since ?? null,
  }),
  archived: true,
  copied: true,
  rows: () => briefingRows.map((row) => ({ ...row, name: row.id, price: prices.briefing[row.tier] })),
  route: {
    operation: 'getContext',
    path: '/api/context',
    tag: { name: 'Context', description: 'Briefings, by id.' },
    summary: 'A briefing',
    description: `The price depends on the tier of the briefing: ${Object.entries(prices.briefing)
      .map(([tier, usd]) => `${tier} ${usd} USD`)
      .join(', ')}.`,
    parameter: {
      name: 'briefing',
      description: 'Id of a briefing; GET /api/briefings lists them.',
      example: briefingRows[0]!.id,
      unknown: 'No briefing has that id. GET /api/briefings lists them.',
      missing: 'Name a briefing: /api/context?briefing=ID. GET /api/briefings lists the ids.',
    },
    price: prices.briefing.free,
    needsPlan: true,
    otherwise: 'markdown',
  },
  catalogue: {
    operation: 'listBriefings',
    path: '/api/briefings',
    member: 'briefings',
    component: 'BriefingCatalogue',
    summary: 'Catalogue of briefings',
    description: 'Every briefing with its tier, price and days on record.',
  },
})
