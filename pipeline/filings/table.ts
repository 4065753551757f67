import { ParseError } from '../errors.ts'
import { firstIndex } from '../values/column.ts'
import { type MarkedCell, type MarkedTable, textOfCell } from './piece.ts'
import { withoutFootnoteMarks } from './text.ts'

/** A cell on the grid. `column` and `end` are 1-based and half open: a cell over columns 2 and 3 has `column` 2 and `end` 4. */
interface GridCell {
  readonly row: number
  readonly column: number
  readonly end: number
  /** Column its figure is in: that of the number where a `$` was split off into its own cell. */
  readonly at: number
  readonly text: string
}

/** A row with figures, what is above each of its cells, and its label. */
export interface DataRow {
  /** 1-based, rows without cells counted. A cell whose own row is another one reaches in from above. */
  readonly row: number
  readonly cells: readonly GridCell[]
  /** For each cell, the header cells above it, top first; then the section label above the row where there is one. */
  readonly headings: readonly (readonly string[])[]
  readonly label: string
  /** Text that covers more than a column: the section label, header texts alone in their row, header texts above the labels; nearest first. */
  readonly terms: readonly string[]
}

/** Cells a table may cover, spans included, and columns a row may have. */
const widest = 1_000
const mostPlaced = 500_000
const headerRows = 12
/** A longer text is prose, not a header. */
const longestHeader = 240

const unit = '%|(?:million|billion|thousand)(?: of [a-z]{2,6} shares)?|BTC|bitcoins?|[MG]W|[EPT]H(?:\\/s)?|[JW]\\/TH'
const figure = new RegExp(`^[$€£¥]?\\s?\\(?[$€£¥]?\\s?\\d[\\d,]*(?:\\.\\d+)?\\s?(?:${unit})?\\)?$`, 'iu')
const year = /^(?:19|20)\d\d$/u
/** A heading that the taxonomy puts into a rendered statement, where the filer's own is above it. */
const ofTaxonomy = /\[(?:Line Items|Abstract|Table|Roll Forward)\]$/u
const listMark = /^(?:\(\d{1,2}\)|\d{1,2}\.)$/u
const dash = /^(?:[$€£¥]\s?)?[-\u2010-\u2015\u2212]+$/u

/** A number, amount (`$18.63 billion of MSTR Shares`), percentage or number of a miner's units standing alone; not a year, not a list or footnote mark. */
function isFigure(text: string): boolean {
  return text.length < 40 && figure.test(withoutFootnoteMarks(text)) && !year.test(text) && !listMark.test(text)
}

/** Whether a table holds figures; one that does not only lays out prose. */
export function hasFigures(table: MarkedTable): boolean {
  return table.rows.some((row) => row.some((cell) => isFigure(textOfCell(cell))))
}

/**
 * A table -> its rows of figures, spans resolved, a split `$`, `(`, `)` or `%` joined to its number, each cell with the header cells above
 * it. The header of a row is the nearest run of rows without figures above it that has at least two filled cells, so a table with two
 * blocks gives each its own. A row of a single text after figures is a section label and stands last in the headings.
 */
export function dataRows(table: MarkedTable): DataRow[] {
  const figures: DataRow[] = []
  let header: (readonly GridCell[])[] = []
  let section: string | null = null
  let sealed = false
  let number = 0
  for (const placed of grid(table)) {
    number += 1
    const cells = joined(placed)
    if (cells.length === 0) continue
    if (cells.some((cell) => isFigure(cell.text)) || cells.every((cell) => dash.test(cell.text))) {
      sealed = true
      const label = cells.find((cell) => !isFigure(cell.text) && !dash.test(cell.text) && cell.text !== '$')
      figures.push({
        row: number,
        cells,
        headings: cells.map((cell) => above(header, section, cell)),
        label: label !== undefined && label === cells[0] ? label.text : '',
        terms: termsOf(header, section, cells),
      })
    } else if (cells.length === 1 && sealed) section = ofTaxonomy.test(cells[0]!.text) ? section : cells[0]!.text
    else {
      if (sealed) {
        header = []
        section = null
        sealed = false
      }
      header = [...header.slice(1 - headerRows), cells]
    }
  }
  return figures
}

