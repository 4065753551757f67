import { type Handler, Parser } from 'htmlparser2'
import { ParseError } from '../errors.ts'
import type { BlockBoundary } from './blocks.ts'
import { tooComplexError } from './element.ts'
import { labelOf, type MarkedCell, type MarkedTable, type Piece } from './piece.ts'
import { sentencesAt } from './sentence.ts'
import { plainText } from './text.ts'

/** Where an element of inline XBRL stands. */
export interface TagLocation {
  /** Number of the table and of its row, each from 1; null outside of tables. */
  readonly table: number | null
  readonly row: number | null
  /** What labels it in its row, else the sentence it is in once that is complete; empty where neither is. */
  label: string
}

/** The place the reading has come to. */
export interface MarkupCursor {
  /** Null in the header of inline XBRL. */
  spot(): TagLocation | null
  /** Characters of the open block of text so far. */
  at(): number
}

/** Takes the elements of inline XBRL, and everything in its header. Names are in lower case. */
interface TagReader {
  /** `offset` is where the start tag begins in the document. */
  open(name: string, attributes: Readonly<Record<string, string>>, offset: number, here: MarkupCursor): void
  close(name: string, here: MarkupCursor): void
  /** Text as it stands, as soon as it is read. */
  text(data: string): void
}

export interface MarkupReader {
  /** Every block of text as soon as it is complete, at whatever depth. */
  block?(text: string): void
  /** What parts the blocks before and behind. */
  boundary?(mark: BlockBoundary): void
  /** Every paragraph and table that is in no other table, in the order of the document. */
  piece?(piece: Piece): void
  /** Asked after every block: true ends the reading. */
  done?(): boolean
  readonly tags?: TagReader
}

/** Bounds far above filed documents: the quarterly reports of 4 MB have a depth of 15, some 11,000 cells and 6,000 blocks of text. */
const bounds = { depth: 512, cells: 400_000, paragraphs: 400_000, measured: 20_000 } as const

const header = 'ix:header'
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const kinds = new Map<string, 'unread' | 'block' | 'break' | 'raised'>([
  ...['head', 'script', 'style', 'template', 'noscript', header].map((name) => [name, 'unread'] as const),
  ...'address article aside blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul'
    .split(' ')
    .map((name) => [name, 'block'] as const),
  ['br', 'break'],
  ['sup', 'raised'],
])
const inlineXbrl = /^http:\/\/www\.xbrl\.org\/20\d\d\/inlineXBRL$/u
const mark = /^(?:\d{1,2}|[a-z]|[*†‡§]+)$/iu
const colon = 58

/**
 * HTML text -> its paragraphs and tables, in one pass. Inline XBRL elements are transparent; their header (hidden facts and contexts) is
 * for `tags` alone. A superscript footnote mark is set off in parentheses so that it never joins a number. A nested table is a piece of
 * the cell it is in. Missing and misplaced end tags are read as a browser does. A document deeper or larger than `bounds` is a
 * `ParseError`.
 */
export function readMarkup(html: string, reader: MarkupReader): void {
  // the whole text in one call: a character reference split between two calls would not be decoded
  new Parser(new Markup(reader), { recognizeSelfClosing: true, decodeEntities: false }).end(html)
}

class Markup implements Partial<Handler>, MarkupCursor {
  readonly #reader: MarkupReader
  readonly #decode = entityDecoder()
  readonly #tables: { table: MarkedTable; row: MarkedCell[] | null; cell: MarkedCell | null }[] = []
  #parser: Parser | null = null
  #depth = 0
  #unreadDepth = 0
  #headerDepth = 0
  #counts = { tables: 0, cells: 0, paragraphs: 0 }
  /** The open block of text; while something in it is raised, that alone, and what was before it in `#before`. */
  #text = ''
  #before: string | null = null
  #broken = false
  #heading = false
  /** Of how many of its characters `at` knows how many a reader sees. */
  #measured = { length: 0, at: 0 }
  /** Elements that began in the open block, and behind how many of its characters. */
  #inProse: { spot: TagLocation; at: number }[] = []

