import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from '../balance-day.ts'
import { conceptTitle, isUsdFact, isWhole } from '../fact.ts'
import { namesDebt } from './sec-debt-lines.ts'
import { labelWithoutFootnotes } from './sec-debt-witness.ts'

/** What a report tags of the rates of its debt. */
export interface DebtRate {
  readonly kind: 'weighted_average' | 'fixed' | 'floating'
  /** The debt it is of. */
  readonly of: string
  /** A rate, or of fixed and floating debt the share of it; null for an amount. */
  readonly percent: number | null
  readonly amount: number | null
  /** First day of the period of an average over time; null for a day. */
  readonly from: string | null
  readonly place: Fact['place']
}

const average = /^us-gaap:(ShortTerm|LongTerm|)DebtWeightedAverageInterestRate(?:AtPointInTime|OverTime)?$/u
const bearing = /^us-gaap:Long[Tt]ermDebtPercentageBearing(Fixed|Variable)Interest(PercentageRate|Rate|Amount)$/u
const spans = { ShortTerm: 'Short-term debt', LongTerm: 'Long-term debt', '': 'Debt' } as const

/**
 * Weighted average rates, and what bears fixed and floating interest, as tagged of the balance sheet day. The concept of a share is used for
 * the rate of that share too: it counts only in a sentence that calls it so much of the debt. What is tagged twice and apart is left out.
 */
export function debtRates({ facts }: BalanceDay): DebtRate[] {
  const read = facts.flatMap((fact): DebtRate[] => {
    const { concept, context, number, place } = fact
    const [, span] = average.exec(concept) ?? []
    const [, bears, unit] = bearing.exec(concept) ?? []
    const part = partOf(fact)
    if (number === null || part === null) return []
    const row = { of: part, percent: null, amount: null, from: context.start, place }
    if (span !== undefined && number > 0 && number < 1) {
      const debt = spans[span as keyof typeof spans]
      return [{ ...row, kind: 'weighted_average', of: part === '' ? debt : part, percent: percentOf(number) }]
    }
    const kind = bears === 'Fixed' ? 'fixed' : 'floating'
    const own = { ...row, kind, of: part === '' ? 'Long-term debt' : part } as const
    if (unit === 'Amount' && isUsdFact(fact) && number > 0) return [{ ...own, amount: number }]
    const debt = unit === 'Amount' || bears === undefined ? null : shareIn(fact)
    return debt === null ? [] : [{ ...own, of: debt, percent: percentOf(number) }]
  })
  const keyOf = ({ kind, of, percent, from }: DebtRate) => [kind, of, percent === null, from].join(' ')
  return read.filter(
    (rate, at) =>
      read.findIndex((other) => keyOf(other) === keyOf(rate)) === at &&
      read.every((other) => keyOf(other) !== keyOf(rate) || (other.percent === rate.percent && other.amount === rate.amount)),
  )
}

/** The part of debt a fact is about: empty for all, null for what is divided by anything else. */
function partOf(fact: Fact): string | null {
  if (isWhole(fact)) return ''
  const { dimensions } = fact.context
  return dimensions.every(({ axis }) => namesDebt(axis)) ? conceptTitle(dimensions.at(-1)!.member) : null
}

/** The debt that a sentence calls a percentage of: `approximately 9% of total debt`. */
function shareIn({ number, place: { label, table } }: Fact): string | null {
  if (table !== null || number === null || number <= 0 || number > 1) return null
  const stated =
    /\b(\d{1,3}(?:\.\d+)?) ?% of (?:our |its |the Company[’']s )?((?:[a-z-]+ ){0,3}(?:debt|borrowings|indebtedness))\b/u
  const [, percent, debt = ''] = stated.exec(label) ?? []
  return Number(percent) === percentOf(number) ? `${debt.charAt(0).toUpperCase()}${debt.slice(1)}` : null
}

/** A rate as percent, without what binary fractions add. */
const percentOf = (number: number): number => Math.round(1e8 * number) / 1e6

/** The effective rate a filing tags an instrument with, by the name of its row or member; null where it has none, or several. */
export function effectivePercentOf({ facts }: BalanceDay, name: string): number | null {
  const own = facts.filter(
    ({ concept, context: { dimensions }, place }) =>
      concept === 'us-gaap:DebtInstrumentInterestRateEffectivePercentage' &&
      dimensions.length > 0 &&
      dimensions.every(({ axis }) => namesDebt(axis)) &&
      ((place.table !== null && labelWithoutFootnotes(place.label) === name) ||
        dimensions.some(({ member }) => conceptTitle(member) === name)),
  )
  const rates = new Set(own.map(({ number }) => number))
  const [rate] = rates
  return rates.size === 1 && rate != null && rate > 0 && rate < 1 ? percentOf(rate) : null
}
