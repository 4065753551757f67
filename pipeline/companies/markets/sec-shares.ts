import type { Fact } from '../../filings/fact.ts'
import { readDays } from '../../filings/written-day.ts'
import { dayNumber } from '../../time/day.ts'
import type { BalanceDay } from '../balance-day.ts'
import {
  conceptTitle,
  isInstant,
  isWhole,
  missingPart,
  onlyDimension,
  type Part,
  reconcileStatements,
  statedPart,
} from '../fact.ts'
import type { CountedShares } from '../statement.ts'

/** Days the sentence and its tag may be apart; a day further off is another one, as that of the period. */
const mostApart = 14

/**
 * Shares outstanding by class as the cover states them, with the day of each: that of the sentence, where its tag has another one. */
export function readCoverShares({ all }: Pick<BalanceDay, 'all'>): Part<readonly CountedShares[]> {
  const facts = all.filter(
    (fact) =>
      fact.concept === 'dei:EntityCommonStockSharesOutstanding' &&
      fact.unit === 'xbrli:shares' &&
      isInstant(fact) &&
      fact.number !== null &&
      (isWhole(fact) || onlyDimension(fact)?.axis === 'us-gaap:StatementClassOfStockAxis'),
  )
  if (facts.length === 0) return missingPart('No number of shares outstanding is read from the cover.')
  const rows: CountedShares[] = []
  for (const name of new Set(facts.map(shareClassOf))) {
    const counts = facts.filter((fact) => shareClassOf(fact) === name)
    const asOf = counts.map(dayOf).toSorted().at(-1) ?? ''
    const newest = counts.filter((fact) => dayOf(fact) === asOf)
    const shares = reconcileStatements(newest, `shares of ${name}`)
    if (shares.value === null) return shares
    rows.push({ name, shares: shares.value, asOf })
  }
  if (facts.some(isWhole) && !facts.every(isWhole))
    return missingPart(
      `The cover tags shares by class and without one: ${rows.map(({ name, shares }) => `${name} ${shares}`).join(', ')}.`,
    )
  return statedPart(rows)
}

function dayOf({ context, place }: Fact): string {
  const tagged = context.end ?? ''
  const [only, ...more] = readDays(place.label)
  const near = Math.abs((dayNumber(only ?? '') ?? Number.NaN) - (dayNumber(tagged) ?? Number.NaN)) <= mostApart
  return only !== undefined && more.length === 0 && near ? only : tagged
}

/** The class of shares a fact of a cover is about, as its member names it. */
export function shareClassOf(fact: Fact): string {
  const title = conceptTitle(onlyDimension(fact)?.member ?? 'CommonStock')
  const letter = /\bclass ([A-Z])\b/iu.exec(title)?.[1]
  return letter === undefined ? title : `Class ${letter} common stock`
}
