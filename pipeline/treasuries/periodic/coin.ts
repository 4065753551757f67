import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from './balance-day.ts'
import { onlyDimension, wordsOf } from './scope.ts'

const bitcoin = /\b(?:bitcoins?|btc)\b/u
/** A member that is the coin and nothing else: not its miners, options or a company of that name. */
const pure = /^(?:bitcoins?|btc|bitcoin btc)$/u
const other =
  /\b(?:eth|ether|ethereum|sol|solana|xrp|ripple|doge|dogecoin|litecoin|ltc|bnb|cardano|ada|avax|avalanche|sui|ton|toncoin|tron|trx|hype|hyperliquid|chainlink|zcash|monero|kaspa|usdc|usdt|tether|stablecoins?|altcoins?|bitcoin cash|wrapped|other (?:crypto|digital|coins?))\b/u
/** What makes coins or their value a part of the holding, somebody else's, a flow or a price. */
const notTheHolding =
  /\b(?:collateral\w*|pledg\w*|encumber\w*|unencumber\w*|restrict\w*|unrestricted|custod\w*|customers?|clients?|safeguard\w*|rewards?|mined|mining|miners?|purchas\w*|acqui\w+|bought|sold|sales?|dispos\w*|received|earned|loan\w*|lent|lend\w*|borrow\w*|receivables?|transferr?\w*|utilized|used|derivatives?|options?|swaps?|notional|liabilit\w*|percent\w*|per|prices?|average|target|goal|equivalents?|issued|exchanged|paid|payable|forward|contracts?|converted|deposit\w*|gains?|loss\w*|changes?|adjust\w*|cumulative|impair\w*|initial|beginning|minimum|maximum|realized|unrealized|increase|decrease|additions?|subsequent)\b/u
/** The same in the words beside it; a whole holding may well be said to have been purchased. */
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

/** Whether neither the concept nor the words beside it make a fact something else than the whole holding. */
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
