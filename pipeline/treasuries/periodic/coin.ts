import type { BalanceDay } from '../../companies/balance-day.ts'
import { onlyDimension, wordsOf } from '../../companies/fact.ts'
import type { Fact, TextBlock } from '../../filings/fact.ts'
import { splitSentences } from '../../filings/sentence.ts'
import { readDays } from '../../filings/written-day.ts'
import type { SpanRow } from '../../tables/filing.ts'

const bitcoin = /\b(?:bitcoins?|btc)\b/u
/** A member that is the coin and nothing else: not its miners, options or a company of that name. */
const pure = /^(?:bitcoins?|btc|bitcoin btc)$/u
const other =
  /\b(?:eth|ether|ethereum|sol|solana|xrp|ripple|doge|dogecoin|litecoin|ltc|bnb|cardano|ada|avax|avalanche|sui|ton|toncoin|tron|trx|hype|hyperliquid|chainlink|zcash|monero|kaspa|usdc|usdt|tether|stablecoins?|altcoins?|bitcoin cash|wrapped|other (?:crypto|digital|coins?))\b/u
/** What makes coins or their value a part of the holding, somebody else's, a flow or a price. */
const notTheHolding =
  /\b(?:collateral\w*|pledg\w*|encumber\w*|unencumber\w*|restrict\w*|unrestricted|custod\w*|customers?|clients?|safeguard\w*|rewards?|mined|mining|miners?|purchas\w*|acqui\w+|bought|sold|sales?|dispos\w*|received|earned|loan\w*|lent|lend\w*|borrow\w*|receivables?|transferr?\w*|utilized|used|derivatives?|options?|swaps?|notional|liabilit\w*|percent\w*|per|prices?|average|target|goal|equivalents?|issued|exchanged|paid|payable|forward|contracts?|converted|deposit\w*|gains?|loss\w*|changes?|adjust\w*|cumulative|impair\w*|initial|beginning|minimum|maximum|realized|unrealized|increase|decrease|additions?|subsequent)\b/u
/** The same in the words next to it; a whole holding may well be said to have been purchased. */
const notTheHoldingBeside =
  /\b(?:collateral\w*|pledg\w*|encumbered|unencumbered|restricted|custod\w*|customers?|clients?|rewards?|loaned|lent|receivable|on behalf of)\b/iu

/** Whether a name of the taxonomy or a unit names bitcoin. */
export function namesCoin(name: string): boolean {
  return bitcoin.test(wordsOf(name)) && !namesOtherCoin(name)
}

export function namesOtherCoin(name: string): boolean {
  return other.test(wordsOf(name))
}

/** About bitcoin alone: its only dimension is a member that is the coin. */
export function isOfCoin(fact: Fact): boolean {
  return pure.test(wordsOf(onlyDimension(fact)?.member ?? ''))
}

/** Whether neither the concept nor the words next to it make a fact something else than the whole holding. */
export function mayBeTheHolding({ concept, place }: Fact): boolean {
  return !notTheHolding.test(wordsOf(concept)) && !notTheHoldingBeside.test(place.label)
}

/** Whether anything on the day is tagged as another coin: then a figure for all coins is none for bitcoin. */
export function holdsOtherCoins({ facts }: BalanceDay): boolean {
  return facts.some(
    ({ concept, number, context }) =>
      number !== null &&
      number !== 0 &&
      (namesOtherCoin(concept) || context.dimensions.some(({ member }) => namesOtherCoin(member))),
  )
}

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

/** Whether the words next to a fact are of bitcoin and of nothing else. */
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
  const claims = [
    ...texts.flatMap(({ text }) => text.split('\n').flatMap((line) => splitSentences(line))),
    ...spans.filter(({ kind }) => kind === 'sentence').map(({ text }) => text),
  ].filter((sentence) => named.test(sentence) && says.some((pattern) => pattern.test(sentence)))
  return claims.some(
    (sentence) =>
      !otherwise.test(sentence) && !namesOtherCoin(sentence) && readDays(sentence).every((written) => written === day.day),
  )
}
