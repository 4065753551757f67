import type { Fact, TextBlock } from '../../filings/fact.ts'
import { dayNumber, isoDay, monthOf } from '../../time/day.ts'
import { type BalanceDay, yearsAfter } from '../balance-day.ts'
import { isUsdBalance, isUsdFact, isWhole, onlyDimension, wordsOf } from '../fact.ts'
import type { MaturityRow } from '../statement.ts'
import { type NamedPrincipal, namesOutstandingDebt } from './sec-debt-lines.ts'

const prefix = 'us-gaap:LongTermDebtMaturitiesRepaymentsOfPrincipal'
/** The rows of the table, each by its concepts: years from the balance sheet day, or fiscal years. */
const years = [
  ['InNextRollingTwelveMonths', 'InNextTwelveMonths'],
  ['InRollingYearTwo', 'InYearTwo'],
  ['InRollingYearThree', 'InYearThree'],
  ['InRollingYearFour', 'InYearFour'],
  ['InRollingYearFive', 'InYearFive'],
  ['InRollingAfterYearFive', 'AfterYearFive'],
] as const
const labels = ['Year 1', 'Year 2', 'Year 3', 'Year 4', 'Year 5', 'Thereafter'] as const

/** What falls due by year, as tagged: of all debt, and of each instrument where the table has columns for them. */
export interface MaturityTable {
  readonly rows: readonly MaturityRow[]
  readonly total: number
  /** Whether the rows are years counted from the balance sheet day; where they may be fiscal years, no row has its last day. */
  readonly rolling: boolean
  /** Each with what heads its column; null where that is unclear. */
  readonly instruments: readonly NamedPrincipal[]
}

/**
 * Rows of the table by the amounts of its concepts, null for one without an amount; null where one of the first five years has none. Their
 * last days are not told.
 */
export function maturityRows(amount: (concept: string) => number | null): MaturityRow[] | null {
  const name = prefix.slice('us-gaap:'.length)
  const amounts = years.map((names) => names.map((row) => amount(name + row)).find((each) => each !== null) ?? null)
  if (amounts.slice(0, 5).includes(null)) return null
  return amounts.flatMap((each, index) => (each === null ? [] : [{ label: labels[index] ?? '', to: null, amount: each }]))
}

/**
 * The maturity table of a report by its tags; null where it has none, where a row is tagged twice and apart, or where it begins with what
 * is left of a fiscal year. Its columns by instrument are left out unless they add up, row by row, to the row.
 */
export function readMaturityTable(day: BalanceDay, texts: readonly TextBlock[]): MaturityTable | null {
  const facts = day.facts.filter((fact) => isUsdBalance(fact) && fact.concept.startsWith(prefix))
  if (facts.some(({ concept }) => concept.endsWith('RemainderOfFiscalYear'))) return null
  const amounts = years.map((names) => {
    const row = facts.filter(({ concept }) => names.some((name) => concept === prefix + name))
    return { row, amounts: [...new Set(row.filter(isWhole).map(({ number }) => number ?? 0))] }
  })
  if (facts.length === 0 || amounts.slice(0, 5).some((row) => row.amounts.length !== 1) || (amounts[5]?.amounts.length ?? 0) > 1)
    return null
  const named = facts.some(({ concept }) => concept.includes('Rolling'))
  const lines = texts.flatMap(({ text }) => text.split('\n'))
  const [first, second] = amounts.map(({ row }) => row.find(isWhole)?.shown ?? '')
  const head = lines.findIndex(
    (line, at) => endsOn(line, day.day) && isRow(lines[at + 1], day.day, 1, first) && isRow(lines[at + 2], day.day, 2, second),
  )
  const rolling = named || head >= 0 || day.form.startsWith('10-K')
  // a fiscal year of 52 or 53 weeks ends on another day each year
  const endsKnown = named || head >= 0 || (rolling && isMonthEnd(day.day))
  const columns = head < 0 ? [] : (lines[head]?.split(' | ').slice(1) ?? [])
  return {
    rows: amounts.flatMap((row, index) =>
      row.amounts.map((amount) => ({
        label: labels[index] ?? '',
        to: endsKnown && index < 5 ? yearsAfter(day.day, index + 1) : null,
        amount,
      })),
    ),
    total: amounts.reduce((sum, row) => sum + (row.amounts[0] ?? 0), 0),
    rolling,
    instruments: instrumentsOf(
      amounts.map(({ row }) => row),
      columns,
    ),
  }
}

const isMonthEnd = (day: string): boolean => isoDay(dayNumber(day)! + 1).endsWith('-01')

