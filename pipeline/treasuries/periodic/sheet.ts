import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from './balance-day.ts'
import { isBalance, isWhole } from './scope.ts'

/** Lines that only a balance sheet has. */
const marks = new Set(
  ['Assets', 'Liabilities', 'LiabilitiesCurrent', 'LiabilitiesAndStockholdersEquity'].map((name) => `us-gaap:${name}`),
)

/** The lines of the balance sheet: amounts of the day for the filer as a whole in the tables that hold its totals. */
export function sheetLines({ facts }: BalanceDay): Fact[] {
  const whole = facts.filter((fact) => isBalance(fact) && isWhole(fact) && fact.place.table !== null)
  const tables = new Set(whole.flatMap(({ concept, place }) => (marks.has(concept) ? place.table : [])))
  return whole.filter(({ place }) => tables.has(place.table))
}
