import type { Fact, TextBlock } from '../../filings/fact.ts'
import type { BalanceDay } from './balance-day.ts'
import type { MaturityTable } from './maturity-table.ts'
import { inDollars, isWhole, onlyDimension, wordsOf } from './scope.ts'

/**
 * A maturity table of fiscal years that a filer tags with a concept and an axis of its own: one row, a column for what is left of the year,
 * for each year, and for the total. What heads the columns is read in the text, for members are called after it loosely. Null where there
 * is none, or where columns and headings do not fit or do not add up.
 */
export function readFiscalTable(day: BalanceDay, texts: readonly TextBlock[]): MaturityTable | null {
  const dollars = day.facts.filter((fact) => inDollars(fact) && fact.number !== null)
  const columns = dollars.filter((fact) => /\bmaturit/u.test(wordsOf(onlyDimension(fact)?.axis ?? '')))
  const [first] = columns
  const totals = dollars.filter((fact) => isWhole(fact) && fact.concept === first?.concept && fact.place.row === first?.place.row)
  const [total, ...moreTotals] = totals
  const amounts = columns.map(({ number }) => number ?? 0)
  if (total?.number == null || moreTotals.length > 0 || columns.some(({ concept }) => concept !== first?.concept)) return null
  if (amounts.reduce((sum, amount) => sum + amount, 0) !== total.number) return null
  const headings = headingsOf([...columns, total], texts)
  const ends = endsOf(day)
  if (headings === null || ends === null || !(headings[0] ?? '').startsWith(ends.year)) return null
  const rows = headings.slice(0, -1).map((label, index) => {
    const year = /^20\d\d\b/u.exec(label)?.[0]
    const amount = amounts[index] ?? 0
    return year === undefined ? { label, to: null, amount } : { label: `Fiscal ${label}`, to: `${year}-${ends.date}`, amount }
  })
  return { rows, total: total.number, rolling: false, instruments: [] }
}

/** What stands above the figures of a row, in the line before it: one heading for each. */
function headingsOf(row: readonly Fact[], texts: readonly TextBlock[]): string[] | null {
  const printed = row.map(({ shown }) => shown).join()
  const lines = texts.flatMap(({ text }) => text.split('\n').map((line) => line.split(' | ')))
  const at = lines.findIndex(
    (cells) =>
      cells
        .slice(1)
        .filter((cell) => cell !== '$')
        .join() === printed,
  )
  const headings = lines[at - 1]?.slice(1) ?? []
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
