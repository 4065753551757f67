import schemas from '../documents/schemas.json' with { type: 'json' }
import { memoized } from '../values/memoized.ts'

/**
 * A document as minified JSON, its members in the order of its schema whatever order they were made in; rows of a section in the order of its
 * columns. A member the schema does not have stands after the others.
 *
 * @param component name of the schema, as its kind has it
 * @throws RangeError for a number JSON cannot hold, or a fraction where the schema has whole numbers, and TypeError for a member that is
 * undefined: `JSON.stringify` would write null or leave it out without a word
 */
export function renderJson(component: string, document: unknown): string {
  return writeJson(inSchemaOrder(component, document))
}

/** A document with its members in the order of its schema. */
export function inSchemaOrder(component: string, document: unknown): unknown {
  return ordered(document, orderOf(component), 'document')
}

/**
 * A value as minified JSON that any reader takes for the same numbers. RFC 8785 reads numbers as doubles, but a reader with another kind
 * of integers keeps, refuses or cuts a whole number beyond 2^53; written with an exponent it is a double to all of them, and the canonical form is
 * the same.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!/\d{16}/.test(text)) return text
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:e[+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? Number(token).toExponential() : token,
  )
}

/** What of a schema concerns writing: its members in order, what all others or the items of a list are, and whether numbers are whole. */
interface Order {
  readonly members: ReadonlyMap<string, Order>
  readonly each: Order
  readonly whole: boolean
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly anyOf?: readonly Schema[]
}

const free: Order = {
  members: new Map(),
  get each() {
    return free
  },
  whole: false,
}
const components = schemas as unknown as Readonly<Record<string, Schema>>
const orders = new Map<string, Order>()

function orderOf(component: string): Order {
  return memoized(orders, component, () => compiled(components[component]!))
}

function compiled({ $ref, type, properties = {}, items, additionalProperties, anyOf = [] }: Schema): Order {
  if ($ref !== undefined) return orderOf($ref.slice($ref.lastIndexOf('/') + 1))
  const variants = anyOf.map(compiled)
  const each = items ?? additionalProperties
  const members = new Map(Object.entries(properties).map(([name, member]) => [name, compiled(member)]))
  for (const variant of variants) for (const [name, member] of variant.members) if (!members.has(name)) members.set(name, member)
  return { members, each: each === undefined ? free : compiled(each), whole: type === 'integer' }
}

function ordered(value: unknown, order: Order, name: string): unknown {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${name} is not a finite number. Leave the figure out and say why.`)
    if (order.whole && !Number.isInteger(value)) throw new RangeError(`${name} is ${value}, and its schema has whole numbers.`)
    return value
  }
  if (value === undefined) throw new TypeError(`${name} has no value. Give null where the contract allows it.`)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item: unknown) => ordered(item, order.each, name))
  const from = value as Record<string, unknown>
  const to: Record<string, unknown> = {}
  const columns = Array.isArray(from['columns']) ? from['columns'].map(({ key }: { key?: unknown }) => String(key)) : []
  const write = (key: string, member: Order) => {
    to[key] = key === 'rows' && columns.length > 0 ? tabled(from[key], columns) : ordered(from[key], member, key)
  }
  for (const [key, member] of order.members) if (Object.hasOwn(from, key)) write(key, member)
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) write(key, order.each)
  return to
}

/** Rows with their members in the order of the columns beside them. */
function tabled(rows: unknown, columns: readonly string[]): unknown {
  const order: Order = { members: new Map(columns.map((column) => [column, free])), each: free, whole: false }
  return ordered(rows, { members: new Map(), each: order, whole: false }, 'rows')
}
