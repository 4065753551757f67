import { dayNumber } from '../../calendar/day.ts'
import type { Fact } from '../../filings/fact.ts'
import { readDays } from '../../filings/written-day.ts'
import type { BalanceDay } from '../balance-day.ts'
import { agreed, inDollars, isBalance, isInstant, isWhole, missing, onlyDimension, type Part, stated, titleOf } from '../fact.ts'
import type { CountedShares, PreferredClass } from '../statement.ts'

/** Days the sentence and its tag may be apart; a day further off is another one, as that of the period. */
const mostApart = 14

/**
 * Shares outstanding by class as the cover states them, with the day of each: that of the sentence, where its tag has another one. */
export function readCoverShares({ all }: BalanceDay): Part<readonly CountedShares[]> {
  const facts = all.filter(
    (fact) =>
      fact.concept === 'dei:EntityCommonStockSharesOutstanding' &&
      fact.unit === 'xbrli:shares' &&
      isInstant(fact) &&
      fact.number !== null &&
      (isWhole(fact) || onlyDimension(fact)?.axis === 'us-gaap:StatementClassOfStockAxis'),
  )
  if (facts.length === 0) return missing('The cover tags no shares outstanding.')
  const rows: CountedShares[] = []
  for (const name of new Set(facts.map(classOf))) {
    const counts = facts.filter((fact) => classOf(fact) === name)
    const asOf = counts.map(dayOf).toSorted().at(-1) ?? ''
    const shares = agreed(
      counts.filter((fact) => dayOf(fact) === asOf),
      `shares of ${name}`,
    )
    if (shares.value === null) return shares
    rows.push({ name, shares: shares.value, asOf })
  }
  if (facts.some(isWhole) && !facts.every(isWhole))
    return missing(
      `The cover tags shares by class and without one: ${rows.map(({ name, shares }) => `${name} ${shares}`).join(', ')}.`,
    )
  return stated(rows)
}

function dayOf({ context, place }: Fact): string {
  const tagged = context.end ?? ''
  const [only, ...more] = readDays(place.label)
  const near = Math.abs((dayNumber(only ?? '') ?? Number.NaN) - (dayNumber(tagged) ?? Number.NaN)) <= mostApart
  return only !== undefined && more.length === 0 && near ? only : tagged
}

function classOf(fact: Fact): string {
  const title = titleOf(onlyDimension(fact)?.member ?? 'CommonStock')
  const letter = /\bclass ([A-Z])\b/iu.exec(title)?.[1]
  return letter === undefined ? title : `Class ${letter} common stock`
}

const shares = new Set(['us-gaap:PreferredStockSharesOutstanding', 'us-gaap:TemporaryEquitySharesOutstanding'])
const aggregate = new Set(['us-gaap:PreferredStockLiquidationPreferenceValue', 'us-gaap:TemporaryEquityLiquidationPreference'])
const perShare = new Set(['us-gaap:PreferredStockLiquidationPreference', 'us-gaap:TemporaryEquityLiquidationPreferencePerShare'])
const carried = /^us-gaap:(?:PreferredStock(?:IncludingAdditionalPaidInCapital\w*)?Value\w*|TemporaryEquityCarryingAmount\w*)$/u

/**
 * Preferred classes outstanding on the balance sheet day, each at its liquidation preference as filed: the amount for all shares, or shares
 * times the preference stated per share. None where the filing states that no share is outstanding and carries nothing for any.
 */
export function readPreferred(day: BalanceDay): Part<readonly PreferredClass[]> {
  const facts = day.facts.filter((fact) => isInstant(fact) && fact.number !== null)
  const counts = facts.filter(({ concept }) => shares.has(concept))
  if (counts.length === 0) return missing('The filing tags no count of preferred shares outstanding.')
  const members = [...new Set(counts.flatMap((fact) => preferredMember(fact) ?? []))]
  const classes = members.flatMap((member) => preferredClass(facts, member) ?? [])
  const unread = classes.find((part) => part.value === null)
  if (unread !== undefined) return missing(unread.why ?? '')
  const rows = classes.flatMap((part) => part.value ?? [])
  const whole = counts.filter(isWhole)
  const total = agreed(whole, 'shares of preferred stock')
  const sum = rows.reduce((all, row) => all + (row.shares ?? 0), 0)
  if (whole.length > 0 && total.value !== sum)
    return missing(total.why ?? `The filing tags ${total.value} preferred shares outstanding, and ${sum} by class.`)
  const value = facts.find((fact) => carried.test(fact.concept) && isWhole(fact) && isBalance(fact) && fact.number !== 0)
  if (rows.length > 0 || value === undefined) return stated(rows)
  return missing(`The filing tags no preferred shares outstanding, but ${value.value} dollars under ${value.concept}.`)
}

/** A class with shares outstanding; null for one without. */
function preferredClass(facts: readonly Fact[], member: string): Part<PreferredClass> | null {
  const own = facts.filter((fact) => preferredMember(fact) === member)
  const factsOf = (concepts: ReadonlySet<string>) => own.filter(({ concept }) => concepts.has(concept))
  const name = titleOf(member)
  const count = agreed(factsOf(shares), `shares of ${name}`)
  if (count.value === null) return count
  if (count.value === 0) return null
  const all = agreed(factsOf(aggregate).filter(inDollars), `liquidation preference of ${name}`)
  if (all.value !== null) return stated({ name, shares: count.value, liquidationPreference: all.value })
  const each = agreed(
    factsOf(perShare).filter(({ unit }) => unit === 'iso4217:USD/xbrli:shares'),
    `liquidation preference of a share of ${name}`,
  )
  if (each.value === null) return each
  // To the cent: decimals of a product in binary are not those of its factors.
  const liquidationPreference = Math.round(100 * count.value * each.value) / 100
  return stated({ name, shares: count.value, liquidationPreference })
}

function preferredMember(fact: Fact): string | null {
  const dimension = onlyDimension(fact)
  return dimension?.axis === 'us-gaap:StatementClassOfStockAxis' ? dimension.member : null
}
