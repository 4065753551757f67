import { kinds } from '../../pipeline/documents/index.ts'
import { componentsOf, kindComponents } from '../../scripts/generate-schemas.ts'
import { servedSchemas } from '../../server/schemas/index.ts'

type Node = Readonly<Record<string, unknown>>

/** Everything that documents and answers are described by, made of the declarations as they are now. */
export const components = { ...componentsOf(servedSchemas), ...kindComponents(kinds) } as Readonly<Record<string, Node>>

/** What a schema is made of: itself, what it refers to, its alternatives. */
function expanded(node: Node): Node[] {
  const { $ref, anyOf, allOf } = node
  const others = [...((anyOf ?? []) as Node[]), ...((allOf ?? []) as Node[])]
  const referred = typeof $ref === 'string' ? [components[$ref.slice($ref.lastIndexOf('/') + 1)]!] : []
  return [node, ...[...referred, ...others].flatMap(expanded)]
}

function below(node: Node, name: string | number): Node[] {
  const {
    items,
    properties,
    additionalProperties: any,
  } = node as { items?: Node; properties?: Record<string, Node>; additionalProperties?: Node }
  if (typeof name === 'number') return items === undefined ? [] : [items]
  const own = properties?.[name]
  return own !== undefined ? [own] : typeof any === 'object' ? [any] : []
}

/** A text of a document: where it is, and whether its schema says that it is not to be trusted. */
export interface Member {
  readonly path: readonly (string | number)[]
  readonly text: string
  readonly untrusted: boolean
}

/** Every text of a value that a component describes. */
export function textsOf(value: unknown, component: string): Member[] {
  const found: Member[] = []
  const walk = (each: unknown, schemas: readonly Node[], path: readonly (string | number)[]): void => {
    const all = schemas.flatMap(expanded)
    if (typeof each === 'string') found.push({ path, text: each, untrusted: all.some((node) => node['x-untrusted'] === true) })
    if (typeof each !== 'object' || each === null) return
    const entries = Array.isArray(each) ? [...each.entries()] : Object.entries(each)
    for (const [name, member] of entries as [string | number, unknown][])
      walk(
        member,
        all.flatMap((node) => below(node, name)),
        [...path, name],
      )
  }
  walk(value, [components[component]!], [])
  return found
}

/** A copy of a value with other words in its untrusted members. */
export function withWords<Value>(value: Value, component: string, words: string): Value {
  const copy = structuredClone(value)
  for (const { path, untrusted } of textsOf(value, component)) {
    if (!untrusted) continue
    let at = copy as Record<string | number, unknown>
    for (const name of path.slice(0, -1)) at = at[name] as Record<string | number, unknown>
    at[path.at(-1)!] = words
  }
  return copy
}

/** Names of all members that are described as untrusted. */
export function untrustedNames(): string[] {
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, schema] of Object.entries((node as { properties?: Record<string, Node> }).properties ?? {}))
      if ((schema as Node)['x-untrusted'] === true) names.add(name)
    for (const each of Object.values(node)) walk(each)
  }
  walk(components)
  return [...names].sort()
}
