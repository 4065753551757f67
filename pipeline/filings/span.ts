import { ParseError } from '../errors.ts'
import { type MarkedTable, type Piece, textOfCell } from './piece.ts'
import { statedScale } from './scale.ts'
import { splitSentences } from './sentence.ts'
import { dataRows, hasFigures } from './table.ts'

/** One table cell or sentence of a document, with its place. `seq` counts from 0 in the order of the document. */
export interface Span {
  readonly seq: number
  readonly kind: 'cell' | 'sentence'
  readonly place: string
  readonly text: string
  /** Of a cell the header cells above it, top first, joined by ` | `; of a sentence the nearest heading before it. */
  readonly heading: string
  /** Of a cell the sentence before its table and the label of its row, joined by ` | `. */
  readonly context: string
  /** The label of a cell's row; empty where it has none. */
  readonly label: string
  /** The nearest heading before the table or sentence. */
  readonly section: string
  /** What the table and the lines before it say of the scale of all its figures, nearest first, joined by ` | `; empty where they say nothing. */
  readonly terms: string
}

/** A cell with more text than this is prose, whatever table it is in. */
const prose = 240
/** A longer sentence is a list of risks, not a statement of a count. Cutting it could lose a qualification, so it is left out whole. */
const longestSentence = 4_000
/** Far above any filing: an annual report of 3 MB has 3,400 cells and sentences with figures. */
const mostSpans = 20_000
/** Lines before a table that may state its scale. */
const mostLines = 8
const longestHeading = 2_000

/**
 * Collects the spans of one document that concern a subject: `concerns` says of a sentence or a short text whether it names it. The rule:
 *
 * - a table with figures counts when the sentence before it or one of its cells names the subject; then every filled cell of its rows with
 *   figures is a span;
 * - a sentence counts when it names the subject and has a digit. Tables without figures (footnotes, bullets, whole pages set in a table)
 *   and cells of over 240 characters are read as prose;
 * - a sentence that `explains` the others is a span too, where there are others.
 *
 * Paragraphs are counted from 1 outside tables with figures; nested tables are counted and read as their own tables.
 */
export class Spans {
  readonly #found: Span[] = []
  readonly #concerns: (text: string) => boolean
  readonly #explains: (text: string) => boolean
  #concerning = 0
  #paragraph = 0
  #heading = ''
  #caption = ''
  /** The last sentences of the paragraphs since the last long one or table. */
  #lines: string[] = []

  constructor(concerns: (text: string) => boolean, explains: (text: string) => boolean) {
    this.#concerns = concerns
    this.#explains = explains
  }

  all(): Span[] {
    return this.#concerning === 0 ? [] : this.#found
  }

  read(piece: Piece): void {
    if (piece.kind === 'table') this.#table(piece)
    else this.#prose(piece.text, piece.heading)
  }

  #prose(text: string, marked: boolean): void {
    this.#paragraph += 1
    const parts = splitSentences(text)
    for (const [index, sentence] of parts.entries()) {
      if (sentence.length > longestSentence) continue
      const concerns = /\d/u.test(sentence) && this.#concerns(sentence)
      if (!concerns && !this.#explains(sentence)) continue
      if (concerns) this.#concerning += 1
      this.#add({
        kind: 'sentence',
        place: `paragraph ${this.#paragraph}, sentence ${index + 1}`,
        text: sentence,
        heading: this.#heading,
        context: '',
        label: '',
        section: this.#heading,
        terms: '',
      })
    }
    if (marked || looksLikeHeading(text)) this.#heading = text
    this.#caption = (parts.at(-1) ?? '').slice(-500)
    if (text.length > prose) this.#lines = []
    this.#lines = [...this.#lines.slice(1 - mostLines), this.#caption]
  }

  #table(table: MarkedTable): void {
    const caption = this.#caption
    const figures = hasFigures(table)
    const before = this.#lines.filter((line) => statedScale(line) !== null).reverse()
    if (figures) this.#lines = []
    if (figures && (this.#concerns(caption) || table.rows.some((row) => row.some((cell) => this.#named(textOfCell(cell))))))
      for (const { row, cells, headings, label, terms } of dataRows(table)) {
        const stated = [...terms.filter((text) => statedScale(text) !== null), ...before].join(' | ')
        for (const [index, cell] of cells.entries())
          if (cell.row === row && cell.text.length <= prose) {
            this.#concerning += 1
            this.#add({
              kind: 'cell',
              place: `table ${table.number}, row ${cell.row}, column ${cell.at}`,
              text: cell.text,
              heading: (headings[index] ?? []).join(' | ').slice(0, longestHeading),
              context: [caption, label].filter((part) => part !== '').join(' | '),
              label,
              section: this.#heading,
              terms: stated,
            })
          }
      }
    for (const row of table.rows)
      for (const cell of row) {
        const long = !figures || textOfCell(cell).length > prose
        for (const piece of cell.pieces) if (piece.kind === 'table' || long) this.read(piece)
      }
  }

  #named(text: string): boolean {
    return text.length <= prose && this.#concerns(text)
  }

  #add(span: Omit<Span, 'seq'>): void {
    if (this.#found.length === mostSpans)
      throw new ParseError('TOO_MANY_SPANS', `The document has more than ${mostSpans} passages; inspect the recording`, {
        limit: mostSpans,
      })
    this.#found.push({ seq: this.#found.length, ...span })
  }
}

/** A short line that is not a sentence: `Bitcoin Holdings Update`, `Item 8.01 Other Events.` */
function looksLikeHeading(text: string): boolean {
  return text.length <= 120 && /\p{L}{3}/u.test(text) && (/^item\s\d/iu.test(text) || !/[.;:,]$/u.test(text))
}
