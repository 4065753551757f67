/** A block of text outside any table, or inside one cell. */
export interface Paragraph {
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

/** A label is a short text; a longer one is prose. */
const longestLabel = 240
/** A label stands among the first cells of its row; a cell of many pieces lays out a page. */
const mostCells = 8
const mostPieces = 20

/** The text of a cell, its paragraphs joined by a space; nested tables are not part of it. */
export function textOfCell(cell: MarkedCell): string {
  let text = ''
  for (const piece of cell.pieces) if (piece.kind === 'paragraph') text += text === '' ? piece.text : ` ${piece.text}`
  return text
}

/** What labels a cell: the first short text with letters before it in its row; null where there is none. */
export function labelOf(cell: MarkedCell | null, row: readonly MarkedCell[]): string | null {
  for (const before of row.slice(0, mostCells)) {
    if (before === cell) return null
    const text = before.pieces.length > mostPieces ? '' : textOfCell(before)
    if (text.length <= longestLabel && /\p{L}/u.test(text)) return text
  }
  return null
}
