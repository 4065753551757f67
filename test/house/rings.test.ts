import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { files, findings, read, withoutComments } from './tree.ts'

const typed = files.filter((path) => /^(test|bench)\/.*\.ts$/.test(path))
const everywhere = typed.filter((path) => path.endsWith('.test.ts') && path !== 'test/house/rings.test.ts')

/** The only modules that name the folder of recordings. */
const readers = ['test/recorded.ts', 'bench/calibration/read-history.ts', 'bench/companyfacts.ts']

/** What a file imports when it runs, at its top or later. */
function importedBy(path: string): string[] {
  const later = [...read(path).matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, from]) => from!)
  const atOnce = importsOf(read(path)).flatMap(({ from, type }) => (type ? [] : [from]))
  return [...atOnce, ...later].filter((from) => from.startsWith('.')).map((from) => posix.join(posix.dirname(path), from))
}

/** How a file comes to a reader of recordings, from file to file; empty where it does not. */
function wayToRecordings(path: string, seen = new Set<string>()): string[] {
  if (path === 'test/recorded.ts') return [path]
  if (seen.has(path) || !typed.includes(path)) return []
  seen.add(path)
  for (const next of importedBy(path)) {
    const way = wayToRecordings(next, seen)
    if (way.length > 0) return [path, ...way]
  }
  return []
}

test('npm test reads no recordings: none of its files comes to them through what it imports', () => {
  expect(everywhere.length).toBeGreaterThan(300)
  expect(everywhere.flatMap((path) => wayToRecordings(path).slice(0, 9).join(' > ') || [])).toEqual([])
})

test('one module of the tests names the folder of recordings', () => {
  const folder = /['"`/]shared['"`/](?:, '|)feeds/
  expect(typed.filter((path) => path !== 'test/house/rings.test.ts' && folder.test(withoutComments(read(path))))).toEqual(
    [...readers].sort(),
  )
})

test('every other ring that reads them fails where they are absent, and says what to do', () => {
  const config = read('vitest.config.ts')
  expect(config).toContain("globalSetup: ['test/recordings-are-here.ts']")
  const skipped = findings(typed, (text) => (/\bwithout(?:Recorded|Companies)\b/.test(text) ? ['skips without recordings'] : []))
  expect(skipped.filter((path) => !path.startsWith('test/house/rings.test.ts'))).toEqual([])
})

const missing = JSON.parse(read('.ci/skippable.json')) as string[]

test('a test of npm test is skipped only for what names a missing program', () => {
  expect(
    findings(everywhere, (text, path) =>
      path === 'test/house/assertions.test.ts'
        ? []
        : [...withoutComments(text).matchAll(/\.(?:skipIf|runIf)\([^)]*\)?/g)].flatMap(([skip]) =>
            missing.some((name) => skip.endsWith(`skipIf(${name})`)) ? [] : [skip],
          ),
    ),
  ).toEqual([])
})
