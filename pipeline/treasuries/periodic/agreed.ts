import type { Fact } from '../../filings/fact.ts'
import { missing, type Part, stated } from './part.ts'

/** A number, and the places to which it is exact. */
export type Exact = Pick<Fact, 'number' | 'decimals'>

/**
 * Several statements of one figure -> the most exact one, where every other is the same number rounded or cut: `6,609,719` and
 * `6.6 million`. Statements that differ are none; so is a figure nobody states.
 */
export function agreed(statements: readonly Exact[], what: string): Part<number> {
  const numbers = statements.flatMap(({ number, decimals }) => (number === null ? [] : { number, places: placesOf(decimals) }))
  const [best] = numbers.toSorted((a, b) => b.places - a.places)
  if (best === undefined) return missing(`No ${what} is tagged for the balance sheet day.`)
  const apart = numbers.filter(({ number, places }) => Math.abs(number - best.number) > 10 ** -places)
  if (apart.length === 0) return stated(best.number)
  return missing(`The filing tags ${what} as ${[...new Set(numbers.map(({ number }) => number))].join(' and ')}.`)
}

function placesOf(decimals: Fact['decimals']): number {
  return typeof decimals === 'number' ? decimals : Number.POSITIVE_INFINITY
}

/** A line of a balance sheet, by the first of the concepts that its amounts have. */
export function balanceSheetLine(amounts: readonly Fact[], concepts: readonly string[], what: string): Part<number> {
  const tagged = concepts.find((concept) => amounts.some((fact) => fact.concept === concept && fact.number !== null))
  return agreed(
    amounts.filter((fact) => fact.concept === tagged),
    what,
  )
}
