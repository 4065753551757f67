import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { everyNode, isNode, type Node, parsed } from './syntax.ts'
import { files, read, testFiles, withoutComments } from './tree.ts'

/** Names used anywhere below a node: identifiers and members. */
function namesIn(node: Node): Set<string> {
  return new Set(everyNode(node).flatMap((each) => (each.type === 'Identifier' ? [String(each['value'])] : [])))
}

/** `test`, `it`, and what hangs on them: `test.each(rows)`, `test.skipIf(absent)`, `test.concurrent`. */
function isTest(callee: unknown, names: readonly string[] = ['test', 'it']): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return names.includes(String(callee['value']))
  if (callee.type === 'MemberExpression') return isTest(callee['object'], names)
  return callee.type === 'CallExpression' && isTest(callee['callee'], names)
}

interface Told {
  readonly title: string
  readonly body: Node
}

const isFunction = (node: Node): boolean => node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'

function testsIn(nodes: readonly Node[]): Told[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || !isTest(node['callee'])) return []
    const given = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression)
    const body = given.slice(1).find((each) => isFunction(each) || each.type === 'Identifier' || each.type === 'CallExpression')
    const title = given[0]
    return body && given.length > 1 ? [{ title: String(title?.['value'] ?? title?.type), body }] : []
  })
}

/** Functions by name, with the names they use. */
function functionsIn(nodes: readonly Node[]): [string, Set<string>][] {
  return nodes.flatMap((node): [string, Set<string>][] => {
    if (node.type === 'FunctionDeclaration') return [[String((node['identifier'] as Node)['value']), namesIn(node)]]
    if (node.type !== 'VariableDeclarator' || !isNode(node['init']) || (node['id'] as Node).type !== 'Identifier') return []
    return [[String((node['id'] as Node)['value']), namesIn(node['init'])]]
  })
}

const assertions = ['expect', 'expectTypeOf', 'assert']

/** Names whose use asserts something: the assertions, and functions of the tests that use one. */
function asserting(functions: readonly (readonly [string, ReadonlySet<string>])[]): Set<string> {
  const known = new Set(assertions)
  for (let size = -1; size !== known.size; ) {
    size = known.size
    for (const [name, names] of functions) if ([...names].some((each) => known.has(each))) known.add(name)
  }
  return known
}

/** The functions of each file beside the tests that assert something, by path. */
const shared = new Map(
  files
    .filter((path) => /^test\/.*\.ts$/.test(path) && !testFiles.includes(path))
    .map((path) => [path, asserting(functionsIn(parsed(read(path))))] as const),
)

/** Names a test file imports of functions that assert something. */
function imported(nodes: readonly Node[], path: string): [string, Set<string>][] {
  return nodes.flatMap((node): [string, Set<string>][] => {
    if (node.type !== 'ImportDeclaration') return []
    const from = posix.join(posix.dirname(path), String((node['source'] as Node)['value']))
    const names = (node['specifiers'] as Node[]).map((specifier) => String((specifier['local'] as Node)['value']))
    return names.filter((name) => shared.get(from)?.has(name)).map((name) => [name, new Set(assertions)])
  })
}

/** True where a matcher says only that a value is there. */
function weak(matcher: Node): boolean {
  const name = String((matcher['property'] as Node)['value'])
  const object = matcher['object'] as Node
  const negated = object.type === 'MemberExpression' && (object['property'] as Node)['value'] === 'not'
  return negated ? ['toBeNull', 'toBeUndefined', 'toBeFalsy'].includes(name) : ['toBeDefined', 'toBeTruthy'].includes(name)
}

function weaknesses(nodes: readonly Node[], path: string): string[] {
  const known = asserting([...imported(nodes, path), ...functionsIn(nodes)])
  return testsIn(nodes).flatMap(({ title, body }) => {
    if (![...namesIn(body)].some((name) => known.has(name))) return [`"${title}" asserts nothing`]
    const matchers = everyNode(body).filter(
      (node) => node.type === 'MemberExpression' && /^to[A-Z]/.test(String((node['property'] as Node)['value'])),
    )
    return matchers.length > 0 && matchers.every(weak) ? [`"${title}" asserts only that something is there`] : []
  })
}

const prints = (text: string): boolean => /console\.|process\.std(out|err)|\(skipped: /.test(text)

/** A skip is lawful where `skipIf` decides it when the test runs and the reason is printed, here or by an imported file. */
function skips(nodes: readonly Node[], text: string, path: string): string[] {
  const silenced = nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression' || !isTest(node['object'], ['test', 'it', 'describe'])) return []
    const name = String((node['property'] as Node)['value'])
    return ['only', 'skip', 'todo', 'fails'].includes(name) ? [`.${name}`] : []
  })
  const beside = importsOf(text).map(({ from }) => posix.join(posix.dirname(path), from))
  const explained = prints(text) || beside.some((other) => shared.has(other) && prints(read(other)))
  return [
    ...silenced,
    ...(/\.(skipIf|runIf)\(/.test(withoutComments(text)) && !explained ? ['a skip that prints no reason'] : []),
  ]
}

/** Each test file, parsed once. */
const looked = testFiles.map((path) => {
  const nodes = parsed(read(path))
  const named = (faults: readonly string[]) => faults.map((fault) => `${path}: ${fault}`)
  return {
    path,
    tests: testsIn(nodes).length,
    weak: named(weaknesses(nodes, path)),
    skipped: named(skips(nodes, read(path), path)),
  }
})

describe('every test', () => {
  test('asserts something, and more than that something is there', () => {
    expect(testFiles.length).toBeGreaterThan(30)
    expect(looked.reduce((sum, { tests }) => sum + tests, 0)).toBeGreaterThan(200)
    expect(looked.flatMap(({ weak }) => weak)).toEqual([])
  })

  test('runs: none is skipped without a printed reason, none is alone', () => {
    expect(looked.flatMap(({ path, skipped }) => (path === 'test/house/assertions.test.ts' ? [] : skipped))).toEqual([])
  })
})

describe('planted', () => {
  test.each([
    ["test('a', () => { run() })", '"a" asserts nothing'],
    ["test.each([1])('b %i', async (n) => { await run(n) })", '"b %i" asserts nothing'],
    ["test('c', () => { expect(run()).toBeDefined() })", '"c" asserts only that something is there'],
    ["test('d', () => { expect(run()).not.toBeNull() })", '"d" asserts only that something is there'],
  ])('%s', (text, finding) => {
    expect(weaknesses(parsed(text), 'test/planted.test.ts')).toEqual([finding])
  })

  test.each([
    "test('a', () => { expect(run()).toBe(1) })",
    "test('a', () => { expect(run()).toBeNull() })",
    "const same = (a) => expect(a).toEqual(1)\ntest('a', () => same(1))",
    "test('a', () => { fc.assert(fc.property(fc.integer(), (n) => n === n)) })",
  ])('lawful: %s', (text) => {
    expect(weaknesses(parsed(text), 'test/planted.test.ts')).toEqual([])
  })

  test.each(["test.only('a', f)", "describe.skip('a', f)", "test.each([1]).todo('a')", "test.skipIf(gone)('a', f)"])(
    '%s',
    (text) => {
      expect(skips(parsed(text), text, 'test/planted.test.ts')).not.toEqual([])
    },
  )
})
