import { briefingRows } from '../../data/briefings.ts'
import { sampleNotice } from '../../data/notices.ts'
import { prices } from '../../data/prices.ts'
import { joined, type Span, sentence, type Text } from './blocks.ts'
import { type BriefingDocument, type BriefingSummary, briefing, summary } from './briefing.ts'
import { briefingBlocks } from './briefing-blocks.ts'
import { defineKind, type ShortText, type Wanted } from './kind.ts'
import { sinceBefore, staleText } from './reading-text.ts'
import type { Draft } from './schema.ts'
import { turnSentences } from './turn-text.ts'

/** The short form of a briefing, before it is stamped. */
export function summaryOf(whole: Draft<BriefingDocument>): Draft<BriefingSummary> {
  const { briefing, title, tier, as_of, sample, headline, state, lead, signal, summary, turns, data_quality, notices } = whole
  const next_releases = whole.next_releases.slice(0, 2)
  return {
    ...{ briefing, title, tier, as_of, sample, headline, state, lead, signal, summary, turns },
    ...{ next_releases, data_quality, notices },
  }
}

/**
 * Its text: title, what is stale, day, state and quality of the data, headline, then what there is room for, in this order: what is late, the
 * first sentence with a figure, what would change the state, the next release, the other sentences of the
 * summary, and twelve digits of the fingerprint. All of it is in the JSON.
 */
export function summaryText(document: BriefingSummary, { readings }: Pick<BriefingDocument, 'readings'>): ShortText {
  const { title, as_of, state, headline, summary, notices, fingerprint, data_quality } = document
  const count = data_quality.stale.length
  const warnings: Text[] = [
    staleText(readings) ?? [],
    `STALE DATA: ${count} of ${Object.keys(readings).length} readings.`,
  ].filter(() => count > 0)
  const standing: Text[] = state === null ? [] : [[{ strong: state.label }, ' ', ...sinceBefore(state)]]

  // an opening that is the headline again would be read twice
  const sentences = summary.split(/(?<=[.!?]) (?=\p{Lu})/u).filter((each) => each !== headline)
  const isLate = (text: string) => text.startsWith('Late: ')
  // it has the level and the day that a headline may have no room for; those of a late release say nothing of it
  const figures = sentences.find((each) => /\d/.test(each) && !isLate(each))
  // the first words of a title name the series; its basis, after the comma, is in the whole document
  const next_releases = document.next_releases.map((one) => ({ ...one, title: one.title.split(/, | \(/)[0]! }))
  const rank = (text: string) => (isLate(text) ? 0 : text === figures ? 1 : 2)
  const ofSummary = sentences.map((text, at) => ({ text, at, rank: rank(text) })).toSorted((a, b) => a.rank - b.rank)
  const wanted: Wanted[] = [
    ...ofSummary.filter((each) => each.rank < 2).map(({ text, at }) => ({ text, paragraph: 'summary', at })),
    ...turnSentences({ ...document, next_releases }, readings, { states: 1, ways: 1, releases: 1 }).map((text, at) => ({
      text,
      paragraph: 'turns',
      at,
    })),
    ...ofSummary.filter((each) => each.rank === 2).map(({ text, at }) => ({ text, paragraph: 'summary', at })),
    { text: fingerprint.slice(0, 'sha256:'.length + 12), paragraph: 'fingerprint', at: 0 },
  ]
  const paragraphOf = (name: string, pieces: readonly Wanted[]) => {
    const own = pieces.filter(({ paragraph }) => paragraph === name).toSorted((a, b) => a.at - b.at)
    const texts = own.map(({ text }) => text)
    return texts.length === 0 ? [] : [sentence(...joined(texts, ' '))]
  }
  return {
    warnings,
    wanted,
    blocks: (warning, pieces) => [
      { kind: 'head', title, headline: null, warning, crumbs: [] },
      sentence(...joined([as_of, ...standing, `data ${data_quality.status}`], ' · ')),
      sentence({ strong: headline }),
      ...paragraphOf('summary', pieces),
      ...paragraphOf('turns', pieces),
      ...notices.filter((notice) => notice !== sampleNotice).map((notice) => sentence({ notice } as Span)),
      ...paragraphOf('fingerprint', pieces),
    ],
  }
}

/** A briefing without the factors of the confidence of its readings, and those by metric: in prose, they are a third of a reading. */
function withoutFactors(whole: Draft<BriefingDocument>) {
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
