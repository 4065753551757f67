import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from '../balance-day.ts'
import { conceptTitle, isWhole, wordsOf } from '../fact.ts'
import { minCarryingRatio } from './sec-debt.ts'
import { type BalanceSheetLine, hasMoreDimensions, isOutstanding, type NamedPrincipal, namesDebt } from './sec-debt-lines.ts'
import { addsToPrincipal, balancesByTable, isMaturity, isPrincipalAdjustment, withoutDuplicateCells } from './sec-debt-note.ts'

/** Instruments as a table of the debt note lists them. */
export interface ListedDebt {
  readonly instruments: readonly NamedPrincipal[]
  /** What they add up to. */
  readonly total: number
  /** What such a total may be off by rounding of its rows. */
  readonly rounding: number
  /** What else the table lists of its total, by name: leases, and what parts principal from the amount carried. */
  readonly besides: readonly { readonly name: string; readonly amount: number }[]
}

const mostInstruments = 60
const oneOfThem = /\b(?:current|noncurrent)\b/u

/**
 * The tables of instruments of a report: rows divided by nothing but axes of debt, under concepts of debt outstanding, that add up to debt
 * the table states for the filer as a whole, or do with the discount, costs and leases tagged in it. The concepts decide what is debt, for
 * rows of anything may make a total by chance.
 *
 * @param years what the table of what falls due adds up to; it takes the place of a total; null if there is none
 */
function listedDebts(day: BalanceDay, years: number | null): ListedDebt[] {
  return balancesByTable(day).flatMap((table) =>
    rowSetsOf(table).flatMap((rows) => {
      const total = rows.reduce((sum, { number }) => sum + number!, 0)
      const rounding = roundingOf(rows)
      const besides = waysToTotal(table).find(({ totals }) => totals.some((stated) => isWithinRounding(stated, total, rounding)))
      if (besides === undefined && !(years !== null && isWithinRounding(years, total, rounding))) return []
      return [{ instruments: rows.map((row) => named(row, rows)), total, rounding, besides: besides?.items ?? [] }]
    }),
  )
}

/** The table of instruments that is of the debt on the balance sheet: the one that makes the years too, else the largest. */
export function listedDebt(day: BalanceDay, lines: readonly BalanceSheetLine[], years: number | null): ListedDebt | null {
  const listed = listedDebts(day, years).filter(({ total }) => mayBePrincipalOfCarried(lines, total))
  const makesYears = ({ total, rounding }: ListedDebt) => years !== null && isWithinRounding(years, total, rounding)
  return (
    listed.toSorted(
      (a, b) => Number(makesYears(b)) - Number(makesYears(a)) || b.total - a.total || b.instruments.length - a.instruments.length,
    )[0] ?? null
  )
}

/** Whether two totals are one number, rounded in different rows. */
export function isWithinRounding(a: number, b: number, rounding: number): boolean {
  return Math.abs(a - b) <= rounding
}

/** Carrying amount over principal: a premium of debt that was exchanged is up to a tenth of it. */
const mostCarried = 1.1
const dueAfter = /\b(?:noncurrent|long term)\b/u
const dueBefore = /\b(?:current|short term|commercial paper)\b/u

/** Whether a total may be the principal of the debt carried: not above all of it, nor below what of it is due after a year. */
export function mayBePrincipalOfCarried(lines: readonly BalanceSheetLine[], total: number): boolean {
  const later = lines.filter(({ concept }) => {
    const words = wordsOf(concept).replace('including current maturities', '')
    return dueAfter.test(words) && !dueBefore.test(words)
  })
  const sum = (rows: readonly BalanceSheetLine[]) => rows.reduce((all, { number }) => all + number, 0)
  return total > 0 && sum(lines) >= minCarryingRatio * total && sum(later.length > 0 ? later : lines) <= mostCarried * total
}

