import type { SpanRow } from '../../tables/filing.ts'
import { isReviewed, uncorroborated } from '../corroboration.ts'
import type { Check } from '../extraction.ts'
import { furtherCoinsCheck } from '../further-coins.ts'
import { priceCheck, type Stated } from '../price.ts'
import type { BalanceDay } from './balance-day.ts'
import type { Candidate } from './candidate.ts'
import { namesCoin } from './coin.ts'
import { type DatedRow, datedRows } from './dated-row.ts'
import { type LinesOfCoins, linesOfCoins, restrictedCheck } from './lines-of-coins.ts'
import { bookValue, ownFairValue } from './own-value.ts'
import type { Part } from './part.ts'
import { inDollars, isWhole, wordsOf } from './scope.ts'

/** What one report says that bears a count of bitcoins out. */
export interface Evidence {
  readonly price: { readonly value: number; readonly from: string } | null
  readonly fairValue: Part<number> | null
  /** What the books carry digital assets at where they tag no fair value; null where that is not stated. */
  readonly bookValue: number | null
  readonly rows: readonly DatedRow[]
  readonly lines: LinesOfCoins
  /** Whether periodic reports of this filer were compared with their readings by hand. */
  readonly reviewed: boolean
  /** Whole assets, which no part of them exceeds; null where not stated. */
  readonly assets: number | null
  /** Whether the filing says that bitcoin is the only crypto asset held. */
  readonly only: boolean
}

/** A count times the price may be this far from the filed value: filers price at their own exchange and hour. */
const tolerance = 0.02
const mostCoins = 21_000_000
const factors = { thousand: 1e3, million: 1e6, billion: 1e9 } as const

/**
 * @param price of a bitcoin on the day; null where none is held, then the filing's own is used
 * @param only whether the filing says that bitcoin is the only crypto asset held
 */
export function evidenceOf(
  day: BalanceDay,
  spans: readonly SpanRow[],
  { price, assets, only }: { readonly price: number | null; readonly assets: number | null; readonly only: boolean },
): Evidence {
  const rows = datedRows(spans, day.day)
  const own = ownPrice(day, rows)
  return {
    price:
      price !== null
        ? { value: price, from: 'the price of the day' }
        : own === null
          ? null
          : { value: own, from: 'its own price' },
    fairValue: ownFairValue(day, only),
    bookValue: bookValue(day, only),
    rows,
    lines: linesOfCoins(day),
    reviewed: isReviewed(day.cik, 'periodic'),
    assets,
    only,
  }
}

/** The price of a bitcoin the filing states; as printed, for its tags may say thousands. */
function ownPrice({ facts }: BalanceDay, rows: readonly DatedRow[]): number | null {
  const tagged = facts.filter(
    (fact) =>
      inDollars(fact) &&
      isWhole(fact) &&
      namesCoin(fact.concept) &&
      /^(?:fair value per|(?:market|closing) price (?:per|of)) (?:bitcoin|btc)$/u.test(wordsOf(fact.concept)),
  )
  const prices = new Set([
    ...tagged.map(({ shown }) => Number(shown.replaceAll(',', ''))),
    ...rows.flatMap(({ marketPrice }) => (marketPrice === null ? [] : amountOf(marketPrice))),
  ])
  const [only, ...more] = [...prices].filter((price) => price > 0)
  return only !== undefined && more.length === 0 ? only : null
}

/**
 * The checks of a count against its own filing: times the price it is the filed fair value, or the market value a table of the discussion
 * works out; or, where the filing has no fair value and is of a filer whose reports were compared by hand, times its average cost the
 * aggregate cost: coins of another origin have another cost. A count that nothing bears out is held.
 */
export function checksOf({ coins, cost, beside }: Candidate, evidence: Evidence): Check[] {
  const count = Number(coins)
  const { fairValue, assets } = evidence
  const priced = fairValue === null ? valuesWithoutTag(count, evidence) : [fairValueCheck(count, fairValue, evidence)]
  const costs = evidence.reviewed && fairValue === null && priced.length === 0 ? costChecks(coins, cost, evidence.rows) : []
  const borne = [...priced, ...costs]
  return [
    numberCheck(coins),
    ...(borne.length > 0
      ? borne
      : [
          uncorroborated(
            `no fair value or market value of the day${evidence.reviewed ? ' and no average cost' : ''} bears ${coins} out`,
          ),
        ]),
    ...(beside === null || priced.length > 0 ? [] : [furtherCoinsCheck(beside)]),
    ...restrictedCheck(evidence.lines, fairValue?.value ?? null),
    ...(fairValue?.value == null || assets === null ? [] : [assetsCheck(fairValue.value, assets)]),
  ]
}

function numberCheck(coins: string): Check {
  const count = Number(coins)
  const passed = /^\d+(?:\.\d+)?$/u.test(coins) && count > 0 && count <= mostCoins
  return { name: 'number', passed, detail: `${coins} ${passed ? 'is' : 'is not'} a number of coins up to 21,000,000` }
}

function fairValueCheck(count: number, fairValue: Part<number>, evidence: Evidence): Check {
  if (fairValue.value === null) return { name: 'fair value stated', passed: false, detail: fairValue.why }
  return valueCheck('fair value', count, fairValue.value, evidence)
}

/** Of a filing that tags no fair value: the market value in a table, and the books where they happen to carry that. */
function valuesWithoutTag(count: number, evidence: Evidence): Check[] {
  const market = evidence.rows.flatMap(({ marketValue }) =>
    marketValue === null ? [] : valueCheck('market value', count, amountOf(marketValue), evidence),
  )
  const book = evidence.bookValue === null ? null : valueCheck('fair value', count, evidence.bookValue, evidence)
  return book?.passed === true ? [...market, book] : market
}

function valueCheck(name: 'fair value' | 'market value', count: number, value: number, { price }: Evidence): Check {
  if (price === null) return uncorroborated('no price of the day is held and the filing states none')
  const off = (count * price.value) / value - 1
  const passed = Math.abs(off) <= tolerance
  const made = `${count} x ${price.value.toFixed(2)} (${price.from})`
  return { name, passed, detail: `${made} is ${percentOf(off)} % off the filed ${value}` }
}

function costChecks(coins: string, sentence: Check | null, rows: readonly DatedRow[]): Check[] {
  const tables = rows.flatMap(({ cost, averageCost }) =>
    cost === null || averageCost === null ? [] : priceCheck(coins, cost, averageCost),
  )
  return sentence === null ? tables : [...tables, sentence]
}

function assetsCheck(value: number, assets: number): Check {
  return { name: 'assets', passed: value <= 1.01 * assets, detail: `a fair value of ${value} among total assets of ${assets}` }
}

function amountOf({ digits, scale }: Stated): number {
  return Number(digits.replaceAll(',', '')) * (scale === null ? 1 : factors[scale])
}

/** A ratio in percent to the second place; nought has no sign. */
export function percentOf(ratio: number): string {
  return (100 * ratio).toFixed(2).replace(/^-(?=0\.00$)/u, '')
}
