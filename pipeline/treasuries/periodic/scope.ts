import type { Dimension } from '../../filings/context.ts'
import type { Fact } from '../../filings/fact.ts'

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
export function titleOf(name: string): string {
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

export function inDollars({ unit }: Fact): boolean {
  return unit !== null && /^(?:iso4217:)?USD$/u.test(unit)
}

/** A money amount on a day, with its number. */
export function isBalance(fact: Fact): boolean {
  return inDollars(fact) && isInstant(fact) && fact.number !== null
}

/** Where a fact stands, for whoever looks it up. */
export function placeOf({ concept, context, place }: Fact): string {
  const members = context.dimensions.map(({ member }) => ` ${member}`).join('')
  return `${concept}${members}${place.table === null ? '' : `, table ${place.table}, row ${place.row}`}`
}
