import type { BalanceDay } from '../../companies/balance-day.ts'
import { factPlaceText, isUsdFact, isWhole, wordsOf } from '../../companies/fact.ts'
import type { Fact } from '../../filings/fact.ts'
import type { SpanRow } from '../../tables/filing.ts'
import { type TableCount, tableCounts } from '../coin-table.ts'
import type { CountCheck, Extraction } from '../extraction.ts'
import { likelyStatements } from '../likely-statement.ts'
import { sentenceStatements } from '../sentence-statement.ts'
import type { HoldingStatement } from '../statement.ts'
import { holdsOtherCoins, isLabelledBitcoin, isOfCoin, mayBeTheHolding, namesCoin, namesOtherCoin } from './coin.ts'

/** One place of a report that may state the whole number of bitcoins held on its balance sheet day. */
export interface CountCandidate extends Pick<Extraction, 'how' | 'place' | 'quote'> {
  /** Decimal text. */
  readonly coins: string
  /** What all of them cost, where the same sentence says so. */
  readonly cost: CountCheck | null
  /** Of a sentence, one next to it that may count further bitcoins. */
  readonly beside: string | null
}

const counting = /\b(?:number|units|quantity|count)\b/u
const holding = /\b(?:held|holdings?)\b/u
const coins = /\b(?:bitcoins?|btc|crypto assets?|digital assets?)\b/u
const noCoins = /\/|^(?:xbrli:shares|utr:)/u

/**
 * Places that may state the holding, the surest kind first: facts with a member that is bitcoin, facts about the filer as a whole, rows of
 * tables, sentences. A fact whose name, unit, member or row makes it a part, a flow, a price or another coin is none, and so is one of all
 * crypto assets. Where none of them states it, the sentence that most likely does in other words.
 *
 * @param words what tables and sentences state for the balance sheet day
 * @param only whether the filing says that bitcoin is the only crypto asset held
 */
export function candidatesOf(
  day: BalanceDay,
  { counts: rows, sentences, likely }: ReturnType<typeof countStatementsFor>,
  only: boolean,
): CountCandidate[] {
  const counts = day.facts.filter((fact) => isCount(fact) && mayBeTheHolding(fact) && (fact.number ?? 0) > 0)
  const ofBitcoin = (fact: Fact) =>
    namesCoin(fact.concept) || namesCoin(fact.unit ?? '') || (!holdsOtherCoins(day) && (only || isLabelledBitcoin(fact)))
  const whole = counts.filter((fact) => isWhole(fact) && ofBitcoin(fact))
  const candidates = [
    ...counts.filter(isOfCoin).map((fact) => ofFact(fact, 'dimension')),
    ...whole.map((fact) => ofFact(fact, fact.concept.startsWith('us-gaap:') ? 'tag' : 'custom tag')),
    ...rows.map(({ coins, place, quote }): CountCandidate => ({ coins, place, quote, how: 'table', cost: null, beside: null })),
    ...sentences.map(ofStatement),
  ]
  return candidates.length > 0 ? candidates : likely.map(ofStatement)
}

function ofStatement({ coins, how, place, quote, price, beside }: HoldingStatement): CountCandidate {
  return { coins, how, place, quote, cost: price, beside }
}

/**
 * What the tables and the sentences of a report state for its balance sheet day, and the sentence that most likely states it in other words.
 *
 * @param day of the balance sheet; a count in doubt is none of it
 */
export function countStatementsFor(spans: readonly SpanRow[], day: string) {
  const stated = ({ asOf, doubt, clean }: TableCount | HoldingStatement) => asOf === day && doubt === null && clean
  const sentences = spans.filter(({ kind }) => kind === 'sentence')
  const known = { counts: tableCounts(spans).filter(stated), sentences: sentenceStatements(sentences).filter(stated) }
  const isKnown = known.counts.length > 0 || known.sentences.length > 0
  return { ...known, likely: isKnown ? [] : likelyStatements(spans).filter(({ asOf }) => asOf === day) }
}

function isCount({ concept, unit }: Fact): boolean {
  if (unit === null || noCoins.test(unit) || namesOtherCoin(unit) || namesOtherCoin(concept)) return false
  const words = wordsOf(concept)
  return coins.test(words) && (counting.test(words) || (holding.test(words) && namesCoin(unit)))
}

/** A count tagged as an amount of money is what a reader sees: its scale belongs to the unit that is wrong. */
function ofFact(fact: Fact, how: Extraction['how']): CountCandidate {
  const shown = fact.shown.replaceAll(',', '')
  const wrong = isUsdFact(fact) && /^\d+(?:\.\d+)?$/u.test(shown)
  return {
    coins: wrong ? shown : (fact.value ?? ''),
    how,
    place: `${factPlaceText(fact)}${wrong ? ', tagged in dollars' : ''}`,
    quote: [fact.place.label, fact.shown].join(' | ').slice(0, 500),
    cost: null,
    beside: null,
  }
}
