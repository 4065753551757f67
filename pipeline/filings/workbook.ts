import { Parser } from 'htmlparser2'
import { decodedText } from './text.ts'
import { rejectedBodyError, unzip } from './zip.ts'

/** The cells of one row that have a value, by the letters of their column. */
export type SheetRow = ReadonlyMap<string, string>

/** Above the largest workbook read (the World Bank's monthly prices, 4 MB unpacked) and more. */
const limits = { entries: 500, bytes: 64 * 1024 * 1024, ratio: 200 }
const mostCells = 1_000_000
const refused = rejectedBodyError('workbook')

/**
 * The rows of one sheet of an Office Open XML workbook (ECMA-376), by number. Numbers are texts as the file spells them; texts are the
 * shared or inline ones, without their phonetic readings. Formulas give the value that was last computed; an error of a formula is a cell
 * without a value. `ParseError` for what is no such workbook or has no such sheet.
 */
export function sheetRows(body: Uint8Array, sheet: string): ReadonlyMap<number, SheetRow> {
  const { parts, text } = partsOf(body)
  const relation = attributesOf(text('xl/workbook.xml'), 'sheet').find(({ name }) => name === sheet)?.['r:id']
  const target = attributesOf(text('xl/_rels/workbook.xml.rels'), 'Relationship').find(({ Id }) => Id === relation)?.['Target']
  if (relation === undefined || target === undefined) throw refused('WORKBOOK_SHEET', `it has no sheet "${sheet}"`)
  const shared = parts.has('xl/sharedStrings.xml') ? sharedTexts(text('xl/sharedStrings.xml')) : []
  return rowsIn(text(target.startsWith('/') ? target.slice(1) : `xl/${target}`), shared)
}

/** The names of the sheets of a workbook, in its order. `ParseError` for anything else. */
export function sheetNames(body: Uint8Array): string[] {
  return attributesOf(partsOf(body).text('xl/workbook.xml'), 'sheet').flatMap(({ name }) => name ?? [])
}

function partsOf(body: Uint8Array) {
  const parts = unzip(body, limits, (name) => name.startsWith('xl/') && /\.(?:xml|rels)$/.test(name))
  const text = (name: string) => {
    const bytes = parts.get(name)
    if (bytes === undefined) throw refused('WORKBOOK_PART', `it has no ${name}`)
    const decoded = decodedText(bytes, 'utf-8')
    if (decoded === null) throw refused('WORKBOOK_TEXT', `${name} is not UTF-8`)
    return decoded
  }
  return { parts, text }
}

/** The attributes of every element of a name. */
function attributesOf(xml: string, element: string): Record<string, string>[] {
  const all: Record<string, string>[] = []
  const onopentag = (name: string, attributes: Record<string, string>) => {
    if (name === element) all.push(attributes)
  }
  new Parser({ onopentag }, { xmlMode: true }).end(xml)
  return all
}

/** The shared texts in their order: each `si`, with the runs of a formatted one joined. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let current = ''
  let phonetic = 0
  let isText = false
  new Parser(
    {
      onopentag: (name) => {
        if (name === 'si') current = ''
        else if (name === 'rPh') phonetic++
        isText = name === 't' && phonetic === 0
      },
      ontext: (data) => {
        if (isText) current += data
      },
      onclosetag: (name) => {
        if (name === 'si') texts.push(current)
        else if (name === 'rPh') phonetic--
        isText = false
      },
    },
    { xmlMode: true },
  ).end(xml)
  return texts
}

function rowsIn(xml: string, shared: readonly string[]): Map<number, SheetRow> {
  const rows = new Map<number, Map<string, string>>()
  let cell: { readonly row: number; readonly column: string; readonly type: string } | null = null
  let value: string | null = null
  let isValue = false
  let count = 0
  new Parser(
    {
      onopentag: (name, { r = '', t = 'n' }) => {
        if (name === 'c') {
          const [, column, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(r) ?? []
          if (column === undefined || ++count > mostCells) throw refused('WORKBOOK_CELL', `a cell is at "${r.slice(0, 20)}"`)
          cell = { row: Number(row), column, type: t }
          value = null
        }
        isValue = cell !== null && (name === 'v' || (name === 't' && cell.type === 'inlineStr'))
      },
      ontext: (data) => {
        if (isValue) value = (value ?? '') + data
      },
      onclosetag: (name) => {
        isValue = false
        if (name !== 'c' || cell === null) return
        const { row, column, type } = cell
        const shown = value !== null && type === 's' ? shared[Number(value)] : value
        cell = null
        if (shown === undefined) throw refused('WORKBOOK_CELL', `the text of ${column}${row} is not among the shared ones`)
        if (shown === null || type === 'e') return
        const cells = rows.get(row) ?? new Map<string, string>()
        rows.set(row, cells.set(column, shown))
      },
    },
    { xmlMode: true },
  ).end(xml)
  return rows
}
