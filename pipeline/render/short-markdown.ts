import type { ShortText, Wanted } from '../documents/kind.ts'
import type { Identity } from '../documents/schema.ts'
import { blocksMarkdown } from './blocks-markdown.ts'

/** Tokens of o200k that the Markdown of a short form stays below. */
const mostTokens = 150

/** The short form of a document as Markdown, below 150 tokens whatever the document: of what it may say, what there is room for. */
export function shortMarkdown({ warnings, wanted, blocks }: ShortText, { as_of, sample }: Identity): string {
  const write = (warning: ShortText['warnings'][number] | null, pieces: readonly Wanted[]) =>
    blocksMarkdown(blocks(warning, pieces), { as_of, sample })
  const fits = (...text: Parameters<typeof write>) => tokensAtMost(write(...text)) < mostTokens
  const warning = warnings.find((each) => fits(each, wanted.slice(0, 1))) ?? warnings.at(-1) ?? null
  let pieces: readonly Wanted[] = []
  for (const piece of wanted) if (fits(warning, [...pieces, piece])) pieces = [...pieces, piece]
  return write(warning, pieces)
}

/**
 * More tokens than o200k makes of a text: one for a word of up to eight letters, else one for every five begun, for every three digits, and
 * for any other character but a blank; of letters beyond ASCII two each. The tokenizer itself is a table of several megabytes that nothing
 * that runs should load.
 */
function tokensAtMost(text: string): number {
  let count = 0
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|[^A-Za-z\d ]/gu)) {
    const { length } = piece
    if (/[A-Za-z]/.test(piece)) count += length <= 8 ? 1 : Math.ceil(length / 5)
    else count += /\p{L}/u.test(piece) ? 2 : Math.ceil(length / 3)
  }
  return count
}