function termsOf(header: readonly (readonly GridCell[])[], section: string | null, cells: readonly GridCell[]): string[] {
  const figures = cells.filter((cell) => isFigure(cell.text) || dash.test(cell.text))
  const first = figures[0]?.column ?? 0
  const ofTable = (over: GridCell, alone: boolean) =>
    over.end <= first ||
    (alone && (over.column < first || figures.filter(({ column }) => column >= over.column && column < over.end).length > 1))
  const texts = header.flatMap((row) => row.filter((cell) => ofTable(cell, row.length === 1)).map((cell) => cell.text))
  return [...texts, section ?? ''].filter((text) => text !== '' && text.length <= longestHeader).reverse()
}

function above(header: readonly (readonly GridCell[])[], section: string | null, cell: GridCell): string[] {
  const path: string[] = []
  const used = new Set<GridCell>()
  for (const row of header) {
    const texts: string[] = []
    for (let index = firstIndex(row.length, (at) => row[at]!.end > cell.column); index < row.length; index += 1) {
      const over = row[index]
      if (over === undefined || over.column >= cell.end) break
      if (!used.has(over) && over.text.length <= longestHeader) texts.push(over.text)
      used.add(over)
    }
    if (texts.length > 0) path.push(texts.join(' '))
  }
  if (section !== null) path.push(section)
  return path
}

/** Rows of the grid: every filled cell at its columns, a cell over several rows in each of them. */
function* grid(table: MarkedTable): Generator<GridCell[]> {
  const width = table.rows.reduce((most, row) => Math.max(most, widthOf(row)), 0)
  let hanging: { cell: GridCell; until: number }[] = []
  let placed = 0
  for (const [index, row] of table.rows.entries()) {
    hanging = hanging.filter((spanning) => spanning.until > index)
    const taken = hanging.map((spanning) => spanning.cell).sort((a, b) => a.column - b.column)
    const cells: GridCell[] = [...taken]
    let column = 1
    let next = repeats(row, taken, width) ? taken.length : 0
    for (const source of row) {
      for (let spanning = taken[next]; spanning !== undefined && spanning.column < column + 1; spanning = taken[next]) {
        column = Math.max(column, spanning.end)
        next += 1
      }
      const end = column + source.colspan
      if (end > widest + 1)
        throw new ParseError('TABLE_TOO_WIDE', `Table ${table.number} has more than ${widest} columns; inspect the recording`, {
          table: table.number,
        })
      const cell = { row: index + 1, column, end, at: column, text: textOfCell(source) }
      cells.push(cell)
      if (source.rowspan > 1) hanging.push({ cell, until: index + source.rowspan })
      column = end
    }
    placed += cells.length
    if (placed > mostPlaced)
      throw new ParseError('TABLE_TOO_LARGE', `Table ${table.number} covers over ${mostPlaced} cells; inspect the recording`, {
        table: table.number,
      })
    yield cells.filter((cell) => cell.text !== '').sort((a, b) => a.column - b.column)
  }
}

function widthOf(row: readonly MarkedCell[]): number {
  return row.reduce((sum, { colspan }) => sum + colspan, 0)
}

/** Whether a row is as wide as the table without the cells that reach in from above, and has empty ones instead. */
function repeats(row: readonly MarkedCell[], taken: readonly GridCell[], width: number): boolean {
  if (taken.length === 0 || widthOf(row) !== width) return false
  let column = 1
  let next = 0
  return row.every((source) => {
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= column) next += 1
    column += source.colspan
    return textOfCell(source) === '' || (taken[next]?.column ?? Number.POSITIVE_INFINITY) >= column
  })
}

/** Joins what a filer splits over cells: `$` and `48.37`; `(5,906` and `)`; `48.0` and `%`. */
function joined(cells: readonly GridCell[]): GridCell[] {
  const result: GridCell[] = []
  for (const cell of cells) {
    const before = result.at(-1)
    const opens =
      before !== undefined && /^[$€£¥]\s?\(?$|^\($/u.test(before.text) && /^[\d(.\-\u2010-\u2015\u2212]/u.test(cell.text)
    const closes = before !== undefined && /^(?:\)|%|\)\s?%|%\s?\))$/u.test(cell.text) && /\d/u.test(before.text)
    if (before !== undefined && opens)
      result[result.length - 1] = {
        ...cell,
        column: before.column,
        text: `${before.text}${/\($/u.test(before.text) ? '' : ' '}${cell.text}`,
      }
    else if (before !== undefined && closes)
      result[result.length - 1] = { ...before, end: cell.end, text: before.text + cell.text.replace(/\s/gu, '') }
    else result.push(cell)
  }
  return result
}
