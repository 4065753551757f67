import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import { sheetNames, sheetRows } from '../filings/workbook.ts'
import { parseCsvLine } from './csv.ts'
import { parseWrittenDay, parseWrittenNumber } from './written.ts'

export interface GridCell {
  /** Header of its column, or its name in an object; headers above one another are joined by ` | `. */
  readonly name: string
  readonly text: string
  /** Address in a workbook, such as `Monthly Prices!C734`. */
  readonly address?: string
}

/** A row, object, array or element of a body: its own values by name, those of what encloses it, and where it stands. */
export interface CellContainer {
  readonly cells: readonly GridCell[]
  /** Values and names of what encloses it, and its own name: where it has no date, one of these is. */
  readonly around: readonly GridCell[]
  readonly start: number
  readonly end: number
}

/** The containers of a body that is a workbook, JSON, XML, a page with tables, or lines of cells; inner ones before what encloses them. */
export function containersOf(body: Uint8Array, text: string): Iterable<CellContainer> {
  if (text.startsWith('PK\u0003\u0004')) return sheetsOf(body)
  const first = text.trimStart()[0]
  if (first === '{' || first === '[') return objects(text)
  if (first !== '<') return lineRows(text)
  return /<table\b/i.test(text) ? pageRows(text) : elements(text)
}

interface Row {
  readonly texts: readonly string[]
  readonly start: number
  readonly end: number
  /** Of a cell by its column, in a workbook. */
  readonly address?: (column: number) => string
}

/** Rows of cells parted by tabs or commas. Quoted cells lose their quotes. */
function lineRows(body: string): CellContainer[] {
  const rows: Row[] = []
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf('\n', start)
    const end = newline < 0 ? body.length : newline
    const line = body
      .slice(start, end)
      .replace(/\r$/, '')
      .replace(/^\uFEFF/, '')
    const texts = line.includes('\t') ? line.split('\t') : (parseCsvLine(line) ?? line.split(','))
    rows.push({ texts: texts.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')), start, end })
    start = end + 1
  }
  return gridOf(rows)
}

/** Rows of the tables of a page. */
function pageRows(body: string): CellContainer[] {
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
function sheetsOf(body: Uint8Array): CellContainer[] {
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
 * Rows under the headers of their columns. Rows without any number or day, one after the other, are headers; a row of two cells in
 * a wider body is a label and its value, and a day in such a row is that of all others. A cell under a day is its own row.
 */
function gridOf(rows: readonly Row[]): CellContainer[] {
  const width = rows.reduce((most, { texts }) => Math.max(most, texts.length), 0)
  const preamble: GridCell[] = []
  const containers: CellContainer[] = []
  let headers: string[] = []
  let isOver = true
  for (const { texts, start, end, address } of rows) {
    const cells = texts.map(
      (text, i): GridCell => ({ name: headers[i] ?? '', text, ...(address && text !== '' && { address: address(i) }) }),
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
    } else if (texts.every((text) => parseWrittenNumber(text) === null) && parseWrittenDay(label ?? '') === null) {
      headers = isOver ? [...texts] : Array.from({ length: width }, (_, i) => [headers[i], texts[i]].filter(Boolean).join(' | '))
      isOver = false
    } else {
      isOver = true
      const dated = cells.filter(({ name }) => parseWrittenDay(name) !== null)
      for (const cell of dated) containers.push({ cells: [cells[0]!, cell], around: [{ name: '', text: cell.name }], start, end })
      if (dated.length === 0) containers.push({ cells, around: preamble, start, end })
    }
  }
  return containers
}

interface Open {
  readonly start: number
  readonly name: string
  readonly cells: { name: string; text: string }[]
  key: string | null
}

const jsonToken = /"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:,]/g

function objects(body: string): CellContainer[] {
  const closed: CellContainer[] = []
  const open: Open[] = []
  let text: string | null = null
  const settle = () => {
    const top = open.at(-1)
    if (top && text !== null) top.cells.push({ name: top.key ?? '', text })
    if (top) top.key = null
    text = null
  }
  for (const token of body.matchAll(jsonToken)) {
    const mark = token[0]
    if (mark === ':') {
      const top = open.at(-1)
      if (top) top.key = text
      text = null
    } else if (mark === ',') settle()
    else if (mark === '{' || mark === '[') {
      const top = open.at(-1)
      open.push({ start: token.index, name: top?.key ?? '', cells: [], key: null })
      text = null
    } else if (mark === '}' || mark === ']') {
      settle()
      const inner = open.pop()
      if (inner) closed.push(containerOf(inner, open, token.index + 1))
    } else text = token[1] ?? mark
  }
  return closed
}

/** An element without elements is a value of what encloses it; its attributes are its own values. Names lose their prefix. */
function elements(body: string): CellContainer[] {
  const closed: CellContainer[] = []
  const open: (Open & { leaf: boolean; text: string })[] = []
  const parser = new SaxesParser()
  // what is wrong with the body its feed has said; here what can be read of it counts
  parser.on('error', () => {})
  parser.on('text', (text) => {
    const top = open.at(-1)
    if (top) top.text += text
  })
  parser.on('opentag', ({ name, attributes }) => {
    const top = open.at(-1)
    if (top) top.leaf = false
    const cells = Object.entries(attributes).map(([key, text]) => ({ name: key, text }))
    const start = body.lastIndexOf('<', parser.position - 1)
    open.push({ start, name: name.replace(/^.*:/, ''), cells, key: null, leaf: true, text: '' })
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    if (element.leaf) open.at(-1)?.cells.push({ name: element.name, text: element.text.trim() })
    if (!element.leaf || element.cells.length > 0) closed.push(containerOf(element, open, parser.position))
  })
  parser.write(body).close()
  return closed
}

/** What encloses it may go on after it: its values are asked for when the body is read. */
function containerOf({ start, name, cells }: Open, enclosing: readonly Open[], end: number): CellContainer {
  const outside = [...enclosing]
  return {
    cells,
    get around() {
      return [{ name: '', text: name }, ...outside.flatMap((outer) => [{ name: '', text: outer.name }, ...outer.cells])]
    },
    start,
    end,
  }
}
