import { parseSync } from '@swc/core'

/** Bindings that say nothing of what they hold. */
export const emptyBindings: ReadonlySet<string> = new Set(['found', 'held', 'said', 'told', 'it'])

type Node = { readonly type?: string; readonly [member: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Where the patterns lie within which a pattern binds its names. */
const within: Readonly<Record<string, string>> = {
  Parameter: 'pat',
  ArrayPattern: 'elements',
  ObjectPattern: 'properties',
  AssignmentPattern: 'left',
  AssignmentPatternProperty: 'key',
  KeyValuePatternProperty: 'value',
  RestElement: 'argument',
}

/** Names that a pattern binds: of a variable, a parameter, a caught error. */
function namesIn(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(namesIn)
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [String(pattern['value'])]
  return namesIn(pattern[within[pattern.type ?? ''] ?? ''])
}

/** Every name that a TypeScript text binds locally, as often as it does. */
export function bindingsOf(text: string): string[] {
  const names: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value) || Array.isArray(value)) return
    if (value.type === 'VariableDeclarator') names.push(...namesIn(value['id']))
    if (value.type === 'CatchClause') names.push(...namesIn(value['param']))
    if (Array.isArray(value['params']) && !value.type?.startsWith('Ts')) names.push(...namesIn(value['params']))
    for (const each of Object.values(value)) visit(each)
  }
  visit(parseSync(text, { syntax: 'typescript', target: 'es2022' }).body)
  return names
}
