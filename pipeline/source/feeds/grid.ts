import { Parser } from 'htmlparser2'
import { sheetNames, sheetRows } from '../../filings/workbook.ts'
import { cellsOf } from './csv.ts'
import { writtenDay, writtenNumber } from './written.ts'

export interface Cell {
  /** Header of its column, or its name in an object; headers above one another are joined by ` | `. */
  readonly name: string
  readonly text: string
  /** Address in a workbook, such as `Monthly Prices!C734`. */
  readonly address?: string
}

/** A row, object, array or element of a body: its own values by name, those of what encloses it, and where it stands. */
export interface Container {
  readonly cells: readonly Cell[]
  /** Values and names of what encloses it, and its own name: where it has no date of its own, one of these is. */
  readonly around: readonly Cell[]
  readonly start: number
  readonly end: number
}

interface Row {
  readonly texts: readonly string[]
  readonly start: number
  readonly end: number
  /** Of a cell by its column, in a workbook. */
  readonly address?: (column: number) => string
}

/** Rows of cells parted by tabs or commas. Quoted cells lose their quotes. */
export function lineRows(body: string): Container[] {
  const rows: Row[] = []
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf('\n', start)
    const end = newline < 0 ? body.length : newline
    const line = body
      .slice(start, end)
      .replace(/\r$/, '')
      .replace(/^\uFEFF/, '')
    const texts = line.includes('\t') ? line.split('\t') : (cellsOf(line) ?? line.split(','))
    rows.push({ texts: texts.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')), start, end })
    start = end + 1
  }
  return gridOf(rows)
}

/** Rows of the tables of a page. */
export function pageRows(body: string): Container[] {
  const rows: (Row & { texts: string[]; end: number })[] = []
  let inCell = false
  const parser: Parser = new Parser({
    onopentagname: (name) => {
      if (name === 'tr') rows.push({ texts: [], start: parser.startIndex, end: body.length })
      inCell = name === 'td' || name === 'th' || (inCell && name !== 'tr')
      if (name === 'td' || name === 'th') rows.at(-1)?.texts.push('')
    },
    ontext: (text) => {
      const texts = rows.at(-1)?.texts
      if (inCell && texts && texts.length > 0) texts[texts.length - 1] += text
    },
    onclosetag: (name) => {
      if (name === 'td' || name === 'th') inCell = false
      const row = rows.at(-1)
      if (name === 'tr' && row) row.end = parser.endIndex + 1
    },
  })
  parser.end(body)
  return gridOf(rows.map((row) => ({ ...row, texts: row.texts.map((text) => text.trim()) })))
}

/** Rows of every sheet of a workbook; they stand nowhere in its bytes, which are packed. */
export function sheetsOf(body: Uint8Array): Container[] {
  return sheetNames(body).flatMap((sheet) => {
    const rows = [...sheetRows(body, sheet)].map(([number, cells]): Row => {
      const columns = [...cells.keys()]
      const texts: string[] = []
      for (const column of columns) texts[columnNumber(column)] = cells.get(column)!.trim()
      return {
        texts: Array.from(texts, (text) => text ?? ''),
        start: 0,
        end: 0,
        address: (column) => `${sheet}!${columns.find((letters) => columnNumber(letters) === column)}${number}`,
      }
    })
    return gridOf(rows)
  })
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1

/**
 * Rows under the headers of their columns. Rows without any number or day of their own, one after the other, are headers; a row of two cells in
 * a wider body is a label and its value, and a day in such a row is that of all others. A cell under a day is its own row.
 */
function gridOf(rows: readonly Row[]): Container[] {
  const width = rows.reduce((most, { texts }) => Math.max(most, texts.length), 0)
  const preamble: Cell[] = []
  const containers: Container[] = []
  let headers: string[] = []
  let isOver = true
  for (const { texts, start, end, address } of rows) {
    const cells = texts.map(
      (text, i): Cell => ({ name: headers[i] ?? '', text, ...(address && text !== '' && { address: address(i) }) }),
    )
    const [label, stated] = texts
    if (texts.length === 2 && width > 2) {
      preamble.push({ name: label!, text: stated! })
      containers.push({
        cells: [
          { name: '', text: label! },
          { name: label!, text: stated! },
        ],
        around: preamble,
        start,
        end,
      })
    } else if (texts.every((text) => writtenNumber(text) === null) && writtenDay(label ?? '') === null) {
      headers = isOver ? [...texts] : Array.from({ length: width }, (_, i) => [headers[i], texts[i]].filter(Boolean).join(' | '))
      isOver = false
    } else {
      isOver = true
      const dated = cells.filter(({ name }) => writtenDay(name) !== null)
      for (const cell of dated) containers.push({ cells: [cells[0]!, cell], around: [{ name: '', text: cell.name }], start, end })
      if (dated.length === 0) containers.push({ cells, around: preamble, start, end })
    }
  }
  return containers
}
