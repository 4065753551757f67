/** What parts two blocks of text: `\n` paragraphs and rows, `\t` cells, a space the paragraphs of a cell. */
export type BlockBoundary = '\n' | '\t' | ' '

/** The blocks of text of a document as one text, a boundary before each. */
export class TextBlocks {
  text = ''
  #boundary: BlockBoundary = '\n'

  block(text: string): void {
    this.text += this.#boundary + text
    this.#boundary = ' '
  }

  /** Of several between two blocks the strongest counts. */
  boundary(mark: BlockBoundary): void {
    if (mark === '\n' || this.#boundary === ' ') this.#boundary = mark
  }
}

/** A stretch of blocks as a reader sees it: paragraphs and rows in lines, cells parted by ` | `. */
export function blockLines(blocks: string): string {
  return blocks.trim().replaceAll('\t', ' | ')
}
