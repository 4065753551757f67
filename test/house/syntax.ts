import { parseSync } from '@swc/core'
import { onceARun } from '../once-a-run.ts'
import { files, programs, read } from './tree.ts'

/** A node of a syntax tree, as far as tests look at it; some parts have no type. */
interface Node {
  readonly type?: string
  readonly [member: string]: unknown
}

/** A test: its title, the names its body uses, and its matchers, such as `toBe` and `not.toBeNull`. */
export interface ParsedTest {
  readonly title: string
  readonly names: string[]
  readonly matchers: string[]
}

/** What the tests read from a program, all of it collected in one walk of its syntax tree. */
export interface Syntax {
  /** Words for a reader: string literals; a gap of a template reads as "1". */
  readonly sentences: string[]
  /** Every name that is bound, as often as it is. */
  readonly bindings: string[]
  /** Functions and variables, with the names they use. */
  readonly functions: (readonly [name: string, names: string[]])[]
  /** Imported names, by the address of their module. */
  readonly imports: (readonly [from: string, names: string[]])[]
  readonly tests: ParsedTest[]
  /** Titles of tests and of groups. */
  readonly titles: string[]
  /** Tests that do not run, or run alone, such as `.skip`. */
  readonly silenced: string[]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Members that lead to the names a pattern binds: of a variable, a parameter, a caught error. */
const bound: Readonly<Record<string, string>> = {
  Parameter: 'pat',
  ArrayPattern: 'elements',
  ObjectPattern: 'properties',
  AssignmentPattern: 'left',
  AssignmentPatternProperty: 'key',
  KeyValuePatternProperty: 'value',
  RestElement: 'argument',
}

function boundBy(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundBy)
  if (!isNode(pattern)) return []
  return pattern.type === 'Identifier' ? [nameOf(pattern)] : boundBy(pattern[bound[pattern.type ?? ''] ?? ''])
}

const nameOf = (node: unknown): string => String((node as Node)['value'])

/** The function that a call names first: `test` of `test.each(rows)(...)`. */
function rootOf(callee: unknown): string | null {
  if (!isNode(callee)) return null
  if (callee.type === 'Identifier') return nameOf(callee)
  if (callee.type === 'MemberExpression') return rootOf(callee['object'])
  return callee.type === 'CallExpression' ? rootOf(callee['callee']) : null
}

const isTest = (callee: unknown): boolean => ['test', 'it'].includes(rootOf(callee)!)
const isTestOrGroup = (callee: unknown): boolean => isTest(callee) || rootOf(callee) === 'describe'
const bodies = ['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'CallExpression']

/** Words for a reader are two or more, and no statement for a database, pattern, markup or style sheet. */
const isSentence = (text: string): boolean =>
  /[a-z]\S* \S/i.test(text) &&
  !/\b(?:SELECT|INSERT INTO|DELETE FROM|CREATE OR|CREATE TABLE|COMMENT ON|DROP TABLE|ATTACH)\b|\(\?[:!<=]|\\b|\{[a-z-]+:/.test(
    text,
  )

/** What a TypeScript text consists of; throws if it is not valid. */
export function syntaxOf(text: string): Syntax {
  const syntax: Syntax = { sentences: [], bindings: [], functions: [], imports: [], tests: [], titles: [], silenced: [] }
  // names and matchers belong to every function and test around them
  const around: { names: Set<string>; matchers: string[] }[] = []

  function within(node: unknown, visit: (node: unknown) => void): { names: string[]; matchers: string[] } {
    const inside = { names: new Set<string>(), matchers: [] as string[] }
    around.push(inside)
    visit(node)
    around.pop()
    return { names: [...inside.names], matchers: inside.matchers }
  }

  function visitMembers(node: Node): void {
    for (const member in node) if (member !== 'span') visit(node[member])
  }

  function visitCall(node: Node): void {
    const given = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression)
    const [title] = given
    const body = given.slice(1).find(({ type }) => bodies.includes(type!))
    const isTitled = body !== undefined && isTestOrGroup(node['callee'])
    const name = title?.type === 'TemplateLiteral' ? templateOf(title).join() : String(title?.['value'] ?? title?.type)
    if (isTitled) syntax.titles.push(name)
    visit(node['callee'])
    for (const each of given)
      if (isTitled && each === body && isTest(node['callee'])) syntax.tests.push({ title: name, ...within(each, visit) })
      else visit(each)
  }

  const templateOf = (node: Node): string[] =>
    Array.isArray(node['quasis']) ? [(node['quasis'] as Node[]).map(({ cooked }) => String(cooked)).join('1')] : []

  function collect(node: Node): void {
    const texts = node.type === 'StringLiteral' ? [nameOf(node)] : node.type === 'TemplateLiteral' ? templateOf(node) : []
    syntax.sentences.push(...texts.filter(isSentence))
    if (node.type === 'Identifier') for (const { names } of around) names.add(nameOf(node))
    if (node.type === 'VariableDeclarator') syntax.bindings.push(...boundBy(node['id']))
    else if (node.type === 'CatchClause') syntax.bindings.push(...boundBy(node['param']))
    else if (!node.type?.startsWith('Ts')) syntax.bindings.push(...boundBy(node['params']))
    if (node.type === 'ImportDeclaration')
      syntax.imports.push([nameOf(node['source']), (node['specifiers'] as Node[]).map(({ local }) => nameOf(local))])
    if (node.type !== 'MemberExpression') return
    const [object, name] = [node['object'] as Node, nameOf(node['property'])]
    const isNegated = object.type === 'MemberExpression' && nameOf(object['property']) === 'not'
    if (/^to[A-Z]/.test(name)) for (const { matchers } of around) matchers.push(isNegated ? `not.${name}` : name)
    if (['only', 'skip', 'todo', 'fails'].includes(name) && isTestOrGroup(object)) syntax.silenced.push(`.${name}`)
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (!isNode(node) || Array.isArray(node)) return
    collect(node)
    const [id, value] = [node['id'], node['init']] as Node[]
    if (node.type === 'CallExpression') visitCall(node)
    else if (node.type === 'FunctionDeclaration')
      syntax.functions.push([nameOf(node['identifier']), within(node, (whole) => visitMembers(whole as Node)).names])
    else if (node.type === 'VariableDeclarator' && isNode(value) && id!.type === 'Identifier')
      syntax.functions.push([nameOf(id), within(value, visit).names])
    else visitMembers(node)
  }

  visit(parseSync(text, { syntax: 'typescript', target: 'es2022' }).body)
  return syntax
}

/** What each program and each file of the tests consists of, by path; each is parsed once per run. */
export const syntaxByPath = (): Promise<Readonly<Record<string, Syntax>>> =>
  onceARun('syntax', async () => {
    const paths = [...programs, ...files.filter((path) => /^test\/.*\.ts$/.test(path))]
    // nobody reads the rest, which is most of it
    const needed = (path: string, syntax: Syntax) => ({ ...syntax, [path.startsWith('test/') ? 'sentences' : 'functions']: [] })
    return Object.fromEntries(paths.map((path) => [path, needed(path, syntaxOf(read(path)))]))
  })
