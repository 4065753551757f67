import { briefing, members, metric, reading } from './key-order.ts'
import type { Document } from './markdown.ts'

/**
 * A document as minified JSON, its members in the order of contract.md whatever order they were made in; rows of a section in the
 * order of its columns.
 *
 * @throws RangeError for a number JSON cannot hold and TypeError for a member that is undefined: `JSON.stringify` would write null or leave
 * it out without a word
 */
export function renderJson(document: Document): string {
  const order = 'briefing' in document ? briefing : metric
  return writeJson(ordered(document, order, 'document'))
}

/**
 * A value as minified JSON that any reader takes for the same numbers. RFC 8785 reads numbers as doubles, but a reader with integers of its
 * own keeps, refuses or cuts a whole number beyond 2^53; written with an exponent it is a double to all of them, and the canonical form is
 * the same.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!/\d{16}/.test(text)) return text
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:e[+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? Number(token).toExponential() : token,
  )
}

function ordered(value: unknown, order: readonly string[], path: string): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`${path} is not a finite number. Leave the figure out and say why.`)
  }
  if (value === undefined) throw new TypeError(`${path} has no value. Give null where the contract allows it.`)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item: unknown) => ordered(item, order, path))
  const from = value as Record<string, unknown>
  const to: Record<string, unknown> = {}
  const write = (key: string) => {
    to[key] = ordered(from[key], orderOf(key, path, from), key)
  }
  for (const key of order) if (Object.hasOwn(from, key)) write(key)
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) write(key)
  return to
}

/** Readings are keyed by metric and rows follow the columns beside them; everything else goes by its own name. */
function orderOf(key: string, path: string, parent: Record<string, unknown>): readonly string[] {
  if (path === 'readings') return reading
  if (key === 'rows' && Array.isArray(parent['columns'])) {
    return parent['columns'].map((column: { key?: unknown }) => String(column.key))
  }
  return members[key] ?? []
}