  constructor(reader: MarkupReader) {
    this.#reader = reader
  }

  onparserinit(parser: Parser): void {
    this.#parser = parser
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1
    if (this.#depth > bounds.depth) throw tooComplexError('depth', bounds.depth)
    if (this.#headerDepth > 0 || name.charCodeAt(2) === colon)
      this.#reader.tags?.open(name, attributes, this.#parser?.startIndex ?? 0, this)
    const kind = kinds.get(name)
    if (kind === undefined) return
    if (kind === 'unread') {
      this.#unreadDepth += 1
      if (name === header) this.#headerDepth += 1
    }
    if (this.#unreadDepth > 0) return
    if (kind === 'break') this.#break()
    else if (kind === 'raised') this.#raise()
    else {
      if (name === 'html') checkPrefix(attributes)
      this.#flush(name)
      this.#heading = headings.has(name)
      this.#openInTable(name, attributes)
    }
  }

  ontext(encoded: string): void {
    const text = this.#decode(encoded)
    if (this.#headerDepth > 0 || (this.#unreadDepth === 0 && this.#before === null)) this.#reader.tags?.text(text)
    if (this.#unreadDepth > 0) return
    this.#text += text
    if (this.#broken && /\S/u.test(text)) this.#broken = false
  }

  onclosetag(name: string): void {
    this.#depth -= 1
    if (name === header) this.#headerDepth -= 1
    if (this.#headerDepth > 0 || name.charCodeAt(2) === colon) this.#reader.tags?.close(name, this)
    const kind = kinds.get(name)
    if (kind === undefined) return
    if (kind === 'unread') this.#unreadDepth -= 1
    else if (this.#unreadDepth > 0) return
    else if (kind === 'raised') this.#lower()
    else if (kind === 'block') {
      this.#flush(name)
      this.#heading = false
      this.#closeInTable(name)
    }
  }

  onend(): void {
    this.#flush('html')
    while (this.#tables.length > 0) this.#closeInTable('table')
  }

  spot(): TagLocation | null {
    if (this.#headerDepth > 0) return null
    const { table, row = null, cell = null } = this.#tables.at(-1) ?? {}
    const label = row === null ? null : labelOf(cell, row)
    const spot = { table: table?.number ?? null, row: row === null ? null : (table?.rows.length ?? null), label: label ?? '' }
    if (label === null) this.#inProse.push({ spot, at: this.at() })
    return spot
  }

  at(): number {
    const text = this.#before ?? this.#text
    if (text.length > bounds.measured) return text.length
    const rest = text.slice(this.#measured.length)
    const shown = plainText(rest)
    if (shown !== '') {
      const apart = this.#measured.at > 0 && /^\s|\s$/u.test((text[this.#measured.length - 1] ?? '') + (rest[0] ?? ''))
      this.#measured = { length: text.length, at: this.#measured.at + shown.length + (apart ? 1 : 0) }
    }
    return this.#measured.at
  }

  /** A line break; two end the block. */
  #break(): void {
    if (this.#broken) this.#flush('br')
    else {
      this.#text += '\n'
      this.#reader.tags?.text(' ')
    }
    this.#broken = true
  }

  #raise(): void {
    if (this.#before !== null) return
    this.#before = this.#text
    this.#text = ''
  }

  #lower(): void {
    if (this.#before === null) return
    const raised = plainText(this.#text)
    const text = mark.test(raised) ? ` (${raised}) ` : raised
    this.#reader.tags?.text(text)
    this.#text = this.#before + text
    this.#before = null
  }

  /** Ends the open block, for an element of this name begins or ends. */
  #flush(name: string): void {
    this.#lower()
    if (this.#text !== '') {
      const block = plainText(this.#text)
      this.#text = ''
      if (this.#measured.length > 0) this.#measured = { length: 0, at: 0 }
      this.#broken = false
      if (block !== '') this.#block(block)
    }
    if (this.#inProse.length > 0) this.#inProse = []
    const inCell = this.#tables.at(-1)?.cell != null && name !== 'tr' && name !== 'table'
    this.#reader.tags?.text(' ')
    this.#reader.boundary?.(name === 'td' || name === 'th' ? '\t' : inCell ? ' ' : '\n')
  }

  #block(text: string): void {
    this.#counts.paragraphs += 1
    if (this.#counts.paragraphs > bounds.paragraphs) throw tooComplexError('paragraphs', bounds.paragraphs)
    if (this.#inProse.length > 0) {
      const labels = sentencesAt(
        text,
        this.#inProse.map(({ at }) => at),
      )
      for (const [index, { spot }] of this.#inProse.entries()) spot.label = labels[index] ?? ''
    }
    this.#reader.block?.(text)
    this.#place({ kind: 'paragraph', text, heading: this.#heading })
    if (this.#reader.done?.()) this.#parser?.pause()
  }

  #place(piece: Piece): void {
    for (let at = this.#tables.length - 1; at >= 0; at -= 1) {
      const cell = this.#tables[at]?.cell
      if (cell) {
        cell.pieces.push(piece)
        return
      }
    }
    this.#reader.piece?.(piece)
  }

  #openInTable(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table') {
      this.#counts.tables += 1
      this.#tables.push({ table: { kind: 'table', number: this.#counts.tables, rows: [] }, row: null, cell: null })
      return
    }
    const top = this.#tables.at(-1)
    if (top === undefined || (name !== 'tr' && name !== 'td' && name !== 'th')) return
    if (name === 'tr' || top.row === null) {
      top.row = []
      top.cell = null
      top.table.rows.push(top.row)
    }
    if (name === 'tr') return
    this.#counts.cells += 1
    if (this.#counts.cells > bounds.cells) throw tooComplexError('cells', bounds.cells)
    top.cell = { colspan: span(attributes['colspan']), rowspan: span(attributes['rowspan']), pieces: [] }
    top.row.push(top.cell)
  }

  #closeInTable(name: string): void {
    if (name === 'table') {
      const closed = this.#tables.pop()
      if (closed !== undefined) this.#place(closed.table)
      return
    }
    const top = this.#tables.at(-1)
    if (top === undefined || (name !== 'tr' && name !== 'td' && name !== 'th')) return
    top.cell = null
    if (name === 'tr') top.row = null
  }
}

/** Elements of inline XBRL are known by their prefix. */
function checkPrefix(attributes: Readonly<Record<string, string>>): void {
  if (attributes['xmlns:ix'] !== undefined) return
  if (Object.values(attributes).some((value) => inlineXbrl.test(value)))
    throw new ParseError('INLINE_XBRL_PREFIX', 'The document binds inline XBRL to a prefix other than ix; inspect the recording')
}

/** colspan or rowspan as HTML reads it: at least 1, at most 1,000. */
function span(value: string | undefined): number {
  const number = value === undefined ? 1 : Number.parseInt(value, 10)
  return Number.isNaN(number) || number < 1 ? 1 : Math.min(number, 1_000)
}

const reference = /&#?[\da-z]{1,40};?/giu
/** Distinct references remembered: a filing has some twenty. */
const mostKnown = 1_000

/**
 * Character references of HTML (`&#8217;`, `&nbsp;`, `&amp`) -> text, each distinct one decoded once. The parser decodes as well, but then
 * it reads every attribute character by character, the styles that make up most of a filing with them.
 */
export function entityDecoder(): (text: string) => string {
  const known = new Map<string, string>()
  let decoded = ''
  const parser = new Parser({
    ontext: (data) => {
      decoded += data
    },
  })
  const decode = (written: string): string => {
    const before = known.get(written)
    if (before !== undefined) return before
    decoded = ''
    parser.parseComplete(written)
    if (known.size < mostKnown) known.set(written, decoded)
    return decoded
  }
  return (text) => (text.includes('&') ? text.replace(reference, decode) : text)
}
