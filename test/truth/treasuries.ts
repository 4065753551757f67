import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Node = { readonly [member: string]: unknown }
export interface Check {
  readonly count: string
  readonly price: string
  readonly value: string
  readonly implied_price: string
  readonly off_percent: string
}
interface Filing extends Node {
  readonly file: string
  readonly values: Node
  readonly traps: readonly Node[]
  readonly check?: Check
}
interface Negative extends Node {
  readonly file: string
  readonly names_bitcoin: boolean
  readonly quote?: string
}
export interface Counted {
  readonly accession: string | null
  readonly as_of: string | null
  readonly count: string | null
}
interface Series {
  readonly counts: readonly (Counted & { readonly acquired: string | null })[]
  readonly gaps: readonly { readonly after: string }[]
}

export const truth = JSON.parse(readFileSync(join(import.meta.dirname, 'treasuries.json'), 'utf8')) as {
  readonly filings: readonly Filing[]
  readonly negatives: readonly Negative[]
  readonly strategy_series: Series
  readonly companyfacts: readonly (Node & {
    readonly file: string
    readonly as_of: string
    readonly facts: Record<string, number>
  })[]
}

/** Every object below `node`, itself included. */
export function* objectsIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const item of node) yield* objectsIn(item)
  else if (typeof node === 'object' && node !== null) {
    yield node as Node
    yield* objectsIn(Object.values(node))
  }
}

/** Decimal text as a count of millionths: exact, and figures here have no more places. */
export function millionths(decimal: string): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new Error(`not a decimal: ${decimal}`)
  return BigInt(`${sign}${whole}${part.padEnd(6, '0')}`)
}

export const sum = (decimals: readonly string[]) => decimals.map(millionths).reduce((total, each) => total + each, 0n)
export const cases = truth.filings.map((filing) => [filing.file, filing] as const)
