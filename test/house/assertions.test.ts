import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { type Syntax, syntaxByPath, syntaxOf } from './syntax.ts'
import { read, testFiles, withoutComments } from './tree.ts'

const assertions = ['expect', 'expectTypeOf', 'assert']
const besidePath = (path: string, from: string): string => posix.join(posix.dirname(path), from)

/** Names whose use asserts something: the assertions, and functions of the tests that use one. */
function asserting(functions: Syntax['functions']): Set<string> {
  const known = new Set(assertions)
  for (let size = -1; size !== known.size; ) {
    size = known.size
    for (const [name, names] of functions) if (names.some((each) => known.has(each))) known.add(name)
  }
  return known
}

const syntax = await syntaxByPath()

/** The functions of each file beside the tests that assert something, by path. */
const shared = new Map(
  Object.entries(syntax)
    .filter(([path]) => path.startsWith('test/') && !testFiles.includes(path))
    .map(([path, { functions }]) => [path, asserting(functions)] as const),
)

/** Matchers that say only that a value is there. */
const weak = /^(?:toBeDefined|toBeTruthy|not\.toBe(?:Null|Undefined|Falsy))$/

function weaknesses({ imports, functions, tests }: Syntax, path: string): string[] {
  const imported = imports.flatMap(([from, names]) => names.filter((name) => shared.get(besidePath(path, from))?.has(name)))
  const known = asserting([...imported.map((name) => [name, assertions] as const), ...functions])
  return tests.flatMap(({ title, names, matchers }) => {
    if (!names.some((name) => known.has(name))) return [`"${title}" asserts nothing`]
    const isWeak = matchers.length > 0 && matchers.every((matcher) => weak.test(matcher))
    return isWeak ? [`"${title}" asserts only that something is there`] : []
  })
}

const prints = (text: string): boolean => /console\.|process\.std(out|err)|\(skipped: /.test(text)

/** Finds a program or prints why it is not here, by the module that does so for all rings; a file that only imports it explains nothing. */
const findsOrPrints = (path: string): boolean =>
  /\bfoundOrNull\(/.test(withoutComments(read(path))) &&
  prints(read('test/required.ts')) &&
  importsOf(read(path)).some(({ from, type }) => !type && besidePath(path, from) === 'test/required.ts')

/** A skip is lawful where `skipIf` decides it when the test runs and the reason is printed, here or by an imported file. */
function skips({ silenced }: Syntax, text: string, path: string): string[] {
  if (!/\.(skipIf|runIf)\(/.test(withoutComments(text)) || prints(text)) return silenced
  const others = importsOf(text).map(({ from }) => besidePath(path, from))
  const isExplained = others.some((other) => shared.has(other) && (prints(read(other)) || findsOrPrints(other)))
  return isExplained ? silenced : [...silenced, 'a skip that prints no reason']
}

/** Faults of all test files, each with its path. */
const faultsOf = (faults: (syntax: Syntax, path: string) => readonly string[]): string[] =>
  testFiles.flatMap((path) => faults(syntax[path]!, path).map((fault) => `${path}: ${fault}`))

describe('every test', () => {
  test('asserts something, and more than that something is there', () => {
    expect(testFiles.length).toBeGreaterThan(30)
    expect(testFiles.flatMap((path) => syntax[path]!.tests).length).toBeGreaterThan(200)
    expect(faultsOf(weaknesses)).toEqual([])
  })

  test('runs: none is skipped without a printed reason, none is alone', () => {
    const faults = faultsOf((each, path) => (path === 'test/house/assertions.test.ts' ? [] : skips(each, read(path), path)))
    expect(faults).toEqual([])
  })
})

describe('planted', () => {
  test.each([
    ["test('a', () => { run() })", '"a" asserts nothing'],
    ["test.each([1])('b %i', async (n) => { await run(n) })", '"b %i" asserts nothing'],
    ["test('c', () => { expect(run()).toBeDefined() })", '"c" asserts only that something is there'],
    ["test('d', () => { expect(run()).not.toBeNull() })", '"d" asserts only that something is there'],
  ])('%s', (text, finding) => {
    expect(weaknesses(syntaxOf(text), 'test/planted.test.ts')).toEqual([finding])
  })

  test.each([
    "test('a', () => { expect(run()).toBe(1) })",
    "test('a', () => { expect(run()).toBeNull() })",
    "const same = (a) => expect(a).toEqual(1)\ntest('a', () => same(1))",
    "test('a', () => { fc.assert(fc.property(fc.integer(), (n) => n === n)) })",
  ])('lawful: %s', (text) => {
    expect(weaknesses(syntaxOf(text), 'test/planted.test.ts')).toEqual([])
  })

  test.each(["test.only('a', f)", "describe.skip('a', f)", "test.each([1]).todo('a')", "test.skipIf(gone)('a', f)"])(
    '%s',
    (text) => {
      expect(skips(syntaxOf(text), text, 'test/planted.test.ts')).not.toEqual([])
    },
  )

  test('a skip for a server that was not found is lawful: its absence is printed', () => {
    const skipping = (from: string) =>
      `import { serverOrNull } from '${from}'\ntest.skipIf((await serverOrNull()) === null)('a', f)`
    const faults = (from: string) => skips(syntaxOf(skipping(from)), skipping(from), 'test/planted.test.ts')
    expect(faults('./temporal/server.ts')).toEqual([])
    expect(faults('./store/memory.ts')).toEqual(['a skip that prints no reason'])
  })
})
