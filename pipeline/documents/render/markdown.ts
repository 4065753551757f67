import type { Kind } from '../kind.ts'
import { blocksMarkdown, type Dated } from './blocks-markdown.ts'
import { inOrder } from './json.ts'
import { plainMarkdown, type Titled } from './plain-markdown.ts'

/**
 * A document as Markdown, ending in a newline; of a kind without blocks member by member. Every number in it is a number of the document after display rounding (`format-number.ts`),
 * a time of it without its zero seconds, or is in one of its texts; every text of the document is escaped.
 */
export function renderMarkdown({ component, blocks }: Kind, document: object): string {
  if (blocks !== null) return blocksMarkdown(blocks(document, 'markdown', { lines: [] }), document as Dated)
  return plainMarkdown(inOrder(component, document) as Titled)
}
