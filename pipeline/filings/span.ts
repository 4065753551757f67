import { ParseError } from '../errors.ts'
import type { MarkedTable, Piece } from './markup.ts'
import { sentences } from './sentence.ts'
import { dataRows, hasFigures, textOfCell } from './table.ts'
import { namesBitcoin } from './text.ts'

/** One table cell or sentence of a document, with its place. `seq` counts from 0 in the order of the document. */
export interface Span {
  readonly seq: number
  readonly kind: 'cell' | 'sentence'
  readonly place: string
  readonly text: string
  readonly heading: string
  readonly context: string
}

/** A cell with more text than this is prose, whatever table it stands in. */
const prose = 240
/** A longer sentence is a list of risks, not a statement of a count. Cutting it could lose a qualification, so it is left out whole. */
const longestSentence = 4_000
const mostSpans = 5_000
const longestHeading = 2_000

/**
 * Collects the spans of one document that concern bitcoin. The rule:
 *
 * - a table with figures counts when the sentence before it or one of its cells names bitcoin or BTC; then every filled cell of its rows
 *   with figures is a span;
 * - a sentence counts when it names bitcoin or BTC and has a digit. Tables without figures (footnotes, bullets, whole pages set in a
 *   table) and cells of over 240 characters are read as prose.
 *
 * Paragraphs are counted from 1 outside tables with figures; nested tables are counted and read as tables of their own.
 */
export class Spans {
  readonly found: Span[] = []
  #paragraph = 0
  #heading = ''
  #caption = ''

  read(piece: Piece): void {
    if (piece.kind === 'table') this.#table(piece)
    else this.#prose(piece.text, piece.heading)
  }

  #prose(text: string, marked: boolean): void {
    this.#paragraph += 1
    const parts = sentences(text)
    for (const [index, sentence] of parts.entries())
      if (sentence.length <= longestSentence && /\d/u.test(sentence) && namesBitcoin(sentence))
        this.#add('sentence', `paragraph ${this.#paragraph}, sentence ${index + 1}`, sentence, this.#heading, '')
    if (marked || looksLikeHeading(text)) this.#heading = text
    this.#caption = (parts.at(-1) ?? '').slice(-500)
  }

  #table(table: MarkedTable): void {
    const caption = this.#caption
    const figures = hasFigures(table)
    if (figures && (namesBitcoin(caption) || table.rows.some((row) => row.some((cell) => short(textOfCell(cell))))))
      for (const { row, cells, headings, label } of dataRows(table))
        for (const [index, cell] of cells.entries())
          if (cell.row === row && cell.text.length <= prose)
            this.#add(
              'cell',
              `table ${table.number}, row ${cell.row}, column ${cell.at}`,
              cell.text,
              (headings[index] ?? []).join(' | ').slice(0, longestHeading),
              [caption, label].filter((part) => part !== '').join(' | '),
            )
    for (const row of table.rows)
      for (const cell of row) {
        const long = !figures || textOfCell(cell).length > prose
        for (const piece of cell.pieces) if (piece.kind === 'table' || long) this.read(piece)
      }
  }

  #add(kind: Span['kind'], place: string, text: string, heading: string, context: string): void {
    if (this.found.length === mostSpans)
      throw new ParseError(
        'TOO_MANY_SPANS',
        `The document has more than ${mostSpans} passages on bitcoin; look at the recording`,
        {
          limit: mostSpans,
        },
      )
    this.found.push({ seq: this.found.length, kind, place, text, heading, context })
  }
}

function short(text: string): boolean {
  return text.length <= prose && namesBitcoin(text)
}

/** A short line that is no sentence: `Bitcoin Holdings Update`, `Item 8.01 Other Events.` */
function looksLikeHeading(text: string): boolean {
  return text.length <= 120 && /\p{L}{3}/u.test(text) && (/^item\s\d/iu.test(text) || !/[.;:,]$/u.test(text))
}
