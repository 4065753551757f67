import type { SpanRow } from '../tables/filing.ts'
import type { CountCheck } from './extraction.ts'
import { coinsPattern, numberPattern } from './wording.ts'

/** Words that, with a number of coins, may count some beside those of the sentence next to it. */
const further =
  /\b(?:additional(?:ly)?|in addition|plus|further(?:more)?|moreover|another|besides|separately|also|(?:self-)?mined|pledged|collateral|lent|loaned)\b/iu
/** What makes those a part of the count it is next to. */
const among = /\b(?:of|among) (?:which|these|those|them|this|that)\b/iu
const countOfCoins = new RegExp(`(?:${numberPattern}) (?:[\\w-]+ ){0,3}${coinsPattern}`, 'iu')
const place = /^(?<document>.*?)paragraph (?<paragraph>\d+), sentence (?<sentence>\d+)$/u
/** Sentences without a figure are not among the spans, so the next one may be the second. */
const reach = 2

/** Whether a sentence may count bitcoins beside those of the one next to it: "Additionally, 300 BTC were mined." */
export function countsFurtherCoins(text: string): boolean {
  return further.test(text) && !among.test(text) && countOfCoins.test(text)
}

/** A sentence beside one, in its paragraph or the next, that may count further bitcoins; null where none does. */
export function furtherCoinsSentence(span: SpanRow, spans: readonly SpanRow[]): string | null {
  const own = place.exec(span.place)?.groups
  const beside = spans.find((other) => {
    const there = place.exec(other.place)?.groups
    if (other === span || there?.['document'] !== own?.['document']) return false
    const paragraphs = Math.abs(Number(there?.['paragraph']) - Number(own?.['paragraph']))
    const sentences = Math.abs(Number(there?.['sentence']) - Number(own?.['sentence']))
    return paragraphs <= 1 && (paragraphs === 1 || sentences <= reach) && countsFurtherCoins(other.text)
  })
  return beside === undefined ? null : beside.text.slice(0, 200)
}

/** The check of a count with such a sentence next to it: it fails, for the count may be a part. */
export function furtherCoinsCheck(sentence: string): CountCheck {
  return { name: 'neighbour', passed: false, detail: `a neighbouring sentence may count further bitcoins: "${sentence}"` }
}
