import type { BalanceDay } from '../../companies/balance-day.ts'
import { isUsdBalance, isWhole, type NumberWithDecimals, type Part, reconcileStatements, wordsOf } from '../../companies/fact.ts'
import type { Fact } from '../../filings/fact.ts'
import { isOfCoin, isRowOfBitcoin, mayBeTheHolding, namesCoin } from './coin.ts'

/** By the concept of the taxonomy for all crypto assets, and by what a concept of the filer's own is called, with a member or naming bitcoin. */
const amounts = {
  fairValue: {
    what: 'fair value of the bitcoins',
    standard: 'us-gaap:CryptoAssetFairValue',
    withMember: /\bfair value$/u,
    naming: /\bvalue\b/u,
  },
  cost: {
    what: 'cost of the bitcoins',
    standard: 'us-gaap:CryptoAssetCost',
    withMember: /\bcost(?: basis)?$/u,
    naming: /\bcosts?\b(?! of (?:revenues?|sales|production|energy|power))/u,
  },
} as const

/**
 * The fair value, or the cost, of the filer's own bitcoins on the balance sheet day: of facts with a member that is bitcoin, and of the
 * filer's own concepts that name bitcoin and a value; where there is none, of the concepts for all crypto assets, in rows that name bitcoin
 * alone or where the filing says that it holds no other. Facts of a part (pledged, of customers) are none; current and noncurrent make one.
 * Null where nothing is tagged.
 *
 * @param only whether the filing says that bitcoin is the only crypto asset held
 */
export function ownBitcoinAmount(day: BalanceDay, only: boolean, of: keyof typeof amounts): Part<number> | null {
  const amount = amounts[of]
  const { what, withMember, naming } = amount
  const values = day.facts.filter((fact) => isUsdBalance(fact) && fact.number !== 0 && mayBeTheHolding(fact))
  const custom = values.filter(({ concept }) => !concept.startsWith('us-gaap:'))
  const named = [
    ...standardValues(values.filter(isOfCoin), amount),
    ...custom.filter((fact) => isOfCoin(fact) && withMember.test(wordsOf(fact.concept))),
    ...custom.filter((fact) => isWhole(fact) && namesCoin(fact.concept) && naming.test(wordsOf(fact.concept))),
  ]
  if (named.length > 0) return reconcileStatements(named, what)
  const whole = values.filter((fact) => isWhole(fact) && (only || isRowOfBitcoin(fact)))
  const all = standardValues(whole, amount)
  return all.length > 0 ? reconcileStatements(all, what) : null
}

/** Facts of one scope -> what they state as the whole; a sum is as exact as the coarser of its lines. */
function standardValues(
  values: readonly Fact[],
  { what, standard }: (typeof amounts)[keyof typeof amounts],
): NumberWithDecimals[] {
  const whole = values.filter(({ concept }) => concept === standard)
  const lines = ['Current', 'Noncurrent'].flatMap((part) => {
    const own = values.filter(({ concept }) => concept === standard + part)
    return own.length === 0
      ? []
      : { number: reconcileStatements(own, what).value ?? Number.NaN, decimals: own[0]?.decimals ?? null }
  })
  const places = lines.flatMap(({ decimals }) => (typeof decimals === 'number' ? decimals : []))
  if (lines.length === 0) return whole
  const sum = lines.reduce((total, { number }) => total + number, 0)
  return [...whole, { number: sum, decimals: places.length === 0 ? null : Math.min(...places) }]
}

/**
 * The amount under which the books carry bitcoins otherwise: some filers tag their fair value as that of intangible assets. One of all
 * digital assets counts where bitcoin is the only one.
 */
export function bookValue({ facts }: BalanceDay, only: boolean): number | null {
  const books = facts.filter(
    (fact) =>
      isUsdBalance(fact) &&
      isWhole(fact) &&
      fact.concept === 'us-gaap:IndefiniteLivedIntangibleAssetsExcludingGoodwill' &&
      (isRowOfBitcoin(fact) || (only && /digital asset|bitcoin/iu.test(fact.place.label))),
  )
  return reconcileStatements(books, amounts.fairValue.what).value
}