/** The rows of each set of instruments: of one concept, or of one axis where each instrument has one amount. */
function rowSetsOf(table: readonly Fact[]): Fact[][] {
  const rows = table.filter(
    ({ concept, number, context: { dimensions } }) =>
      dimensions.length > 0 &&
      dimensions.every(({ axis }) => namesDebt(axis)) &&
      isOutstanding(concept) &&
      !isPrincipalAdjustment(concept) &&
      !isMaturity(concept) &&
      number! > 0,
  )
  const ofConcept = [...new Set(rows.map(({ concept }) => concept))].map((concept) =>
    rows.filter((row) => row.concept === concept),
  )
  const single = rows.filter(({ concept }) => !oneOfThem.test(wordsOf(concept)))
  const ofAxis = [...new Set(single.map(axesOf))].map((axes) => single.filter((row) => axesOf(row) === axes))
  return [...ofConcept, ...ofAxis].flatMap((own) => {
    const leaves = own.filter((row) => !own.some((other) => hasMoreDimensions(other, row)))
    const distinct = new Set(leaves.map(membersOf))
    return leaves.length > 0 && leaves.length <= mostInstruments && distinct.size === leaves.length ? [leaves] : []
  })
}

/**
 * Debt the table states for the filer as a whole, without the discount, costs and leases that it lists too: without all of them, one kind, or
 * none, with what is left out so.
 */
function waysToTotal(table: readonly Fact[]): { readonly items: ListedDebt['besides']; readonly totals: readonly number[] }[] {
  const whole = withoutDuplicateCells(table.filter(isWhole))
  const itemOf = (fact: Fact, amount: number) => ({
    name: labelWithoutFootnotes(fact.place.label) || conceptTitle(fact.concept),
    amount,
  })
  const adjustments = whole.flatMap((fact) =>
    isPrincipalAdjustment(fact.concept) ? itemOf(fact, addsToPrincipal(fact.concept) ? fact.number! : -fact.number!) : [],
  )
  const leases = whole.flatMap((fact) => (isLease(fact.concept) ? itemOf(fact, fact.number!) : []))
  const stated = whole.flatMap(({ concept, number }) => (namesDebt(concept) && !isPrincipalAdjustment(concept) ? number! : []))
  return [[...leases, ...adjustments], leases, adjustments, []].map((items) => {
    const listed = items.filter(({ amount }) => amount !== 0)
    const sum = listed.reduce((all, { amount }) => all + amount, 0)
    return { items: listed, totals: stated.map((total) => total - sum) }
  })
}

/** A lease owed, whole: its current part is in it. */
function isLease(concept: string): boolean {
  const words = wordsOf(concept)
  return /\blease (?:liability|obligations?)\b/u.test(words) && !oneOfThem.test(words) && !namesDebt(concept)
}

const axesOf = ({ context }: Fact): string => context.dimensions.map(({ axis }) => axis).join(' ')
const membersOf = ({ context }: Fact): string => context.dimensions.map(({ member }) => member).join(' ')

/** Half a unit of the last digit for each row. */
function roundingOf(rows: readonly Fact[]): number {
  const places = rows.flatMap(({ decimals }) => (typeof decimals === 'number' ? decimals : []))
  return places.length === 0 ? 0.5 : Math.max(0.5, (rows.length + 1) * 0.5 * 10 ** -Math.min(...places))
}

const footnote = /(?:\s*\((?:[a-z]|\d{1,2})\))+$/u

/** What a row is called, without marks of footnotes. */
export const labelWithoutFootnotes = (label: string): string => label.replace(/:$/u, '').replace(footnote, '').trim()

/** An instrument by the name its row has; one that is but figures, by its member. */
function named(row: Fact, rows: readonly Fact[]): NamedPrincipal {
  const label = labelWithoutFootnotes(row.place.label)
  const { dimensions } = row.context
  const isOwn = (member: string) =>
    rows.filter(({ context }) => context.dimensions.some((other) => other.member === member)).length === 1
  const { member } = dimensions.find((each) => isOwn(each.member)) ?? dimensions.at(-1)!
  const heading = /\p{L}/u.test(label) && label.length <= 120 ? label : null
  return { member, heading, principal: row.number!, dimensions }
}
