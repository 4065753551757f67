import type { Fact } from '../../filings/fact.ts'
import { groupedBy } from '../../values/grouped.ts'
import type { BalanceDay } from '../balance-day.ts'
import { isUsdBalance, isWhole, wordsOf } from '../fact.ts'
import { carriedDebtLines, type NamedPrincipal, namesDebt, namesOutstandingDebt, undividedDebt } from './sec-debt-lines.ts'

/** What a table of a note shows of debt: its principal, by instrument where the table has them and they add up. */
export interface NotedDebt {
  readonly total: number
  readonly instruments: readonly NamedPrincipal[]
}

const adjustment =
  /\b(?:discount|premium|issuance costs?|finance costs?|financing costs?|fair value adjustment|hedge accounting)\b/u
/** What adds to principal on the way to the amount carried; the taxonomy gives every other adjustment as one that is taken off. */
const added = /\b(?:premium|fair value adjustment|hedge accounting)\b/u
const isDiscountNet = /\bdiscount premium\b/u

/**
 * Debt whose principal tables of the notes lead to what the balance sheet carries: principal less discount and costs, plus premium and
 * changes of fair value, is a line of the balance sheet or several together, to the dollar. Null unless every line that is not zero is
 * reached so, once, and by one principal alone.
 */
export function reconciledDebt(day: BalanceDay): NotedDebt | null {
  const lines = carriedDebtLines(day).filter(({ number }) => number !== 0)
  if (lines.length === 0 || lines.length > 6) return null
  const notes = new Map<number, NotedDebt>()
  for (const table of balancesByTable(day)) {
    for (const { carried, debt } of ledTo(table)) {
      for (const covered of subsetsThatMake(lines, carried)) {
        const before = notes.get(covered)
        if (before !== undefined && before.total !== debt.total) return null
        if (before === undefined || before.instruments.length < debt.instruments.length) notes.set(covered, debt)
      }
    }
  }
  const ways = partitions(2 ** lines.length - 1, [...notes.keys()]).map((parts) =>
    together(parts.map((part) => notes.get(part)!)),
  )
  if (new Set(ways.map(({ total }) => total)).size !== 1) return null
  return ways.toSorted((a, b) => b.instruments.length - a.instruments.length)[0] ?? null
}

/** The balances of the day in each table. */
export function balancesByTable({ facts }: BalanceDay): Fact[][] {
  const inTables = facts.filter((fact) => isUsdBalance(fact) && fact.place.table !== null)
  return [...groupedBy(inTables, ({ place }) => place.table).values()]
}

/** Each amount carried that a table leads to from principal, for all debt or under one member, with that principal. */
function ledTo(table: readonly Fact[]): { carried: number; debt: NotedDebt }[] {
  return [...groupedBy(table, scopeOf).values()].flatMap((scope) => {
    const adjustments = withoutDuplicateCells(scope.filter(({ concept }) => isPrincipalAdjustment(concept)))
    const adjusted = adjustments.reduce((sum, { concept, number }) => sum + (addsToPrincipal(concept) ? number! : -number!), 0)
    if (adjusted === 0) return []
    const debts = scope.filter(
      ({ concept, number }) =>
        (namesDebt(concept) || namesOutstandingDebt(concept)) && !isPrincipalAdjustment(concept) && number! > 0,
    )
    const amounts = new Set(debts.map(({ number }) => number!))
    const others = table.filter((fact) => !scope.includes(fact))
    return [...amounts].flatMap((carried) => {
      const total = carried - adjusted
      const instruments = rowsThatMake(others, total)
      const row = debts.find(({ concept, number }) => number === total && namesOutstandingDebt(concept))
      // where no row states the sum, the instruments do
      if (row === undefined) return instruments.length > 1 ? { carried, debt: { total, instruments } } : []
      return { carried, debt: { total, instruments: instruments.length > 0 ? instruments : [asOne(row)] } }
    })
  })
}

/** Whether a concept is what parts principal from the amount carried. */
export function isPrincipalAdjustment(concept: string): boolean {
  return adjustment.test(wordsOf(concept)) && !/\bamortization\b/u.test(wordsOf(concept))
}

/** Whether an adjustment adds to principal on the way to the amount carried. */
export function addsToPrincipal(concept: string): boolean {
  const words = wordsOf(concept)
  return added.test(words) && !isDiscountNet.test(words)
}

