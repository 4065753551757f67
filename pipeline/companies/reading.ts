import type { Tagged } from '../filings/fact.ts'
import { type BalanceDay, readBalanceDay } from './balance-day.ts'
import { balanceSheetLine, conceptTitle, isInstant, isWhole, missingPart, type Part, statedPart } from './fact.ts'
import type { Market } from './market.ts'
import { type CountedShares, type LineName, noTerms, type Statement, type StatementParts } from './statement.ts'

/** What the readers of a document make of it. */
export interface ReadStatement {
  readonly day: BalanceDay | null
  readonly statement: Statement | null
  /** Why the report as a whole cannot be read; null also for one of which only the facts are kept. */
  readonly unreadable: string | null
}

/** Facts and texts of one periodic report -> what it states about its balance sheet day, by the rules of its market. */
export function readStatement(market: Market, tagged: Tagged, form: string): ReadStatement {
  const day = readBalanceDay(tagged, form, market)
  if (typeof day === 'string') return { day: null, statement: null, unreadable: day }
  const amounts = market.amounts(day)
  const line = (name: LineName, what: string) => balanceSheetLine(amounts, market.tags[name] ?? [], what)
  const totalAssets = line('total_assets', 'total assets')
  if (market.needsAssets(day.form) && totalAssets.value === null) return { day, statement: null, unreadable: null }
  const parts: StatementParts = {
    totalAssets,
    cash: line('cash', 'cash'),
    debt: each(line('debt', 'debt'), (principal) => (principal === 0 ? [] : [{ name: 'Debt', principal, ...noTerms }])),
    preferred: each(line('preferred_stock', 'preferred stock'), (liquidationPreference) =>
      liquidationPreference === 0 ? [] : [{ name: 'Preferred stock', shares: null, liquidationPreference }],
    ),
    maturities: missingPart('Maturity tables are not read in this market.'),
    dueWithin24Months: missingPart('Maturity tables are not read in this market.'),
    coverShares: sharesByTag(day, market.tags.shares ?? []),
    ...market.parts?.(day, tagged, amounts),
  }
  return { day, statement: { periodEnd: day.day, currency: market.currency, parts }, unreadable: null }
}

function each<Row>(part: Part<number>, rows: (value: number) => Row[]): Part<readonly Row[]> {
  return part.value === null ? part : statedPart(rows(part.value))
}

function sharesByTag({ all }: BalanceDay, concepts: readonly string[]): Part<readonly CountedShares[]> {
  const counts = all.filter((fact) => concepts.includes(fact.concept) && isInstant(fact) && isWhole(fact) && fact.number !== null)
  const rows = counts.map(({ concept, number, context }) => ({
    name: conceptTitle(concept),
    shares: number!,
    asOf: context.end ?? '',
  }))
  return rows.length === 1 ? statedPart(rows) : missingPart('No share count is read from the report, or more than one.')
}
