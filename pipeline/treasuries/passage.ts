import { type NotWhole, notWholeReasons } from '../../data/companies/not-whole-words.ts'
import { factPlaceText, wordsOf } from '../companies/fact.ts'
import type { Fact } from '../filings/fact.ts'
import type { SpanRow } from '../tables/filing.ts'
import { coinCounts } from './coin-count.ts'
import { type Extraction, type OperatorVerdict, type UnreadFiling, unreadFiling } from './extraction.ts'
import { kindOfCount } from './not-whole.ts'
import { readCount } from './wording.ts'

/** A passage that counts or values bitcoins, of a filing in which no count of the whole holding was read. */
export interface Passage extends Pick<Extraction, 'how' | 'place' | 'quote'> {
  /** What the count is instead, or that it is not known. */
  readonly why: string
}

const order: readonly (NotWhole | null)[] = [null, ...notWholeReasons]
const valued =
  /\b(?:fair|market|carrying) value of (?:(?:our|its|the Company[’']s|the) )?(?:\w+ )?(?:bitcoins?|BTC)\b[^.;]{0,80}\$\s?\d|\b(?:bitcoins?|BTC) (?:holdings?|treasury|reserves?|balance)\b[^.;]{0,80}\b(?:valued at|worth)\b[^.;]{0,20}\$\s?\d/iu
const flow = /\b(?:mined|self-mined|produced|earned|purchased|acquired|sold)\b/iu
const counting = /\b(?:held|holdings?|hodl|treasury|reserves?|number of|units|quantity|balance)\b/iu
/** `increasing total bitcoin holdings to approximately`: a number behind it needs no unit. */
const holdingsBefore = /\b(?:bitcoins?|BTC) (?:holdings?|treasury|reserves?|balance|position|held|owned)\b[^.;$%]{0,60}$/iu
/** `Self-Mined Bitcoin produced: `, `The number of bitcoins earned was ` */
const labelBefore =
  /^[^.;$%]{0,80}\b(?:bitcoins?|BTC)\b[^.;$%]{0,60}:\s$|\bnumber of (?:bitcoins?|BTC)\b[^.;$%\d]{0,80}\b(?:was|were|is|totall?ed) $/iu
/** The year of a day or a month is not a number of coins. */
const yearNext = /\b[A-Z][a-z]+\.? (?:\d{1,2},? )?$/u
const saysBitcoins = (before: string): boolean =>
  (holdingsBefore.test(before) || labelBefore.test(before)) && !yearNext.test(before)
/** A column of coins in a table on coins of which it does not say which. */
const someCoins = /\b(?:digital|crypto)(?:[- ]?(?:assets?|currenc(?:y|ies)))\b/iu
const ofCoins = /\b(?:(?:number|quantity) of (?:coins|units|tokens)|quantit(?:y|ies)|coins|units)\b/iu
const bitcoin = /\b(?:bitcoins?|BTC)\b/iu
const carried = /\b(?:cost(?: basis)?|fair value|market value|carrying (?:value|amount)|balance)\b/iu

const valuesOnly = 'it values bitcoins and counts none'

/** The passage of one filing that most likely states what it holds; null where none counts or values bitcoins. */
export function likelyPassage(spans: readonly SpanRow[]): Passage | null {
  const passages = spans.flatMap((span) => (span.kind === 'sentence' || isProse(span) ? ofSentence(span) : ofCell(span)))
  return passages.toSorted((a, b) => a.rank - b.rank)[0] ?? null
}

/** A cell that holds a title or a sentence: in an index of exhibits, what a press release is called. */
export function isProse({ text }: SpanRow): boolean {
  return text.length > 40 && coinCounts(text).some(({ named }) => named)
}

function ofSentence({ text, place }: SpanRow): (Passage & { readonly rank: number })[] {
  const counts = coinCounts(text).filter(
    ({ named, coins, at }) => (named || saysBitcoins(text.slice(0, at))) && coins.some((each) => Number(each) > 1),
  )
  const ranked = counts.flatMap((count) => {
    const around = { before: text.slice(0, count.at), behind: text.slice(count.end), result: false }
    const kind = kindOfCount(count, around)
    const rank = order.indexOf(kind)
    return rank < 0 ? [] : { rank, why: kind === null ? 'its words are not known' : `it reads as ${kind}` }
  })
  const all = valued.test(text) ? [...ranked, { rank: order.length, why: valuesOnly }] : ranked
  return all.map((each) => ({ ...each, how: 'sentence', place, quote: text.slice(0, 500) }))
}

function ofCell({ text, place, heading, context }: SpanRow): (Passage & { readonly rank: number })[] {
  const label = context.split(' | ').at(-1) ?? ''
  const words = `${label} ${heading}`
  const names =
    (bitcoin.test(words) && (counting.test(words) || flow.test(words))) || (someCoins.test(label) && ofCoins.test(heading))
  const cell = { how: 'table', place, quote: [label, heading, text].join(' | ').slice(0, 500) } as const
  if (/^[$]\s?\d/u.test(text) && bitcoin.test(words) && carried.test(`${words} ${context}`))
    return [{ ...cell, rank: order.length, why: valuesOnly }]
  const count = names ? readCount(text) : null
  if (count?.clean !== true || Number(count.coins) <= 1 || /\b(?:19|20)\d\d\b/u.test(text)) return []
  return flow.test(words)
    ? [{ ...cell, rank: order.indexOf('a purchase'), why: 'it reads as coins mined, bought or sold' }]
    : [{ ...cell, rank: 0.5, why: 'its table is not known' }]
}

/** The same of tags: a number of coins, or what they are worth, in a report where no count was read. */
export function passageOfTags(facts: readonly Fact[]): Passage | null {
  const tag = facts.find(({ concept, number, context }) => {
    const words = [concept, ...context.dimensions.map(({ member }) => member)].map(wordsOf).join(' ')
    return (
      (number ?? 0) > 0 &&
      /\b(?:bitcoins?|btc)\b/u.test(words) &&
      /\b(?:number|units|quantity|fair value|held|holdings?)\b/u.test(words)
    )
  })
  if (tag === undefined) return null
  return {
    how: 'tag',
    place: factPlaceText(tag),
    quote: [tag.place.label, tag.shown].join(' | ').slice(0, 500),
    why: 'its tag is not known',
  }
}

export type UnstatedPassage = UnreadFiling<'bitcoin-passage' | 'report-passage'>

/** A passage as a figure that waits for review, or as an operator left it. */
export function unstatedPassage(
  { how, place, quote, why }: Passage,
  figure: Pick<UnstatedPassage, 'accession' | 'company' | 'asOf' | 'what'>,
  verdicts: ReadonlyMap<string, OperatorVerdict>,
): UnstatedPassage {
  const detail = `the filing counts bitcoins here and no whole holding was read: ${why}`
  const advice = '. Read the filing and reject the passage.'
  return unreadFiling({ ...figure, how, place, quote }, { name: 'heading', detail, advice }, verdicts)
}