function instrumentsOf(rows: readonly (readonly Fact[])[], columns: readonly string[]): NamedPrincipal[] {
  const members = [...new Set(rows.flatMap((row) => row.flatMap((fact) => instrumentOf(fact) ?? [])))]
  const amountOf = (row: readonly Fact[], member: string | null) =>
    row.find((fact) => (member === null ? isWhole(fact) : instrumentOf(fact) === member))?.number ?? 0
  const adds = rows.every((row) => members.reduce((sum, member) => sum + amountOf(row, member), 0) === amountOf(row, null))
  if (!adds) return []
  return members.map((member, index) => ({
    member,
    heading: columns.length === members.length + 1 ? (columns[index] ?? null) : null,
    principal: rows.reduce((sum, row) => sum + amountOf(row, member), 0),
  }))
}

/** Whether a line heads rows of years that end on this day of the year: `Payments due by period ended March 31, | ...`. */
function endsOn(line: string, day: string): boolean {
  const [, month, date] = /\b(?:periods?|years?|months) end(?:ed|ing) ([A-Z][a-z]+) (\d{1,2}),?(?: \||$)/u.exec(line) ?? []
  const [, ofMonth, ofDay] = day.split('-')
  return month !== undefined && monthOf(month.slice(0, 3)) === Number(ofMonth) && Number(date) === Number(ofDay)
}

/** Whether a line is the row of the year so many years later, with this figure as its last. */
function isRow(line: string | undefined, day: string, after: number, total: string | undefined): boolean {
  const cells = line?.split(' | ') ?? []
  return cells[0] === String(Number(day.slice(0, 4)) + after) && cells.at(-1) === total
}

/**
 * A maturity table of fiscal years that a filer tags with a concept and its own axis: one row, a column for what is left of the year,
 * for each year, and for the total. What heads the columns is read in the text, for members are called after it loosely. Null where there
 * is none, or where columns and headings do not fit or do not add up.
 */
export function readFiscalTable(day: BalanceDay, texts: readonly TextBlock[]): MaturityTable | null {
  const dollars = day.facts.filter((fact) => isUsdFact(fact) && fact.number !== null && namesOutstandingDebt(fact.concept))
  const columns = dollars.filter((fact) => /\bmaturit/u.test(wordsOf(onlyDimension(fact)?.axis ?? '')))
  const [first] = columns
  const totals = dollars.filter((fact) => isWhole(fact) && fact.concept === first?.concept && fact.place.row === first?.place.row)
  const [total, ...moreTotals] = totals
  const amounts = columns.map(({ number }) => number ?? 0)
  if (total?.number == null || moreTotals.length > 0 || columns.some(({ concept }) => concept !== first?.concept)) return null
  if (amounts.reduce((sum, amount) => sum + amount, 0) !== total.number) return null
  const headings = columnHeadings([...columns, total], texts)
  const ends = endsOf(day)
  if (headings === null || ends === null || !(headings[0] ?? '').startsWith(ends.year)) return null
  const rows = headings.slice(0, -1).map((label, index) => {
    const year = /^20\d\d\b/u.exec(label)?.[0]
    const amount = amounts[index] ?? 0
    return year === undefined ? { label, to: null, amount } : { label: `Fiscal ${label}`, to: `${year}-${ends.date}`, amount }
  })
  return { rows, total: total.number, rolling: false, instruments: [] }
}

/** What is above the figures of a row, in the line before it: one heading for each. */
export function columnHeadings(row: readonly Fact[], texts: readonly TextBlock[]): string[] | null {
  const printed = row.map(({ shown }) => shown).join()
  const lines = texts.flatMap(({ text }) => text.split('\n').map((line) => line.split(' | ')))
  const at = lines.findIndex(
    (cells) =>
      cells
        .slice(1)
        .filter((cell) => cell !== '$')
        .join() === printed,
  )
  const above = lines[at - 1] ?? []
  const headings = above.length === row.length ? above : above.slice(1)
  return headings.length === row.length && headings.at(-1) === 'Total' ? headings : null
}

/** The fiscal year the day is in, and the day of the year on which it ends (`09-30`). */
function endsOf({ day, facts }: BalanceDay): { year: string; date: string } | null {
  const stated = facts.find(({ concept }) => concept === 'dei:CurrentFiscalYearEndDate')?.value ?? ''
  const date = /^(?:--)?(\d{2}-\d{2})$/u.exec(stated)?.[1]
  if (date === undefined) return null
  const year = Number(day.slice(0, 4)) + (day.slice(5) <= date ? 0 : 1)
  return { year: String(year), date }
}

/** Axes whose members are instruments. */
const instrumentAxis = /^us-gaap:(?:LongtermDebtType|DebtInstrument|ShortTermDebtType|CreditFacility|LineOfCreditFacility)Axis$/u

/** The instrument a fact is about: its member on an axis of instruments, of two the narrower one; null of anything else. */
export function instrumentOf(fact: Fact): string | null {
  const { dimensions } = fact.context
  if (dimensions.length === 0 || !dimensions.every(({ axis }) => instrumentAxis.test(axis))) return null
  const narrow = dimensions.find(({ axis }) => axis === 'us-gaap:LongtermDebtTypeAxis')
  return (narrow ?? onlyDimension(fact))?.member ?? null
}
