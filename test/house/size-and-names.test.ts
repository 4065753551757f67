import { writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { expect, test } from 'vitest'
import lines from './lines.json' with { type: 'json' }
import { files, findings, read, root, sources, withoutComments } from './tree.ts'

const place = 'test/house/lines.json'
const budgets: Readonly<Record<string, number>> = lines

const code = files.filter((path) => /\.(ts|cjs|mjs|js|sh|sql)$/.test(path) || /^\.ci\/\w+$/.test(path))

/** Lines a file may have; rows of data/ are no code. */
const ceiling = 500

/** Files from before this rule; the list may only shrink. */
const longer: readonly string[] = ['test/http/live.test.ts']

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

/** Lines of a file that are neither blank nor comment. */
const codeLines = (path: string): number =>
  withoutComments(read(path))
    .split('\n')
    .filter((line) => line.trim() !== '').length

/** A room of the product or of the tests: `pipeline/feeds`, `server/state`, `test/feeds`, `cli`. */
const roomOf = (path: string): string => /^(?:(?:pipeline|server|test)\/[^/]+(?=\/)|[^/]+)/.exec(path)![0]

function linesByRoom(): Record<string, number> {
  const counted = files.filter((path) => sources.includes(path) || /^test\/.*\.ts$/.test(path))
  const lines: Record<string, number> = {}
  for (const path of counted) lines[roomOf(path)] = (lines[roomOf(path)] ?? 0) + codeLines(path)
  return lines
}

/** A room whose budget is further above its lines than this has shrunk: its budget follows. */
const slack = 60

test('each room has at most the lines of its budget; what a larger one is worth is said in the commit that raises it', () => {
  const lines = linesByRoom()
  const lower = Object.fromEntries(
    Object.keys(lines)
      .sort()
      .map((room) => {
        const next = Math.ceil((lines[room]! + slack / 3) / 10) * 10
        return [room, (budgets[room] ?? 0) - lines[room]! > slack ? next : (budgets[room] ?? 0)]
      }),
  )
  if (!process.env['CI']) writeFileSync(join(root, place), `${JSON.stringify(lower, null, 2)}\n`)
  expect(Object.entries(lines).filter(([room, count]) => count > (budgets[room] ?? 0))).toEqual([])
  expect(Object.keys(budgets).filter((room) => !(room in lines))).toEqual([])
})

test('files are named for what they hold', () => {
  expect(files.filter(saysNothing)).toEqual([])
  expect(
    ['a/utils.ts', 'a/date-helpers.ts', 'service/a.ts', 'common.test.ts', 'feed-manager.ts'].filter(saysNothing),
  ).toHaveLength(5)
  expect(['pipeline/feeds/feed.ts', 'server/serviceable.ts'].filter(saysNothing)).toEqual([])
})

test('files are named in kebab case, briefings by their id', () => {
  expect(sources.filter((path) => !/^[a-z0-9/.-]+\.ts$/.test(path))).toEqual([])
})

test('half of the source files stay under four kilobytes', () => {
  const sizes = sources.map((path) => Buffer.byteLength(read(path))).sort((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]!).toBeLessThan(4_096)
})
