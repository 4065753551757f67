import type { BalanceDay } from '../balance-day.ts'
import { inDollars, isInstant, isWhole, wordsOf } from '../fact.ts'
import { sheetLines } from './sec-sheet.ts'

const owed =
  /\b(?:debt|notes?|loans?|mortgages?|borrowings?|debentures?|bonds?|commercial paper|line of credit|credit facility)\b/u
const notOwed =
  /\b(?:securities|issuance|costs?|premium|discount|unamortized|extinguish\w*|investments?|receivable|maximum|undrawn|available|remaining)\b/u

/** Whether a concept is an amount that is owed, by its name. */
export function namesDebt(concept: string): boolean {
  const words = wordsOf(concept)
  return owed.test(words) && !notOwed.test(words)
}

/** An instrument, or all there are, at principal. */
export interface NamedPrincipal {
  /** The member of the filing it is tagged with; null where it is tagged without one. */
  readonly member: string | null
  /** What the filing calls it; null where its member says it. */
  readonly heading: string | null
  readonly principal: number
}

/** Debt of which the filing states no part. */
export function allAs(principal: number): NamedPrincipal {
  return { member: null, heading: 'All debt; the filing states no principal by instrument', principal }
}

/** A line of the balance sheet. */
export interface SheetLine {
  readonly concept: string
  readonly number: number
}

/** The lines of liabilities that are debt, at what they are carried at, each concept once. */
export function carriedLines(day: BalanceDay): SheetLine[] {
  return liabilityLines(day).filter(({ concept }) => namesDebt(concept))
}

const total = {
  assets: /^(?:us-gaap|ifrs-full):Assets$/u,
  current: 'us-gaap:LiabilitiesCurrent',
  liabilities: 'us-gaap:Liabilities',
}
const equity =
  /^us-gaap:(?:StockholdersEquity|CommonStock|PreferredStock|TemporaryEquity|AdditionalPaidInCapital|RetainedEarnings)/u

/** What stands between total assets and total liabilities, or equity where a sheet has no such total. */
function liabilityLines(day: BalanceDay): SheetLine[] {
  const lines = sheetLines(day)
  const after = lines.slice(lines.findLastIndex(({ concept }) => total.assets.test(concept)) + 1)
  const end = after.findIndex(({ concept }) => concept === total.liabilities || equity.test(concept))
  const own = end < 0 ? after : after.slice(0, end)
  return [...new Map(own.map(({ concept, number }) => [concept, { concept, number: number ?? 0 }])).values()]
}

/** Lines that may be, or hide, what was borrowed. */
const mayBeOwed =
  /\b(?:related part(?:y|ies)|affiliates?|financ\w+|facility|facilities|funding|collateral|borrow\w*|repurchase|payable to|advances?)\b/u

/**
 * Whether the filing shows that nothing is owed: it tags debt of the day as nil or zero, or its balance sheet has no line of debt among
 * liabilities that add up to their total; and nothing else it tags of the day is owed.
 */
export function owesNothing(day: BalanceDay): boolean {
  const amounts = day.facts.filter((fact) => inDollars(fact) && isInstant(fact) && namesDebt(fact.concept))
  if (amounts.some(({ number }) => number !== null && number !== 0)) return false
  return amounts.some(isWhole) || liabilitiesWithoutDebt(day)
}

function liabilitiesWithoutDebt(day: BalanceDay): boolean {
  const lines = liabilityLines(day)
  const stated = sheetLines(day).find(({ concept }) => concept === total.liabilities)?.number ?? null
  if (stated === null || lines.some(({ concept }) => mayBeOwed.test(wordsOf(concept)))) return false
  const current = lines.findIndex(({ concept }) => concept === total.current)
  const own = lines.filter((_, at) => current < 0 || at > current).reduce((sum, { number }) => sum + number, 0)
  const ofYear = lines.slice(0, Math.max(current, 0)).reduce((sum, { number }) => sum + number, 0)
  const subtotal = current < 0 ? 0 : lines[current]!.number
  return ofYear === subtotal && own + subtotal === stated
}