/** Amounts, each once: some cells have two tags. */
export function withoutDuplicateCells(facts: readonly Fact[]): Fact[] {
  return facts.filter(
    ({ number, place }, at) => facts.findIndex((other) => other.number === number && other.place.row === place.row) === at,
  )
}

function scopeOf({ context }: Fact): string {
  return context.dimensions
    .map(({ axis, member }) => `${axis} ${member}`)
    .toSorted()
    .join()
}

/** The instruments of a table under one concept of debt, where they make an amount: rows of property may make the same one by chance. */
function rowsThatMake(table: readonly Fact[], total: number): NamedPrincipal[] {
  const rows = table.filter(
    (fact) =>
      memberOf(fact) !== null && namesOutstandingDebt(fact.concept) && !isPrincipalAdjustment(fact.concept) && fact.number! > 0,
  )
  for (const concept of new Set(rows.map((row) => row.concept))) {
    const own = rows.filter((row) => row.concept === concept)
    if (own.reduce((sum, { number }) => sum + number!, 0) !== total) continue
    return own.map(asOne)
  }
  return []
}

function asOne(row: Fact): NamedPrincipal {
  if (isWhole(row)) return undividedDebt(row.number!)
  const { dimensions } = row.context
  return {
    member: memberOf(row) ?? dimensions.at(-1)!.member,
    heading: row.place.label,
    principal: row.number!,
    dimensions,
  }
}

/** The member of a fact on the axis that divides debt; null where it is divided by something else, such as segments. */
function memberOf({ context }: Fact): string | null {
  return context.dimensions.findLast(({ axis }) => namesDebt(axis))?.member ?? null
}

/** The lines of the balance sheet that together make an amount, as bits: a line or several, one choice or many. */
function subsetsThatMake(lines: readonly { readonly number: number }[], amount: number): number[] {
  const chosen: number[] = []
  for (let bits = 1; bits < 2 ** lines.length; bits++) {
    const sum = lines.reduce((total, { number }, at) => ((bits >> at) & 1 ? total + number : total), 0)
    if (sum === amount) chosen.push(bits)
  }
  return chosen
}

/** The ways to cover all lines once with what is given, each way as its parts. */
function partitions(left: number, parts: readonly number[]): number[][] {
  if (left === 0) return [[]]
  const lowest = left & -left
  return parts
    .filter((part) => (part & lowest) !== 0 && (part & left) === part)
    .flatMap((part) => partitions(left & ~part, parts).map((rest) => [part, ...rest]))
}

function together(parts: readonly NotedDebt[]): NotedDebt {
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    instruments: parts.flatMap(({ instruments }) => instruments),
  }
}

/** A row of what falls due of debt owed; securities that mature are an asset. */
export function isMaturity(concept: string): boolean {
  const words = wordsOf(concept)
  return (
    /\bmaturit(?:y|ies)\b/u.test(words) && /debt/u.test(words) && !/\b(?:securities|investments?|receivables?)\b/u.test(words)
  )
}

/** Debt that a table of what falls due in years leaves out, or may. */
const shortTerm = /\b(?:short term|commercial paper|line of credit|revolv\w*|other)\b/u

/**
 * All debt by a table of what falls due, whose rows, whatever they are called, add up to the total the table states as debt. Null where a
 * line of the balance sheet may be debt such a table leaves out, or has leases in it and no instruments make the total.
 */
export function maturingDebt(day: BalanceDay): NotedDebt | null {
  const lines = carriedDebtLines(day).filter(({ number }) => number !== 0)
  if (lines.some(({ concept }) => shortTerm.test(wordsOf(concept)))) return null
  const totals = new Set(
    balancesByTable(day).flatMap((table) => {
      const rows = table.filter((fact) => isWhole(fact) && isMaturity(fact.concept))
      const sum = rows.reduce((all, { number }) => all + number!, 0)
      const isStated = table.some(
        (fact) => isWhole(fact) && fact.number === sum && namesOutstandingDebt(fact.concept) && !rows.includes(fact),
      )
      return rows.length > 1 && sum > 0 && isStated ? sum : []
    }),
  )
  const [total, ...more] = totals
  if (total === undefined || more.length > 0) return null
  const instruments = balancesByTable(day)
    .map((table) => rowsThatMake(table, total))
    .find((rows) => rows.length > 1)
  if (instruments === undefined && lines.some(({ concept }) => /\blease\b/u.test(wordsOf(concept)))) return null
  return { total, instruments: instruments ?? [undividedDebt(total)] }
}
