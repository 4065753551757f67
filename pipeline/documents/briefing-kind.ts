import { briefingRows } from '../../data/briefings.ts'
import { sampleNotice } from '../../data/notices.ts'
import { prices } from '../../data/prices.ts'
import { joined, type Span, sentence, type Text } from './blocks.ts'
import { type BriefReading, briefReadingOf } from './brief-reading.ts'
import { type BriefingDocument, type BriefingSummary, briefingSchema, briefingSummarySchema } from './briefing.ts'
import { briefingBlocks } from './briefing-blocks.ts'
import { defineKind, type RankedText, type ShortText } from './kind.ts'
import { decidingReadings, sinceText, staleText } from './reading-text.ts'
import { repeatsHeadline, sentencesOf } from './repeats.ts'
import type { Draft } from './schema.ts'
import { nearestTurn, releaseSentence, repeatsTurn } from './turn-text.ts'

/** The short form of a briefing, before it is stamped. */
export function summaryOf(whole: Draft<BriefingDocument>): Draft<BriefingSummary> {
  const { briefing, title, tier, as_of, sample, headline, state, lead, signal, summary, turns, data_quality, notices } = whole
  const next_releases = whole.next_releases.slice(0, 2)
  return {
    ...{ briefing, title, tier, as_of, sample, headline, state, lead, signal, summary, turns },
    ...{ next_releases, data_quality, notices },
  }
}

/** Whether a sentence needs the previous one to be understood, or names what was not read. */
const isAside = (text: string): boolean =>
  /^(?:It|Its|They|Their|This|That|These|Those|Both|Next release|But|And) |\bha(?:s|ve) not (?:been read|arrived)\b/.test(text)

const inOrder = (pieces: readonly RankedText[]): Text[] => pieces.toSorted((a, b) => a.at - b.at).map(({ text }) => text)

/**
 * Its text, whose sentences are each read alone: title, what is stale where it decides, day, state and quality of the data, headline, then
 * what there is room for, in this order: what would change the state, the first figure of the summary where the headline has none, a
 * sentence of it, the next release, the other sentences, those that repeat the headline last. All of it is in the JSON.
 */
export function summaryText(document: BriefingSummary, { readings }: Pick<BriefingDocument, 'readings'>): ShortText {
  const { title, as_of, state, headline, summary, notices, data_quality, turns } = document
  const stale = staleText(decidingReadings({ readings, data_quality }))
  const count = data_quality.stale.length
  const warnings: Text[] = stale === null ? [] : [stale, `STALE DATA: ${count} of ${Object.keys(readings).length} readings.`]
  const standing: Text[] = state === null ? [] : [[{ strong: state.label }, ' ', ...sinceText(state)]]

  const quality: Text[] = data_quality.status === 'good' ? [] : [`data ${data_quality.status}`]
  const turn = nearestTurn(document, readings)
  const sentences = sentencesOf(summary).filter((each) => !isAside(each) && !repeatsTurn(each, turns))
  // the first words of a title name the series; its basis, after the comma, is in the whole document
  const next_releases = document.next_releases.map((one) => ({ ...one, title: one.title.split(/, | \(/)[0]! }))
  const release = releaseSentence({ turns, next_releases }, 1)
  const figures = /\d/.test(headline) ? undefined : sentences.find((each) => /\d/.test(each))
  const pieceOf = (text: string): RankedText => ({ text, at: sentences.indexOf(text) })
  const others = sentences.filter((each) => each !== figures && each !== headline)
  const [fresh, again] = [false, true].map((isAgain) =>
    others.filter((each) => repeatsHeadline(each, headline) === isAgain).map(pieceOf),
  )
  const wanted: RankedText[] = [
    ...(turn === null ? [] : [{ text: turn, shorter: nearestTurn(document, readings, 1), at: sentences.length }]),
    ...(figures === undefined ? [] : [pieceOf(figures)]),
    ...fresh!.slice(0, 1),
    ...(release === null ? [] : [{ text: release, at: sentences.length + 1 }]),
    ...fresh!.slice(1),
    ...again!,
  ]
  const required = notices.filter((notice) => notice !== sampleNotice).map((notice): Span => ({ notice }))
  return {
    warnings,
    wanted,
    blocks: (warning, pieces) => [
      { kind: 'head', title, headline: null, warning, crumbs: [] },
      sentence(...joined([as_of, ...standing, ...quality], ' · ')),
      sentence({ strong: headline }),
      ...(pieces.length === 0 ? [] : [sentence(...joined(inOrder(pieces), ' '))]),
      ...(required.length === 0 ? [] : [sentence(...joined(required, ' '))]),
    ],
  }
}

/**
 * A briefing with its readings in short; whole, and the factors of their confidence by metric, they are apart. Whole they are two thirds of
 * the document, most of it the same in every reading.
 */
function withBriefReadings(whole: Draft<BriefingDocument>) {
  const confidence_factors: Record<string, object> = {}
  const readings: Record<string, BriefReading> = {}
  const readings_in_full: Record<string, object> = {}
  for (const [metric, reading] of Object.entries(whole.readings)) {
    const { factors = [], ...confidence } = reading.confidence
    if (factors.length > 0) confidence_factors[metric] = factors
    readings[metric] = briefReadingOf(reading)
    readings_in_full[metric] = { ...reading, confidence }
  }
  return { kept: { ...whole, readings }, apart: { confidence_factors, readings_in_full } }
}

export const briefingKind = defineKind({
  kind: 'briefing',
  folder: 'briefing',
  id: 'briefing',
  component: 'Briefing',
  schema: briefingSchema,
  blocks: briefingBlocks,
  formats: ['json', 'md', 'html', 'summary.json', 'summary.md', 'apart.json'],
  apart: withBriefReadings,
  short: { component: 'BriefingSummary', schema: briefingSummarySchema, of: summaryOf, text: summaryText },
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
