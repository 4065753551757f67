import type { Dimension } from '../filings/context.ts'
import type { Fact } from '../filings/fact.ts'

/** A name of the taxonomy -> its words in lower case: `us-gaap:CryptoAssetNumberOfUnits` -> `crypto asset number of units`. */
export function wordsOf(name: string): string {
  return name
    .slice(name.indexOf(':') + 1)
    .replace(/Member$/u, '')
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, ' ')
    .replace(/[_-]+/gu, ' ')
    .toLowerCase()
    .trim()
}

/** The same as a heading: `us-gaap:SeriesAPreferredStockMember` -> `Series A preferred stock`. */
export function conceptTitle(name: string): string {
  const words = wordsOf(name).replace(
    /\b(class|series) ([a-z])\b/u,
    (_, kind: string, letter: string) => `${kind} ${letter.toUpperCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** About the filer as a whole, not a part, class or instrument of it. */
export function isWhole(fact: Fact): boolean {
  return fact.context.dimensions.length === 0
}

/** The dimension of a fact that has exactly one. */
export function onlyDimension({ context }: Fact): Dimension | null {
  return context.dimensions.length === 1 ? (context.dimensions[0] ?? null) : null
}

export function isInstant({ context }: Fact): boolean {
  return context.start === null
}

export function isUsdFact({ unit }: Fact): boolean {
  return unit !== null && /^(?:iso4217:)?USD$/u.test(unit)
}

/** A money amount on a day, with its number. */
export function isUsdBalance(fact: Fact): boolean {
  return isUsdFact(fact) && isInstant(fact) && fact.number !== null
}

/** Where a fact stands, for whoever looks it up. */
export function factPlaceText({ concept, context, place }: Fact): string {
  const members = context.dimensions.map(({ member }) => ` ${member}`).join('')
  return `${concept}${members}${place.table === null ? '' : `, table ${place.table}, row ${place.row}`}`
}

/** One part of a report: what the filing states, or why nothing is served of it. */
export type Part<T> = { readonly value: T; readonly why: null } | { readonly value: null; readonly why: string }

export function statedPart<T>(value: T): Part<T> {
  return { value, why: null }
}

export function missingPart(why: string): Part<never> {
  return { value: null, why }
}

/** A number, and the places to which it is exact. */
export type NumberWithDecimals = Pick<Fact, 'number' | 'decimals'>

/**
 * Several statements of one figure -> the most exact one, where every other is the same number rounded or cut: `6,609,719` and
 * `6.6 million`. Statements that differ count as none; so is a figure nobody states.
 */
export function reconcileStatements(statements: readonly NumberWithDecimals[], what: string): Part<number> {
  const numbers = statements.flatMap(({ number, decimals }) => (number === null ? [] : { number, places: placesOf(decimals) }))
  const [best] = numbers.toSorted((a, b) => b.places - a.places)
  if (best === undefined) return missingPart(`No ${what} is read for the balance sheet date.`)
  const apart = numbers.filter(({ number, places }) => Math.abs(number - best.number) > 10 ** -places)
  if (apart.length === 0) return statedPart(best.number)
  return missingPart(`The filing tags ${what} as ${[...new Set(numbers.map(({ number }) => number))].join(' and ')}.`)
}

export function placesOf(decimals: Fact['decimals']): number {
  return typeof decimals === 'number' ? decimals : Number.POSITIVE_INFINITY
}

/** A line of a balance sheet, by the first of the concepts that its amounts have. */
export function balanceSheetLine(amounts: readonly Fact[], concepts: readonly string[], what: string): Part<number> {
  const tagged = concepts.find((concept) => amounts.some((fact) => fact.concept === concept && fact.number !== null))
  const own = amounts.filter((fact) => fact.concept === tagged)
  return reconcileStatements(own, what)
}
