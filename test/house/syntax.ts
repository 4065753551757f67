import { parseSync } from '@swc/core'

/** A node of a syntax tree, as far as tests look at it; some parts have no type. */
export interface Node {
  readonly type?: string
  readonly [member: string]: unknown
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** A node or a list of them, and all that is below. */
export function everyNode(top: unknown): Node[] {
  const nodes: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value) || Array.isArray(value)) return
    nodes.push(value)
    for (const [member, each] of Object.entries(value)) if (member !== 'span') visit(each)
  }
  visit(top)
  return nodes
}

/** Every node of a TypeScript text. */
export const parsed = (text: string): Node[] => everyNode(parseSync(text, { syntax: 'typescript', target: 'es2022' }).body)
