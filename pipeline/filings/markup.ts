import { Parser } from 'htmlparser2'
import { ParseError } from '../errors.ts'
import { plain } from './text.ts'

/** A block of text outside any table, or inside one cell. */
interface Paragraph {
  readonly kind: 'paragraph'
  readonly text: string
  /** Marked up as a heading (h1 to h6). */
  readonly heading: boolean
}

export interface MarkedCell {
  readonly colspan: number
  readonly rowspan: number
  readonly pieces: Piece[]
}

export interface MarkedTable {
  readonly kind: 'table'
  /** Position of its opening tag among those of the document, from 1. */
  readonly number: number
  readonly rows: MarkedCell[][]
}

export type Piece = Paragraph | MarkedTable

export interface Reader {
  /** Every block of text as soon as it is complete, at whatever depth. */
  block(text: string): void
  /** Every paragraph and table that stands in no other table, in the order of the document. */
  piece(piece: Piece): void
  /** Asked after every slice: true ends the reading. */
  done(): boolean
}

/** Bounds far above filed documents: the quarterly reports of 4 MB have a depth of 15, some 11,000 cells and 6,000 blocks of text. */
const bounds = { depth: 512, cells: 400_000, paragraphs: 400_000, slice: 65_536 } as const

const unread = new Set(['head', 'script', 'style', 'template', 'noscript', 'ix:header'])
const heads = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const blocks = new Set(
  'address article aside blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const mark = /^(?:\d{1,2}|[a-z]|[*†‡§]+)$/iu

/**
 * HTML text -> its paragraphs and tables, in one pass. Inline XBRL elements are transparent, `ix:header` (hidden facts and contexts) is
 * skipped; a superscript footnote mark is set off in parentheses so that it never joins a number. A nested table is a piece of the cell it
 * stands in. Missing and misplaced end tags are read as a browser does. A document deeper or larger than `bounds` is a `ParseError`.
 */
export function readMarkup(html: string, reader: Reader): void {
  const open: { table: MarkedTable; row: MarkedCell[] | null; cell: MarkedCell | null }[] = []
  let depth = 0
  let unreadDepth = 0
  let tables = 0
  let cells = 0
  let paragraphs = 0
  let text = ''
  let broken = false
  let heading = false
  let raised: { before: string } | null = null

  const lower = () => {
    if (raised === null) return
    const content = plain(text)
    text = raised.before + (mark.test(content) ? ` (${content}) ` : content)
    raised = null
  }
  const place = (piece: Piece) => {
    for (let at = open.length - 1; at >= 0; at -= 1) {
      const cell = open[at]?.cell
      if (cell) {
        cell.pieces.push(piece)
        return
      }
    }
    reader.piece(piece)
  }
  const flush = () => {
    lower()
    const block = plain(text)
    text = ''
    broken = false
    if (block === '') return
    paragraphs += 1
    if (paragraphs > bounds.paragraphs) throw tooLarge('paragraphs', bounds.paragraphs)
    reader.block(block)
    place({ kind: 'paragraph', text: block, heading })
  }
  const closeTable = () => {
    const closed = open.pop()
    if (closed !== undefined) place(closed.table)
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > bounds.depth) throw tooLarge('depth', bounds.depth)
        if (unread.has(name)) unreadDepth += 1
        if (unreadDepth > 0) return
        if (name === 'br') {
          if (broken) flush()
          else text += '\n'
          broken = true
          return
        }
        if (name === 'sup') {
          if (raised === null) {
            raised = { before: text }
            text = ''
          }
          return
        }
        if (!blocks.has(name)) return
        flush()
        heading = heads.has(name)
        const top = open.at(-1)
        if (name === 'table') {
          tables += 1
          open.push({ table: { kind: 'table', number: tables, rows: [] }, row: null, cell: null })
        } else if (top !== undefined && name === 'tr') {
          top.row = []
          top.cell = null
          top.table.rows.push(top.row)
        } else if (top !== undefined && (name === 'td' || name === 'th')) {
          cells += 1
          if (cells > bounds.cells) throw tooLarge('cells', bounds.cells)
          if (top.row === null) {
            top.row = []
            top.table.rows.push(top.row)
          }
          top.cell = { colspan: span(attributes['colspan']), rowspan: span(attributes['rowspan']), pieces: [] }
          top.row.push(top.cell)
        }
      },
      ontext(data) {
        if (unreadDepth > 0) return
        text += data
        if (broken && /\S/u.test(data)) broken = false
      },
      onclosetag(name) {
        depth -= 1
        if (unread.has(name)) {
          unreadDepth -= 1
          return
        }
        if (unreadDepth > 0) return
        if (name === 'sup') return lower()
        if (!blocks.has(name)) return
        flush()
        heading = false
        const top = open.at(-1)
        if (name === 'table') closeTable()
        else if (top !== undefined && name === 'tr') {
          top.row = null
          top.cell = null
        } else if (top !== undefined && (name === 'td' || name === 'th')) top.cell = null
      },
    },
    { recognizeSelfClosing: true, decodeEntities: true },
  )

  for (let at = 0; at < html.length; at += bounds.slice) {
    parser.write(html.slice(at, at + bounds.slice))
    if (reader.done()) return
  }
  parser.end()
  flush()
  while (open.length > 0) closeTable()
}

/** colspan or rowspan as HTML reads it: at least 1, at most 1,000. */
function span(value: string | undefined): number {
  const number = value === undefined ? 1 : Number.parseInt(value, 10)
  return Number.isNaN(number) || number < 1 ? 1 : Math.min(number, 1_000)
}

function tooLarge(what: string, limit: number): ParseError {
  return new ParseError('FILING_TOO_COMPLEX', `The document has more ${what} than ${limit}; look at the recording`, {
    what,
    limit,
  })
}
