import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from '../balance-day.ts'
import {
  conceptTitle,
  isInstant,
  isUsdBalance,
  isUsdFact,
  isWhole,
  missingPart,
  type Part,
  reconcileStatements,
  statedPart,
  wordsOf,
} from '../fact.ts'
import type { PreferredClass } from '../statement.ts'
import { sheetLines } from './sec-sheet.ts'

const shares = new Set(['us-gaap:PreferredStockSharesOutstanding', 'us-gaap:TemporaryEquitySharesOutstanding'])
const issued = new Set(['us-gaap:PreferredStockSharesIssued', 'us-gaap:TemporaryEquitySharesIssued'])
/** The statement of equity counts the shares of each of its columns under this concept. */
const ofColumn = 'us-gaap:SharesOutstanding'
const aggregate = new Set(['us-gaap:PreferredStockLiquidationPreferenceValue', 'us-gaap:TemporaryEquityLiquidationPreference'])
const perShare = new Set(['us-gaap:PreferredStockLiquidationPreference', 'us-gaap:TemporaryEquityLiquidationPreferencePerShare'])
const carried = /^us-gaap:(?:PreferredStock(?:IncludingAdditionalPaidInCapital\w*)?Value\w*|TemporaryEquityCarryingAmount\w*)$/u

/**
 * Preferred classes outstanding on the balance sheet day, each at its liquidation preference as filed: the amount for all shares, or shares
 * times the preference stated per share. None where the filing states that no share is outstanding or issued and carries nothing for any,
 * or where its balance sheet adds up without preferred stock and nothing of the day is named after it.
 */
export function readPreferred(day: BalanceDay): Part<readonly PreferredClass[]> {
  const balances = day.facts.filter((fact) => isInstant(fact) && fact.number !== null)
  const facts = balances.filter((fact) => classOf(fact) !== undefined)
  const counts = countsIn(facts)
  if (counts.length === 0)
    return hasNoPreferred(day, balances)
      ? statedPart([])
      : missingPart('No count of preferred shares outstanding is read from the filing.')
  const members = [...new Set(counts.map(classOf))].filter((member) => member != null)
  const classes = members.flatMap((member) => preferredClass(facts, counts, member) ?? [])
  const whole = counts.filter((fact) => classOf(fact) === null)
  const total = reconcileStatements(whole, 'shares of preferred stock')
  if (classes.length === 0 && total.value !== null && total.value > 0) return onlyClass(facts, total.value)
  const unread = classes.find((part) => part.value === null)
  if (unread !== undefined) return missingPart(unread.why ?? '')
  const rows = classes.flatMap((part) => part.value ?? [])
  const sum = rows.reduce((all, row) => all + (row.shares ?? 0), 0)
  if (whole.length > 0 && total.value !== sum)
    return missingPart(total.why ?? `The filing tags ${total.value} preferred shares outstanding, and ${sum} by class.`)
  const value = facts.find((fact) => carried.test(fact.concept) && isWhole(fact) && isUsdBalance(fact) && fact.number !== 0)
  if (rows.length > 0 || value === undefined) return statedPart(rows)
  return missingPart(
    `No preferred shares outstanding are read from the filing, but ${value.value} dollars under ${value.concept}.`,
  )
}

/** Counts of shares outstanding; where there are none those of the statement of equity, and where nothing was ever issued those issued. */
function countsIn(facts: readonly Fact[]): Fact[] {
  const outstanding = facts.filter(({ concept }) => shares.has(concept))
  if (outstanding.length > 0) return outstanding
  const ofColumns = facts.filter((fact) => fact.concept === ofColumn && isColumnOfPreferred(fact))
  if (ofColumns.length > 0) return ofColumns
  const everIssued = facts.filter(({ concept }) => issued.has(concept))
  return everIssued.every(({ number }) => number === 0) ? everIssued : []
}

