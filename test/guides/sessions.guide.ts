import { describe, expect, test } from 'vitest'
import { type PageBlock, pageBlocks } from './block.ts'
import { planted } from './planted.ts'
import { openSession } from './session.ts'

const inSession = new Set(['typed', 'served', 'printed', 'program'])
const blocks = pageBlocks().filter(({ run }) => inSession.has(run))
const byPage = [...new Set(blocks.map(({ page }) => page))].map(
  (page) => [page, blocks.filter((block) => block.page === page)] as const,
)

/** Homes below `var/` that the blocks of a page name. */
const homesOf = (blocks: readonly PageBlock[]): string[] => [
  ...new Set(
    blocks.flatMap(({ text }) => text.match(/--home var\/[a-z-]+/g) ?? []).map((option) => option.slice('--home '.length)),
  ),
]

/** Lines of a `text` block that no command of the page printed; numbers, days and ids may be different, and `...` stands for anything. */
function unprinted({ text, words }: PageBlock, printed: string): string[] {
  const lines = text
    .split('\n')
    .filter((line) => (words.includes('abridged') ? /^(#|\*\*SAMPLE|\|Reading\||\|-)/ : /\S/).test(line))
  const pattern = (line: string) =>
    new RegExp(
      `^${line
        .trim()
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(/\\\.\\\.\\\./g, '.*')
        .replaceAll(/\b(?:[0-9a-f]{8,}|\d[\d:TZ-]*|0x[0-9a-f]+|(?:key|acct)_[0-9a-f]+)\b/g, '\\S+')
        .replaceAll(/ +/g, ' +')}$`,
    )
  const given = printed.split('\n').map((line) => line.trim())
  return lines.filter((line) => !given.some((each) => pattern(line).test(each)))
}

describe.concurrent('a reader who types the blocks of a page, in order', () => {
  test.each(byPage)('%s', async (page, blocksOfPage) => {
    const session = await openSession(homesOf(blocksOfPage))
    try {
      await planted[page]?.(session.folder)
      let printed = ''
      for (const block of blocksOfPage) if (block.run !== 'printed') printed += await session.type(block)
      for (const block of blocksOfPage)
        if (block.run === 'printed') expect([block.text, unprinted(block, printed)]).toEqual([block.text, []])
    } finally {
      await session.close()
    }
  })
})
