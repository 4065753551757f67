import { memoized } from '../values/memoized.ts'
import { parseCsvLine } from './csv.ts'

/** Types seen at each path of a body, sorted. `absent`: left out of some of the items that could have it. */
export type BodyFields = Readonly<Record<string, readonly string[]>>

/** Items of an array, and lines of a table, that are looked at: the first, the last and those evenly between. */
const sampled = 200
/** An object with more keys is one whose keys are data. */
const mostKeys = 300
const deepest = 12
/** Lines among which the header of a table is. */
const headerLines = 40
/** Longer cells are prose, not names of columns. */
const longestName = 60

/**
 * The shape of a body by what its feed has read of it (`parsedBodyOf`): of JSON every path, items of arrays folded into `[]` and keys that are data
 * into `*`; of CSV its columns. Null for any other text, for pages, XML and packed files.
 */
export function fieldsOf(read: unknown, keyed: readonly string[] = []): BodyFields | null {
  if (read === undefined) return null
  const types = new Map<string, Set<string>>()
  if (typeof read !== 'string') look([read], '', 0, new Set(keyed), types)
  else if (!lookAtTable(read, types)) return null
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([path, names]) => [path, [...names].sort()]))
}

/** The path of what holds a field; null for the body itself. */
export function parentFieldPath(path: string): string | null {
  if (path === '') return null
  if (path.endsWith('[]')) return path.slice(0, -2)
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

function look(
  values: readonly unknown[],
  path: string,
  depth: number,
  keyed: ReadonlySet<string>,
  types: Map<string, Set<string>>,
) {
  const names = memoized(types, path, () => new Set<string>())
  for (const value of values) names.add(typeOf(value))
  if (depth === deepest) return
  const items = someOf(values.flatMap((value) => (Array.isArray(value) ? someOf(value) : [])))
  if (items.length > 0) look(items, `${path}[]`, depth + 1, keyed, types)
  const objects = values.filter((value) => typeOf(value) === 'object') as Record<string, unknown>[]
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  if (keyed.has(path) || keys.length > mostKeys) {
    const all = someOf(objects.flatMap((object) => Object.values(object)))
    if (all.length > 0) look(all, under(path, '*'), depth + 1, keyed, types)
    return
  }
  for (const key of keys) {
    const own = objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key])
    const field = under(path, key.replaceAll(/[.[\]]/g, '_'))
    look(own, field, depth + 1, keyed, types)
    if (own.length < objects.length) types.get(field)!.add('absent')
  }
}

const under = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' ? 'text' : typeof value
}

function someOf<T>(values: readonly T[]): readonly T[] {
  if (values.length <= sampled) return values
  const step = (values.length - 1) / (sampled - 1)
  return Array.from({ length: sampled }, (_, i) => values[Math.round(i * step)]!)
}

/** Columns of CSV, below whatever is above its header. False for text that is not a table. */
function lookAtTable(text: string, types: Map<string, Set<string>>): boolean {
  if (/^\s*</.test(text)) return false
  const lines = linesOf(text)
  const cells = lines.slice(0, headerLines).map((line) => parseCsvLine(line) ?? [])
  const width = Math.max(...cells.map((row) => (row.some((cell) => cell.length > longestName) ? 0 : row.length)))
  const top = cells.findIndex((row) => row.length === width)
  if (width < 2 || cells[top + 1]?.length !== width) return false
  const rows = someOf(lines.slice(top + 1)).flatMap((line) => {
    const row = parseCsvLine(line)
    return row?.length === width ? [row] : []
  })
  types.set('', new Set(['table']))
  cells[top]!.forEach((name, at) => {
    // a column may be named for the day of its vintage
    const field = name
      .trim()
      .replaceAll(/\d{6,}/g, '*')
      .replaceAll(/[.[\]]/g, '_')
    types.set(field === '' ? `column ${at + 1}` : field, new Set(rows.map((row) => cellType(row[at]!))))
  })
  return true
}

/** The first lines of a text, and lines evenly from the rest. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const next = (from: number) => {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? undefined : end).replace(/\r$/, '')
    at = end < 0 ? text.length : end + 1
    if (line.trim() !== '') lines.push(line)
  }
  while (at < text.length && lines.length < headerLines) next(at)
  const step = (text.length - at) / sampled
  for (let from = at; at < text.length; from += step) {
    if (from > at) at = text.indexOf('\n', Math.floor(from)) + 1 || text.length
    if (at < text.length) next(at)
  }
  return lines
}

function cellType(cell: string): string {
  const text = cell.trim()
  if (text === '') return 'empty'
  return Number.isFinite(Number(text.replaceAll(',', ''))) ? 'number' : 'text'
}

/**
 * The kind of request an address is: host, path and query without what changes from one request to the next (runs of three or more digits, dates,
 * numbers, tokens). Requests that differ in what they ask for, such as another series, are different kinds.
 */
export function requestKind(address: string): string {
  const url = new URL(address)
  const query = [...url.searchParams]
    .map(([name, value]) => `${name}=${plainValue.test(value) && !/key|token|cursor/i.test(name) ? value : '*'}`)
    .sort()
    .join('&')
  return `${url.host}${url.pathname.replaceAll(/\d{3,}/g, '*')}${query === '' ? '' : `?${query}`}`
}

/** A word, or words in a list, without a date or a long number. */
const plainValue = /^(?!.*\d{4})[A-Za-z][\w.,:+-]*$/
