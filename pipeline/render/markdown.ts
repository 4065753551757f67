import type { Kind } from '../documents/kind.ts'
import { blocksMarkdown, type Dated } from './blocks-markdown.ts'
import { inOrder } from './json.ts'
import { metricMarkdown } from './metric-markdown.ts'
import { plainMarkdown, type Titled } from './plain-markdown.ts'

// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
type Writer = (document: any) => string

/** Kinds with their own text; any other is written member by member. */
const writers: Readonly<Record<string, Writer>> = {
  metric: metricMarkdown,
}

/**
 * A document as Markdown, ending in a newline. Every number in it is a number of the document after display rounding (`format-number.ts`),
 * a time of it without its zero seconds, or is in one of its texts; every text of the document is escaped.
 */
export function renderMarkdown({ kind, component, blocks }: Kind, document: object): string {
  if (blocks !== null) return blocksMarkdown(blocks(document, 'markdown', { lines: [] }), document as Dated)
  const write = writers[kind]
  return write === undefined ? plainMarkdown(inOrder(component, document) as Titled) : write(document)
}
