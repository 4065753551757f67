import type { Series } from '../../data/series.ts'
import { bodyError, bodyText, latin1Of } from './body.ts'
import { parseCsvLine } from './csv.ts'
import type { RowFeed } from './feed.ts'
import { feedOf, type RowFault, type SeriesSource, type SeriesValue, type Sightings } from './sightings.ts'

export type TableCells = readonly string[]
/** A line as the values of its columns. */
export type TableRow = (column: string) => string

interface Table {
  /** Tabs part the cells, which are trimmed; where left out, commas as in CSV do. */
  readonly tabs?: true
  /** What parts the cells instead of commas. */
  readonly separator?: ';'
  /** One byte a character; UTF-8 where left out. */
  readonly encoding?: 'latin1'
  /** The line with the names of the columns; the first one where left out. */
  readonly header?: (cells: TableCells) => boolean
  /** Columns the header must name. It may name no column twice. */
  readonly columns: TableCells | ((sightings: Sightings, header: TableCells) => TableCells)
  /** The header names these columns in this order and no others. */
  readonly exact?: true
  /** What is wrong with the header or the lines above the first row: another unit, another series; null where nothing is. */
  readonly fault?: (above: readonly TableCells[], header: TableCells) => string | null
  /** The first line with values, where other lines follow the header. */
  readonly first?: (cells: TableCells) => boolean
  /** The line below the last row. Where left out, every line ends in a newline; `without newline`, the last one need not. */
  readonly end?: ((cells: TableCells) => boolean) | 'without newline'
  /** A header alone is a body that was cut; where left out, one in which values are missing. */
  readonly needsRows?: true
}

interface Values {
  /** The day of a row as `YYYY-MM-DD`, null where it has none. */
  readonly date: (row: TableRow) => string | null
  /** The values of a row, or what is wrong with it. */
  readonly values: (row: TableRow, sightings: Sightings, date: string) => readonly SeriesValue[] | RowFault
  /** The series that rejected rows belong to, where all are of one. */
  readonly series?: Series
  /** How a missing value is written. */
  readonly missing?: readonly string[]
  /** The name of what is due, where there is none: `no yields`. */
  readonly emptyMessage: string
  /** The values of all rows may be missing. */
  readonly mayBeMissing?: true
}

/**
 * A feed of values in a table of lines, such as CSV. A line with another number of cells than the header, or without a day, is
 * rejected; a body that is cut, or whose header or unit is not as declared, is refused.
 */
export function tableFeed(format: SeriesSource & Table & Values): RowFeed {
  const { id, values, missing = [], emptyMessage: none, series = null } = format
  return feedOf(format, (body, sightings) => {
    const text = format.encoding === 'latin1' ? latin1Of(body, id) : bodyText(body, id)
    for (const { row, line } of rowsOf(text, id, format, sightings, series)) {
      const date = format.date(row)
      const read = date === null ? { rule: 'row', reason: 'no day' } : values(row, sightings, date)
      if ('rule' in read) sightings.reject(series, read.rule, read.reason, line)
      else
        for (const [each, cell, times] of read)
          if (!missing.includes(String(cell))) sightings.add(each, date!, String(cell), times)
    }
    return sightings.parsed(format.mayBeMissing ? null : none)
  })
}

/** The lines of a table by the names of its columns; one with another number of cells than the header is rejected. */
export function* rowsOf(text: string, feed: string, format: Table, sightings: Sightings, series: Series | null = null) {
  const { header, rows } = tableIn(text, feed, format, sightings)
  const at = new Map(header.map((name, i) => [name, i] as const).reverse())
  for (const { cells, line } of rows) {
    const row: TableRow = (column) => cells[at.get(column) ?? -1] ?? ''
    if (cells.length === header.length) yield { row, line }
    else sightings.reject(series, 'columns', `${cells.length} cells under ${header.length} headers`, line)
  }
}

interface Lines {
  readonly header: TableCells
  readonly rows: readonly { readonly cells: TableCells; readonly line: string }[]
}

function tableIn(text: string, feed: string, format: Table, sightings: Sightings): Lines {
  const { tabs, separator, header: isHeader, columns, exact, fault, first, end, needsRows } = format
  const lines = text.split(/\r?\n/)
  const isWhole = lines.at(-1) === ''
  const table = lines.map((line) => (tabs ? line.split('\t').map((cell) => cell.trim()) : (parseCsvLine(line, separator) ?? [])))
  const cut = (reason: string) => bodyError(feed, 'BODY_CUT', reason)
  const head = isHeader ? table.findIndex(isHeader) : 0
  const header = table[head] ?? []
  // a header below other lines is missing from a body that was cut above it
  if (isHeader && end === undefined && !isWhole && !(exact && head < 0)) throw cut('the body ends within a line')
  const wanted = typeof columns === 'function' ? columns(sightings, header) : columns
  const names = header.filter((name) => name !== '')
  const isNamed = exact ? header.join() === wanted.join() : wanted.every((name) => header.includes(name))
  if (head < 0 || !isNamed || new Set(names).size !== names.length)
    throw bodyError(feed, 'HEADER', `the header does not name ${wanted.join(', ')} exactly once: ${header.join().slice(0, 200)}`)
  const start = first ? table.findIndex(first) : head + 1
  const reason = fault?.(start < 0 ? table : table.slice(0, start), header) ?? null
  if (reason !== null) throw bodyError(feed, 'HEADER', reason)
  if (end === undefined && !isWhole) throw cut('the body ends within a line')
  const after =
    typeof end === 'function' ? table.findIndex((cells, at) => at > head && end(cells)) : lines.length - (isWhole ? 1 : 0)
  if (after < 0) throw cut('the table does not end before its notes')
  if (needsRows && after <= start) throw cut('a header without lines')
  if (end === 'without newline' && table[after - 1]!.length !== header.length) throw cut('the last line is incomplete')
  const rows = start < 0 ? [] : table.slice(start, after).map((cells, at) => ({ cells, line: lines[start + at]! }))
  return { header, rows }
}
