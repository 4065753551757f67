import { basename, dirname, extname } from 'node:path'
import { expect, test } from 'vitest'
import { files, findings, read, sources, withoutComments } from './tree.ts'

const code = files.filter((path) => /\.(ts|cjs|mjs|js|sh|sql)$/.test(path) || /^\.ci\/\w+$/.test(path))

/** Lines a file may have; rows of data/ are no code. */
const ceiling = 500

/** Files from before this rule; the list may only shrink. */
const longer: readonly string[] = ['test/source/http/live.test.ts']

/** Words that say nothing about what a file holds. */
const empty = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'manager',
  'service',
  'services',
  'common',
  'misc',
  'shared',
  'stuff',
])

const tooLong = (text: string): string[] => {
  const lines = text.split('\n').length - 1
  return lines > ceiling ? [`${lines} lines; cut it by what it is about`] : []
}

const saysNothing = (path: string): boolean =>
  path.split('/').some((part) =>
    basename(part, extname(part))
      .split(/[-._]/)
      .some((word) => empty.has(word.toLowerCase())),
  )

test(`no source file is over ${ceiling} lines`, () => {
  expect(code.length).toBeGreaterThan(200)
  const held = code.filter((path) => !path.startsWith('data/') && !longer.includes(path))
  expect(findings(held, tooLong)).toEqual([])
  expect(longer.filter((path) => tooLong(read(path)).length === 0)).toEqual([])
  expect(tooLong('a\n'.repeat(ceiling))).toEqual([])
  expect(tooLong('a\n'.repeat(ceiling + 1))).toHaveLength(1)
})

test('no folder has more than 40 files beside each other, but that of the feeds', () => {
  const counts = new Map<string, number>()
  for (const path of code) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const crowded = [...counts].filter(([folder, count]) => count > 40 && !folder.endsWith('/feeds'))
  expect(crowded).toEqual([])
})

const codeLines = (paths: readonly string[]): number =>
  paths.reduce(
    (sum, path) =>
      sum +
      withoutComments(read(path))
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    0,
  )

/** Lines neither blank nor comment. A capability that needs more says in its commit what it is worth. */
test.each([
  ['the product without companies', sources.filter((path) => !/^(pipeline|data)\/companies/.test(path)), 87_400],
  ['tests', files.filter((path) => /^test\/.*\.ts$/.test(path)), 74_500],
])('%s has at most as many lines as it is worth', (_, paths, most) => {
  const lines = codeLines(paths)
  expect(lines).toBeGreaterThan(most / 2)
  expect(lines).toBeLessThanOrEqual(most)
})

test('files are named for what they hold', () => {
  expect(files.filter(saysNothing)).toEqual([])
  expect(
    ['a/utils.ts', 'a/date-helpers.ts', 'service/a.ts', 'common.test.ts', 'feed-manager.ts'].filter(saysNothing),
  ).toHaveLength(5)
  expect(['pipeline/source/feeds/feed.ts', 'server/serviceable.ts'].filter(saysNothing)).toEqual([])
})

test('files are named in kebab case, briefings by their id', () => {
  expect(sources.filter((path) => !/^[a-z0-9/.-]+\.ts$/.test(path))).toEqual([])
})

test('half of the source files stay under four kilobytes', () => {
  const sizes = sources.map((path) => Buffer.byteLength(read(path))).sort((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]!).toBeLessThan(4_096)
})
