import { namesDebt } from '../../companies/markets/sec-debt-lines.ts'
import { maturityRows } from '../../companies/markets/sec-maturities.ts'
import { type MaturityRow, noTerms } from '../../companies/statement.ts'
import type { BalanceSheetFacts } from '../../warehouse/companies/reports.ts'
import type { PeriodicReport, TreasuryFiling } from '../known.ts'

/**
 * Least share of principal that notes are carried at. Costs of issue are 1 to 2% of the notes of recorded filings; a table that adds
 * interest to what is repaid is 4% and more above them.
 */
const leastCarried = 0.975
/** What may be a loan of somebody near to the company. */
const dueTo = /:DueTo(?:RelatedPart|Affiliate|Officers)/u
/** The table and what it is a table of: any other debt on the balance sheet is not in it. */
const longTerm = /^us-gaap:(?:LongTermDebt|DebtInstrument)/u

/**
 * What company facts hold of one 10-Q or 10-K -> what it states about its balance sheet day, where its document has not been read. They are
 * facts about the filer as a whole, by concepts of public taxonomies. Debt is what the rows of repayments of principal add up to, where the
 * balance sheet carries it less no more than costs of issue, and no other debt. What filings state by class, by instrument or by concepts of
 * their own is not among them: bitcoins, preferred stock and shares of the cover are null, not none.
 */
export function readCompanyFacts({ periodEnd, amounts }: BalanceSheetFacts, filing: TreasuryFiling): PeriodicReport {
  const amount = (concept: string): number | null => {
    const [value, ...more] = new Set(amounts.flatMap((fact) => (fact.concept === `us-gaap:${concept}` ? fact.value : [])))
    return more.length === 0 ? (value ?? null) : null
  }
  const rows = maturityRows(amount)
  const total = rows?.reduce((sum, row) => sum + row.amount, 0) ?? 0
  const carried = amount('LongTermDebt')
  const other = amounts.some(
    ({ concept, value }) => value !== 0 && (dueTo.test(concept) || (namesDebt(concept) && !longTerm.test(concept))),
  )
  // equal is not proof: a filing has tagged the total of a table with interest in it as its debt
  const borne = rows !== null && carried !== null && carried >= leastCarried * total && carried < total && !other
  const maturities: readonly MaturityRow[] = borne ? rows : []
  // of an annual report, and of a table that says so, years begin with the balance sheet day; of others they may be fiscal years
  const areFromTheDay =
    borne &&
    (filing.form.startsWith('10-K') || amount('LongTermDebtMaturitiesRepaymentsOfPrincipalInNextRollingTwelveMonths') !== null)
  return {
    filing,
    periodEnd,
    currency: 'USD',
    btc: null,
    btcFairValue: null,
    btcCost: null,
    debt: borne
      ? [{ name: 'Long-term debt; company facts state no principal by instrument', principal: total, ...noTerms }]
      : null,
    preferred: null,
    maturities,
    dueWithin24Months: areFromTheDay ? maturities[0]!.amount + maturities[1]!.amount : null,
    cash: amount('CashAndCashEquivalentsAtCarryingValue'),
    totalAssets: amount('Assets'),
    coverShares: [],
  }
}
