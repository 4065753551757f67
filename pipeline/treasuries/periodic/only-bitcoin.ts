import type { Fact, TextBlock } from '../../filings/fact.ts'
import { sentences } from '../../filings/sentence.ts'
import type { SpanRow } from '../../tables/filing.ts'
import { readDays } from '../wording.ts'
import type { BalanceDay } from './balance-day.ts'
import { holdsOtherCoins, namesOtherCoin } from './coin.ts'

const named = /\b(?:bitcoins?|btc)\b/iu
/** What makes a label that names bitcoin one of bitcoin and more. */
const mixed =
  /\b(?:others?|including|includes?|primarily|mainly|mostly|principally|largely|such as|e\.g|tokens?|stablecoins?|altcoins?|crypto\w*|(?:and|or|&|plus) digital)\b|&/iu

const assets = '(?:digital|crypto|cryptographic|virtual)(?:[ -](?:asset|currenc(?:y|ie)|token))s?'
const alone = '(?:solely|only|entirely|exclusively|wholly)'
const says = [
  `\\b${assets}(?: (?:holdings|portfolio|treasury|held))?(?: [^.;]{0,60})?(?: |, )(?:consist(?:s|ed)?|(?:are|is|were|was)(?: comprised)?|comprised?|comprises) ${alone} (?:of )?(?:our )?bitcoins?\\b(?! and\\b|,| or\\b)`,
  `\\b(?:bitcoin|BTC) (?:is|was) (?:the|our|its) (?:only|sole) ${assets}(?! (?:mined|accepted|sold|used|mentioned))`,
  `\\b(?:the|our|its) (?:only|sole) ${assets}(?: (?:held|(?:that )?(?:we|the Company) (?:hold|holds|held|own|owns|owned)))?(?: [^.;,]{0,40})? (?:is|was) bitcoin\\b(?! and\\b|,| or\\b)`,
  `\\b(?:does not|do not|did not) (?:hold|own) any (?:other )?${assets} (?:other than|besides|except(?: for)?|apart from) bitcoin\\b(?! and\\b|,| or\\b)`,
  `\\b(?:holds?|held|owns?|owned) no (?:other )?${assets} (?:other than|besides|except(?: for)?|apart from) bitcoin\\b(?! and\\b|,| or\\b)`,
].map((source) => new RegExp(source, 'iu'))
/** What makes such a sentence one of another time, of a plan, of somebody else, or its contrary. */
const otherwise =
  /\bnot (?:solely|only|entirely|exclusively|wholly|consist|comprised)|\b(?:if|until|unless|would|could|should|may|might|will|intend\w*|plan\w*|expect\w*|policy|strategy|previously|formerly|prior to|historically|customers?|clients?|competitors?|trust|fund|subsidiar\w*|collateral|mined|mining|rewards?|purchased|sold|accept\w*)\b/iu

/** Whether the words beside a fact are of bitcoin and of nothing else. */
export function isLabelledBitcoin({ place }: Fact): boolean {
  return named.test(place.label) && !mixed.test(place.label) && !namesOtherCoin(place.label)
}

/** Whether a row of a table names bitcoin and nothing else. A sentence may speak of more than the amount in it. */
export function isRowOfBitcoin(fact: Fact): boolean {
  return fact.place.table !== null && isLabelledBitcoin(fact)
}

/**
 * Whether a filing says that bitcoin is the only crypto asset its filer holds, in so many words and of no other day; tags of another coin
 * speak against it. That no other coin is tagged says nothing: coins of little value are tagged together.
 */
export function saysOnlyBitcoin(day: BalanceDay, texts: readonly TextBlock[], spans: readonly SpanRow[]): boolean {
  if (holdsOtherCoins(day)) return false
  const told = [
    ...texts.flatMap(({ text }) => text.split('\n').flatMap((line) => sentences(line))),
    ...spans.filter(({ kind }) => kind === 'sentence').map(({ text }) => text),
  ].filter((sentence) => named.test(sentence) && says.some((pattern) => pattern.test(sentence)))
  return told.some(
    (sentence) =>
      !otherwise.test(sentence) && !namesOtherCoin(sentence) && readDays(sentence).every((written) => written === day.day),
  )
}
