import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from '../balance-day.ts'
import { isUsdBalance, isWhole } from '../fact.ts'

/** Totals of a balance sheet. A note by segments repeats total assets, and never the last ones. */
const assets = ['us-gaap:Assets', 'ifrs-full:Assets']
const totals = [
  ...assets,
  ...['Liabilities', 'LiabilitiesCurrent', 'LiabilitiesAndStockholdersEquity'].map((name) => `us-gaap:${name}`),
  ...['Liabilities', 'CurrentLiabilities', 'EquityAndLiabilities'].map((name) => `ifrs-full:${name}`),
]

/**
 * The lines of the balance sheet: amounts of the day for the filer as a whole in the one table that holds total assets and most of the other
 * totals, or in two that follow each other where it takes both to hold them (assets on one page, liabilities on the next). Of tables that
 * hold as many the first counts: the statements stand before their notes.
 */
export function sheetLines(day: BalanceDay): Fact[] {
  return sheetAmounts(day).filter(isWhole)
}

/** The same with the amounts a member divides, such as notes payable to related parties. */
export function sheetAmounts({ facts, all }: BalanceDay): Fact[] {
  const amounts = facts.filter((fact) => isUsdBalance(fact) && fact.place.table !== null)
  const whole = amounts.filter(isWhole)
  const tables = [...new Set(all.flatMap(({ place }) => place.table ?? []))].sort((a, b) => a - b)
  const totalsIn = (some: readonly number[]): number =>
    new Set(whole.flatMap(({ concept, place }) => (some.includes(place.table!) && totals.includes(concept) ? concept : []))).size
  const choices = [...tables.map((table) => [table]), ...tables.slice(1).map((table, at) => [tables[at]!, table])].filter(
    (some) => some.every((table) => totalsIn([table]) > 0),
  )
  const withAssets = choices.filter((some) =>
    whole.some(({ concept, place }) => assets.includes(concept) && some.includes(place.table!)),
  )
  const possible = withAssets.length > 0 ? withAssets : choices
  const most = Math.max(...possible.map(totalsIn))
  const sheet = possible.find((some) => totalsIn(some) === most) ?? []
  return amounts.filter(({ place }) => sheet.includes(place.table!))
}
