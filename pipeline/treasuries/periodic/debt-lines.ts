import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from './balance-day.ts'
import { inDollars, isInstant, isWhole, onlyDimension, wordsOf } from './scope.ts'
import { sheetLines } from './sheet.ts'

const owed =
  /\b(?:debt|notes?|loans?|mortgages?|borrowings?|debentures?|bonds?|commercial paper|line of credit|credit facility)\b/u
const notOwed =
  /\b(?:securities|issuance|costs?|premium|discount|unamortized|extinguish\w*|investments?|receivable|maximum|undrawn|available|remaining)\b/u
/** Axes whose members are instruments. */
const instrumentAxis = /^us-gaap:(?:LongtermDebtType|DebtInstrument|ShortTermDebtType|CreditFacility|LineOfCreditFacility)Axis$/u

/** The carrying value of all debt on the balance sheet; null where no line of it is debt. */
export function carriedDebt(day: BalanceDay): number | null {
  const lines = new Map(
    sheetLines(day).flatMap((fact) => (namesDebt(fact.concept) ? [[fact.concept, fact.number ?? 0] as const] : [])),
  )
  return lines.size === 0 ? null : [...lines.values()].reduce((sum, value) => sum + value, 0)
}

/** Whether the filing has debt of the day as nil or zero, and nothing that is owed. */
export function owesNothing({ facts }: BalanceDay): boolean {
  const amounts = facts.filter((fact) => inDollars(fact) && isInstant(fact) && namesDebt(fact.concept))
  return amounts.some(isWhole) && amounts.every(({ number }) => number === null || number === 0)
}

/** Whether a concept is an amount that is owed, by its name. */
export function namesDebt(concept: string): boolean {
  const words = wordsOf(concept)
  return owed.test(words) && !notOwed.test(words)
}

/** The instrument a fact is about: its member on an axis of instruments, of two the narrower one; null of anything else. */
export function instrumentOf(fact: Fact): string | null {
  const { dimensions } = fact.context
  if (dimensions.length === 0 || !dimensions.every(({ axis }) => instrumentAxis.test(axis))) return null
  const narrow = dimensions.find(({ axis }) => axis === 'us-gaap:LongtermDebtTypeAxis')
  return (narrow ?? onlyDimension(fact))?.member ?? null
}
