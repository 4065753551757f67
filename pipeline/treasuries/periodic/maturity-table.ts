import { dayNumber, isoDay } from '../../calendar/day.ts'
import type { Fact, TextBlock } from '../../filings/fact.ts'
import type { MaturityRow } from '../known.ts'
import type { BalanceDay } from './balance-day.ts'
import { instrumentOf } from './debt-lines.ts'
import { isBalance, isWhole } from './scope.ts'

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
  readonly instruments: readonly Instrument[]
}

export interface Instrument {
  readonly member: string
  /** What heads its column; null where that cannot be told. */
  readonly heading: string | null
  readonly principal: number
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
  const facts = day.facts.filter((fact) => isBalance(fact) && fact.concept.startsWith(prefix))
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
  const columns = head < 0 ? [] : (lines[head]?.split(' | ').slice(1) ?? [])
  return {
    rows: amounts.flatMap((row, index) =>
      row.amounts.map((amount) => ({
        label: labels[index] ?? '',
        to: rolling && index < 5 ? yearsAfter(day.day, index + 1) : null,
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

function instrumentsOf(rows: readonly (readonly Fact[])[], columns: readonly string[]): Instrument[] {
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
  return month?.slice(0, 3).toLowerCase() === monthName(ofMonth) && Number(date) === Number(ofDay)
}

function monthName(month: string | undefined): string | undefined {
  return ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'][Number(month) - 1]
}

/** Whether a line is the row of the year so many years later, with this figure as its last. */
function isRow(line: string | undefined, day: string, after: number, total: string | undefined): boolean {
  const cells = line?.split(' | ') ?? []
  return cells[0] === String(Number(day.slice(0, 4)) + after) && cells.at(-1) === total
}

/** The same day of a later year; the last of February for one that has no 29th. */
export function yearsAfter(day: string, count: number): string {
  const later = `${Number(day.slice(0, 4)) + count}${day.slice(4)}`
  return dayNumber(later) === null ? isoDay(dayNumber(`${later.slice(0, 7)}-28`) ?? Number.NaN) : later
}
