import type { BalanceDay } from '../../companies/balance-day.ts'
import { isUsdFact, isWhole, type Part, wordsOf } from '../../companies/fact.ts'
import type { Market } from '../../companies/market.ts'
import type { Fact, Tagged } from '../../filings/fact.ts'
import type { SpanRow } from '../../tables/filing.ts'
import type { TableCount } from '../coin-table.ts'
import type { CountCheck } from '../extraction.ts'
import { type StatedAmount, scaleFactors } from '../price.ts'
import { type CountCandidate, candidatesOf, countStatementsFor } from './candidate.ts'
import { namesCoin, saysOnlyBitcoin } from './coin.ts'
import { linesOfCoins, receivableNote, restrictedCheck } from './lines-of-coins.ts'
import { bookValue, ownBitcoinAmount } from './own-value.ts'

/**
 * What one report states of the bitcoins held on its balance sheet day, and what of it confirms a count. It follows from the document
 * alone; the price of the day is brought to it when the count is judged.
 */
export interface CountStatement {
  /** Places that may state the number held, the surest kind first. */
  readonly candidates: readonly CountCandidate[]
  /** That the places agree, where it does not depend on which of them is confirmed. */
  readonly agreement: CountCheck | null
  readonly fairValue: Part<number> | null
  /** What those bitcoins cost; null where the filing does not tag it. */
  readonly costBasis: Part<number> | null
  /** What the books carry digital assets at where they tag no fair value; null where that is not stated. */
  readonly bookValue: number | null
  /** The price of a bitcoin the filing states; null where it states none. */
  readonly ownPrice: number | null
  readonly rows: readonly Pick<TableCount, 'marketValue' | 'cost' | 'averageCost'>[]
  /** Checks of what is stated, whatever the price. */
  readonly checks: readonly CountCheck[]
  /** What the count leaves out. */
  readonly leftOut: readonly string[]
  /** Why nothing confirms a count where nothing does. */
  readonly whyNot: string | null
  /** The text shown where no place states a count. */
  readonly silence: string
}

export const emptyCountStatement: CountStatement = {
  candidates: [],
  agreement: null,
  fairValue: null,
  costBasis: null,
  bookValue: null,
  ownPrice: null,
  rows: [],
  checks: [],
  leftOut: [],
  whyNot: null,
  silence: 'No bitcoin count for the balance sheet date is read from the filing.',
}

/** Notes that say what is held, by the names of their blocks. */
const onHoldings = /debt|borrowing|loan|note|maturit|preferred|equity|crypto|bitcoin|digital|intangible/iu

/** A report whose bitcoins are looked for. */
export interface CountedReport {
  readonly market: Market
  readonly day: BalanceDay
  readonly tagged: Tagged
  /** Passages on bitcoin, of this report alone. */
  readonly spans: readonly SpanRow[]
  /** Amounts of the balance sheet day that are of the whole group. */
  readonly amounts: readonly Fact[]
  readonly assets: number | null
}

/** What a 10-Q or 10-K states, in its tags, its tables and its words. */
export function americanCount({ day, tagged, spans, assets }: CountedReport): CountStatement {
  const only = saysOnlyBitcoin(
    day,
    tagged.texts.filter(({ concept }) => onHoldings.test(concept)),
    spans,
  )
  const words = countStatementsFor(spans, day.day)
  const lines = linesOfCoins(day)
  const fairValue = ownBitcoinAmount(day, only, 'fairValue')
  const value = fairValue?.value ?? null
  return {
    ...emptyCountStatement,
    candidates: candidatesOf(day, words, only),
    fairValue,
    costBasis: ownBitcoinAmount(day, only, 'cost'),
    bookValue: bookValue(day, only),
    ownPrice: ownPrice(day, words.counts),
    rows: [
      ...words.counts.map(({ marketValue, cost, averageCost }) => ({ marketValue, cost, averageCost })),
      ...words.sentences.map(({ value: marketValue }) => ({ marketValue, cost: null, averageCost: null })),
    ],
    checks: [...restrictedCheck(lines, value), ...(value === null || assets === null ? [] : [assetsCheck(value, assets)])],
    leftOut: receivableNote(lines),
  }
}

/** The price of a bitcoin the filing states; as printed, for its tags may say thousands. */
function ownPrice({ facts }: BalanceDay, rows: readonly TableCount[]): number | null {
  const tagged = facts.filter(
    (fact) =>
      isUsdFact(fact) &&
      isWhole(fact) &&
      namesCoin(fact.concept) &&
      /^(?:fair value per|(?:market|closing) price (?:per|of)) (?:bitcoin|btc)$/u.test(wordsOf(fact.concept)),
  )
  const prices = new Set([
    ...tagged.map(({ shown }) => Number(shown.replaceAll(',', ''))),
    ...rows.flatMap(({ marketPrice }) => (marketPrice === null ? [] : amountsOf(marketPrice)[0]!)),
  ])
  const [only, ...more] = [...prices].filter((price) => price > 0)
  return only !== undefined && more.length === 0 ? only : null
}

function assetsCheck(value: number, assets: number): CountCheck {
  return { name: 'assets', passed: value <= 1.01 * assets, detail: `a fair value of ${value} among total assets of ${assets}` }
}

/** What is stated, in units; without a scale it may be in thousands or millions too, of which the first is as printed. */
export function amountsOf({ digits, scale }: StatedAmount): readonly number[] {
  const printed = Number(digits.replaceAll(',', ''))
  return scale === null ? [printed, printed * 1e3, printed * 1e6] : [printed * scaleFactors[scale]]
}
