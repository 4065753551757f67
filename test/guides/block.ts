import type { Block } from '../house/markdown.ts'
import { blocksOf } from '../house/markdown.ts'
import { files, read } from '../house/tree.ts'

/** A fenced block of a page, with its place and how it is run. */
export interface PageBlock extends Block {
  readonly page: string
  readonly run: Run
}

/**
 * How a block is run. The words after the fence decide, and a block that none of the rows below takes fails `test/house/blocks.test.ts`:
 * there is no way to leave one out.
 */
export type Run =
  | 'typed' // into a shell, in the order of the page, in a folder with a home of sample feeds: sessions.guide.ts
  | 'served' // likewise, left running until the page ends
  | 'printed' // what a command of the page prints: sessions.guide.ts
  | 'temporal' // typed into a shell where a Temporal server is: temporal.temporal.ts
  | 'temporal served'
  | 'ci' // steps of .ci/run: test/house/blocks.test.ts
  // changes users, services and containers of a machine, which no test may: read by the shell, and what it names exists: blocks.test.ts
  | 'root'
  | 'program' // pasted into Node while the page's server runs: sessions.guide.ts
  | 'source' // a file written into a copy of the project: add-a-feed.guide.ts
  | 'change' // a change to files of that copy
  | 'typed in the copy'
  | 'query' // asked of market.duckdb: queries.guide.ts
  | 'python' // run where a Python has the libraries: queries.guide.ts
  | 'json' // parsed: test/house/blocks.test.ts
  | 'yaml' // parsed: test/house/blocks.test.ts
  | 'nginx' // sold through: test/server/payments/behind-nginx.test.ts

/** A word `exit=2` after the fence says how the last command ends; all others end with 0. */
const runs: readonly (readonly [fence: RegExp, run: Run])[] = [
  [/^sh( live)?( exit=\d+)?$/, 'typed'],
  [/^sh serve$/, 'served'],
  [/^text( abridged)?$/, 'printed'],
  [/^sh temporal$/, 'temporal'],
  [/^sh temporal serve$/, 'temporal served'],
  [/^sh ci$/, 'ci'],
  [/^sh root$/, 'root'],
  [/^sh copy( live)?( exit=\d+)?$/, 'typed in the copy'],
  [/^ts [a-z0-9]+$/, 'program'],
  [/^ts [a-z-]+\/[a-z0-9/.-]+\.ts$/, 'source'],
  [/^diff$/, 'change'],
  [/^sql( query)?$/, 'query'],
  [/^python$/, 'python'],
  [/^json$/, 'json'],
  [/^yaml$/, 'yaml'],
  [/^nginx$/, 'nginx'],
]

/** How a block with these words after its fence is run; null where nothing runs it. */
export const runOf = (words: readonly string[]): Run | null => runs.find(([fence]) => fence.test(words.join(' ')))?.[1] ?? null

/** Pages whose blocks are run: what a reader opens, from the README on. */
export const pages: readonly string[] = files.filter((path) => /^(README|CONTRIBUTING|docs\/.+)\.md$/.test(path))

/** Every block of the pages that something runs. */
export function pageBlocks(): PageBlock[] {
  return pages.flatMap((page) =>
    blocksOf(read(page)).flatMap((block) => {
      const run = runOf(block.words)
      return run === null ? [] : [{ ...block, page, run }]
    }),
  )
}