/** The one class a filing has, which it may name in its notes alone. */
function onlyClass(facts: readonly Fact[], count: number): Part<readonly PreferredClass[]> {
  const preferences = facts.filter(({ concept }) => aggregate.has(concept) || perShare.has(concept))
  const members = new Set(preferences.map(classOf))
  const [member] = members
  if (member === undefined || members.size > 1)
    return missingPart(
      `The filing tags ${count} preferred shares outstanding and ${members.size} classes with a liquidation preference.`,
    )
  const only = classWith(facts, member, count)
  return only.value === null ? only : statedPart([only.value])
}

/** A class with shares outstanding; null for one without. */
function preferredClass(facts: readonly Fact[], counts: readonly Fact[], member: string): Part<PreferredClass> | null {
  const own = counts.filter((fact) => classOf(fact) === member)
  const count = reconcileStatements(own, `shares of ${conceptTitle(member)}`)
  if (count.value === null) return count
  return count.value === 0 ? null : classWith(facts, member, count.value)
}

/** @param member null for a class that the filing tags without a name */
function classWith(facts: readonly Fact[], member: string | null, count: number): Part<PreferredClass> {
  const name = member === null ? 'Preferred stock' : conceptTitle(member)
  const factsOf = (concepts: ReadonlySet<string>) =>
    facts.filter((fact) => concepts.has(fact.concept) && classOf(fact) === member)
  const all = reconcileStatements(factsOf(aggregate).filter(isUsdFact), `liquidation preference of ${name}`)
  if (all.value !== null) return statedPart({ name, shares: count, liquidationPreference: all.value })
  const each = reconcileStatements(
    factsOf(perShare).filter(({ unit }) => unit === 'iso4217:USD/xbrli:shares'),
    `liquidation preference of a share of ${name}`,
  )
  if (each.value === null) return each
  // To the cent: decimals of a product in binary are not those of its factors.
  return statedPart({ name, shares: count, liquidationPreference: Math.round(100 * count * each.value) / 100 })
}

const column = 'us-gaap:StatementEquityComponentsAxis'

function isColumnOfPreferred({ context }: Fact): boolean {
  return context.dimensions.some(({ axis, member }) => axis === column && member === 'us-gaap:PreferredStockMember')
}

/** The class a fact is about, whether or not it is in a column of preferred stock; null for all together, undefined for other parts. */
function classOf({ context }: Fact): string | null | undefined {
  const [dimension, ...more] = context.dimensions.filter(
    ({ axis, member }) => axis !== column || member !== 'us-gaap:PreferredStockMember',
  )
  if (dimension === undefined) return null
  return dimension.axis === 'us-gaap:StatementClassOfStockAxis' && more.length === 0 ? dimension.member : undefined
}

const preferred = /\b(?:preferred|preference|temporary equity|mezzanine)\b(?!.*\b(?:authorized|par)\b)/u
/** Lines of equity other than preferred stock. */
const otherEquity =
  /\b(?:common|additional paid|retained|accumulated|treasury|minority|noncontrolling|nonredeemable|stockholders equity|unearned|deferred compensation)\b/u

/**
 * Whether nothing of the day is named after preferred stock, the liabilities and the equity of the balance sheet are all it has, and each line
 * of equity is of another kind.
 */
function hasNoPreferred(day: BalanceDay, facts: readonly Fact[]): boolean {
  const named = facts.filter(
    ({ concept, number, context }) =>
      number !== 0 && [concept, ...context.dimensions.map(({ member }) => member)].some((name) => preferred.test(wordsOf(name))),
  )
  const lines = sheetLines(day)
  const numberOf = (...names: readonly string[]) =>
    lines.find(({ concept }) => names.includes(concept.slice('us-gaap:'.length)))?.number
  const liabilities = numberOf('Liabilities')
  const equity =
    numberOf('StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest') ?? numberOf('StockholdersEquity')
  const all = numberOf('LiabilitiesAndStockholdersEquity')
  if (named.length > 0 || liabilities == null || equity == null || all !== liabilities + equity) return false
  const after = lines.slice(lines.findLastIndex(({ concept }) => concept === 'us-gaap:Liabilities') + 1)
  return after.every(({ concept }) => otherEquity.test(wordsOf(concept)))
}
