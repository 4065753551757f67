import { isNode, type Node } from './syntax.ts'

/** Bindings that say nothing of what they hold. */
export const emptyBindings: ReadonlySet<string> = new Set(['found', 'held', 'said', 'told', 'it'])

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

/** Every name that the nodes bind, as often as they do. */
export function bindingsIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'VariableDeclarator') return namesIn(node['id'])
    if (node.type === 'CatchClause') return namesIn(node['param'])
    return node.type?.startsWith('Ts') ? [] : namesIn(node['params'])
  })
}
