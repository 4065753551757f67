import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type PageBlock, pageBlocks } from './block.ts'
import { openCopy } from './session.ts'

const inCopy = new Set(['source', 'change', 'typed in the copy'])
const blocks = pageBlocks().filter(({ run }) => inCopy.has(run))

/**
 * Changes a file as a `diff` block says: `--- PATH`, then places parted by `@@`, each with lines to find (a blank or `-` before them) and lines
 * to write instead (a blank or `+`). What is to be found is there exactly once.
 */
function changed(text: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((whole, place) => {
    const lines = place.split('\n').filter((line) => /^[ +-](?!-- )/.test(line))
    const side = (sign: string) =>
      lines.flatMap((line) => (line[0] === ' ' || line[0] === sign ? [`${line.slice(1)}\n`] : [])).join('')
    const pieces = whole.split(side('-'))
    if (pieces.length !== 2) throw new Error(`${pieces.length - 1} places are as this one is before its change:\n${place}`)
    return pieces.join(side('+'))
  }, text)
}

test('a reader who follows docs/guides/add-a-feed.md has a metric that leads to the bytes it was read from', async () => {
  expect([...new Set(blocks.map(({ page }) => page))]).toEqual(['docs/guides/add-a-feed.md'])
  const session = await openCopy()
  const follow = async (block: PageBlock): Promise<string> => {
    if (block.run === 'typed in the copy') return session.type(block)
    const name = block.run === 'source' ? block.words[1]! : /^--- (\S+)$/m.exec(block.text)![1]!
    const path = join(session.folder, name)
    await writeFile(path, block.run === 'source' ? block.text : changed(await readFile(path, 'utf8'), block.text))
    return ''
  }
  try {
    let printed = ''
    for (const block of blocks) printed += await follow(block)
    expect(printed).toContain('# Bitcoin miner revenue')
    expect(printed).toMatch(/"miners-revenue":\d+/)
    expect(printed).toMatch(/series +blockchain\.miners-revenue +fresh/)
  } finally {
    await session.close()
  }
})

test('a change finds its place once, or not at all', () => {
  expect(changed('a\nb\nc\n', '--- x\n a\n+1\n b\n@@\n-c\n+d\n')).toBe('a\n1\nb\nd\n')
  expect(() => changed('a\na\n', '--- x\n a\n+b\n')).toThrow('2 places')
})
