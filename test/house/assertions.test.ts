import { posix } from 'node:path'
import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { files, findings, read, testFiles, withoutComments } from './tree.ts'

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function children(node: object): Node[] {
  return Object.values(node).flatMap((value): Node[] => {
    if (Array.isArray(value))
      return value.flatMap((item) => (isNode(item) ? [item] : item && typeof item === 'object' ? children(item) : []))
    if (isNode(value)) return [value]
    return value && typeof value === 'object' ? children(value) : []
  })
}

const everyNode = (node: Node): Node[] => [node, ...children(node).flatMap(everyNode)]
const parse = (text: string): Node => parseSync(text, { syntax: 'typescript', target: 'es2022' }) as unknown as Node

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

function testsOf(text: string): Told[] {
  return everyNode(parse(text)).flatMap((node) => {
    if (node.type !== 'CallExpression' || !isTest(node['callee'])) return []
    const given = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression)
    const body = given.slice(1).find((each) => isFunction(each) || each.type === 'Identifier' || each.type === 'CallExpression')
    const title = given[0]
    return body && given.length > 1 ? [{ title: String(title?.['value'] ?? title?.type), body }] : []
  })
}

/** Functions of a file by name, with the names they use. */
function functionsOf(text: string): [string, Set<string>][] {
  return everyNode(parse(text)).flatMap((node): [string, Set<string>][] => {
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
    .map((path) => [path, asserting(functionsOf(read(path)))] as const),
)

/** Names a test file takes from files beside it that assert something. */
function imported(tree: Node, path: string): [string, Set<string>][] {
  return everyNode(tree).flatMap((node): [string, Set<string>][] => {
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

function weaknesses(text: string, path: string): string[] {
  const known = asserting([...imported(parse(text), path), ...functionsOf(text)])
  return testsOf(text).flatMap(({ title, body }) => {
    if (![...namesIn(body)].some((name) => known.has(name))) return [`"${title}" asserts nothing`]
    const matchers = everyNode(body).filter(
      (node) => node.type === 'MemberExpression' && /^to[A-Z]/.test(String((node['property'] as Node)['value'])),
    )
    return matchers.length > 0 && matchers.every(weak) ? [`"${title}" asserts only that something is there`] : []
  })
}

const prints = (text: string): boolean => /console\.|process\.std(out|err)|\(skipped: /.test(text)

/** A skip is lawful where `skipIf` decides it when the test runs and the reason is printed, here or by a file beside it. */
function skips(text: string, path: string): string[] {
  const silenced = everyNode(parse(text)).flatMap((node) => {
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

describe('every test', () => {
  test('asserts something, and more than that something is there', () => {
    expect(testFiles.length).toBeGreaterThan(30)
    expect(testFiles.flatMap((path) => testsOf(read(path))).length).toBeGreaterThan(200)
    expect(findings(testFiles, weaknesses)).toEqual([])
  })

  test('runs: none is skipped without a printed reason, none is alone', () => {
    expect(
      findings(
        testFiles.filter((path) => path !== 'test/house/assertions.test.ts'),
        skips,
      ),
    ).toEqual([])
  })
})

describe('planted', () => {
  test.each([
    ["test('a', () => { run() })", '"a" asserts nothing'],
    ["test.each([1])('b %i', async (n) => { await run(n) })", '"b %i" asserts nothing'],
    ["test('c', () => { expect(run()).toBeDefined() })", '"c" asserts only that something is there'],
    ["test('d', () => { expect(run()).not.toBeNull() })", '"d" asserts only that something is there'],
  ])('%s', (text, finding) => {
    expect(weaknesses(text, 'test/planted.test.ts')).toEqual([finding])
  })

  test.each([
    "test('a', () => { expect(run()).toBe(1) })",
    "test('a', () => { expect(run()).toBeNull() })",
    "const same = (a) => expect(a).toEqual(1)\ntest('a', () => same(1))",
    "test('a', () => { fc.assert(fc.property(fc.integer(), (n) => n === n)) })",
  ])('lawful: %s', (text) => {
    expect(weaknesses(text, 'test/planted.test.ts')).toEqual([])
  })

  test.each(["test.only('a', f)", "describe.skip('a', f)", "test.each([1]).todo('a')", "test.skipIf(gone)('a', f)"])(
    '%s',
    (text) => {
      expect(skips(text, 'test/planted.test.ts')).not.toEqual([])
    },
  )
})
