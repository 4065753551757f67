import type { Fact, TextBlock } from '../../filings/fact.ts'
import type { BalanceDay } from '../balance-day.ts'
import { conceptTitle, isWhole, wordsOf } from '../fact.ts'
import type { MaturityRow } from '../statement.ts'
import { namesOutstandingDebt } from './sec-debt-lines.ts'
import { balancesByTable, isMaturity } from './sec-debt-note.ts'
import { isWithinRounding } from './sec-debt-witness.ts'
import { columnHeadings, readFiscalTable, readMaturityTable } from './sec-maturities.ts'

/** What of long-term debt falls due when, as a table of the report has it. */
export interface DebtYears {
  readonly rows: readonly MaturityRow[]
  readonly total: number
}

const onDebt = /debt|borrowing|maturit|loan|note/iu
const mostRows = 12

/**
 * Long-term debt by year of maturity. The rows are those of the standard table; else all rows of a table, whatever they are called, that make
 * the debt the table states as their total: the rest of a fiscal year, years taken together. Rows are named as the report prints them.
 */
export function readDebtYears(day: BalanceDay, notes: readonly TextBlock[]): DebtYears | null {
  const texts = notes.filter(({ concept }) => onDebt.test(concept))
  const table = readMaturityTable(day, texts) ?? readFiscalTable(day, texts)
  const added = balancesByTable(day).flatMap((facts) => addedRows(facts) ?? [])
  if (table !== null) {
    const own = added.find(({ total }) => total === table.total)
    const labels = own?.rows.length === table.rows.length ? labelsOf(own.rows, texts) : null
    return { rows: table.rows.map((row, at) => ({ ...row, label: labels?.[at] ?? row.label })), total: table.total }
  }
  const [first, ...more] = added.filter(({ stated }) => stated.length > 0)
  if (first === undefined || more.some(({ total }) => total !== first.total)) return null
  const labels = labelsOf(first.rows, texts) ?? columnHeadings([...first.rows, ...first.stated], texts)
  // what follows the rest of a fiscal year is named by what the report calls it alone: its tags are used in two ways
  if (labels === null && first.rows.some(({ concept }) => concept.endsWith('RemainderOfFiscalYear'))) return null
  return {
    rows: first.rows.map(({ concept, number }, at) => ({ label: labels?.[at] ?? rowOf(concept), to: null, amount: number! })),
    total: first.total,
  }
}

interface Added {
  readonly rows: readonly Fact[]
  readonly total: number
  /** Their sum, where the table states it as debt. */
  readonly stated: readonly Fact[]
}

function addedRows(table: readonly Fact[]): Added | null {
  const rows = table.filter((fact) => isWhole(fact) && isMaturity(fact.concept))
  const total = rows.reduce((sum, { number }) => sum + number!, 0)
  const isOnce = new Set(rows.map(({ concept }) => concept)).size === rows.length
  if (rows.length < 2 || rows.length > mostRows || total <= 0 || !isOnce) return null
  const stated = table.filter(
    (fact) =>
      isWhole(fact) && !rows.includes(fact) && namesOutstandingDebt(fact.concept) && isWithinRounding(fact.number!, total, 0.5),
  )
  return { rows, total, stated: stated.slice(0, 1) }
}

const dash = /^[—–-]$/u

/** What heads the rows in the text of the notes, where lines have exactly their figures one below the other. */
function labelsOf(rows: readonly Fact[], texts: readonly TextBlock[]): string[] | null {
  const lines = texts.flatMap(({ text }) => text.split('\n').map((line) => line.split(' | ')))
  for (let start = 0; start < lines.length; start++) {
    const labels = labelsFrom(lines, start, rows)
    if (labels !== null) return labels
  }
  return null
}

function labelsFrom(lines: readonly (readonly string[])[], start: number, rows: readonly Fact[]): string[] | null {
  const labels: string[] = []
  let at = start
  for (const { shown } of rows) {
    // a year of nothing may have no tag
    if (labels.length > 0 && dash.test(lines[at]?.at(-1) ?? '') && !dash.test(shown)) at++
    const cells = lines[at++] ?? []
    if (cells.length < 2 || cells.at(-1) !== shown || !isHeading(cells[0] ?? '')) return null
    labels.push(cells[0]!)
  }
  return labels
}

const isHeading = (text: string): boolean => text.length <= 60 && (/^20\d\d$/u.test(text) || /\p{L}/u.test(text))

/** A row by its concept: `In year two`. */
function rowOf(concept: string): string {
  const words = wordsOf(concept).replace(/^.*\brepayments of principal (?:in )?/u, '')
  return words === wordsOf(concept) ? conceptTitle(concept) : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
