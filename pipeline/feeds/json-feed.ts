import type { Series } from '../../data/series.ts'
import { bodyArray, bodyError, bodyObject } from './body.ts'
import type { RowFeed } from './feed.ts'
import {
  type BodyContents,
  emptyBodyError,
  feedOf,
  type RowFault,
  type SeriesSource,
  type SeriesValue,
  type Sightings,
} from './sightings.ts'

/** An object of a JSON answer, or an array by the numbers of its members. */
export type Item = Readonly<Record<string, unknown>>

/** An object by its fields; without any for what is not an object. */
export const itemOf = (raw: unknown): Item => (typeof raw === 'object' && raw !== null ? raw : {}) as Item

/** The texts of an object by the names of its fields, without the spaces around them; empty for any other value. */
export function jsonItemTexts(raw: unknown): (name: string) => string {
  const item = itemOf(raw)
  return (name) => {
    const value = item[name]
    return typeof value === 'string' ? value.trim() : ''
  }
}

/** The value of a field whatever it is: a text as it is, a number as JSON spells it; null for anything else. */
const written = {
  text: (value: unknown) => (typeof value === 'string' ? value : null),
  number: (value: unknown) => (typeof value === 'number' ? String(value) : null),
  either: (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value) : null),
}

interface Answer {
  /** Path to the array of rows, such as `pd.timeseries`; empty where the body is that array. Or the array itself, null where it is missing. */
  readonly rows: string | ((answer: Item, url: URL) => unknown)
  /** The error that an answer with status 200 states, null where it states none. */
  readonly error?: (answer: Item) => string | null
  /** Why an answer has no rows, where more can be said than that there is no array. */
  readonly absent?: (answer: Item, url: URL) => string
  /** Why the answer is not whole, by what it announces; null where it is. */
  readonly cut?: (answer: Item, rows: readonly unknown[], url: URL) => string | null
  /** Codes of refusals of an answer without rows, and of one that is not whole, where they are not the usual ones. */
  readonly codes?: { readonly absent: string; readonly cut?: string }
  /** What the answer is about instead: another unit or series; null where it is what was asked for. */
  readonly fault?: (answer: Item, rows: readonly unknown[]) => string | null
  /** What the answer leads to, such as the page after this one. */
  readonly next?: (answer: Item, rows: readonly unknown[], url: URL) => BodyContents['next']
  /** The values of all rows may be missing. */
  readonly mayBeMissing?: true
}

interface RowByRow {
  /** The error text for an answer without rows, such as `no rates`; null if an answer may be empty. */
  readonly emptyMessage: string | ((url: URL) => string | null)
  /** Field of the day as `YYYY-MM-DD`, or the day of a row; null for a row without one. */
  readonly date: string | ((row: Item) => string | null)
  /** The values of a row, or what is wrong with it: of another series, in another unit. */
  readonly values: (row: Item, sightings: Sightings, answer: Item) => readonly SeriesValue[] | RowFault
  /** How values are written; as texts where nothing is stated. */
  readonly written?: keyof typeof written
  /** How a missing value is written. */
  readonly missing?: readonly unknown[]
  /** The series that rejected rows belong to, where all are of one. */
  readonly series?: Series | ((url: URL) => Series)
}

/** Values that follow from several rows, and rows of other tables than that of values. */
interface AllTogether {
  /** As in `RowByRow`; an answer may be empty where it is left out. */
  readonly emptyMessage?: string
  readonly read: (rows: readonly unknown[], sightings: Sightings, answer: Item) => BodyContents | undefined
}

/**
 * A feed of rows in a JSON answer that is an array, or has one. A row without a day, or with a value that is not written as it
 * should be, is rejected; an answer without the array, with an error in it, cut, or without any value is refused.
 */
export function jsonFeed(format: SeriesSource & Answer & (RowByRow | AllTogether)): RowFeed {
  const { id, codes } = format
  return feedOf(format, (body, sightings) => {
    const { url } = sightings
    const { emptyMessage = null } = format
    const none = typeof emptyMessage === 'function' ? emptyMessage(url) : emptyMessage
    const answer = format.rows === '' ? {} : bodyObject(body, id)
    const error = format.error?.(answer) ?? null
    if (error !== null) throw bodyError(id, 'UPSTREAM_SAYS', `the upstream answered: ${error.slice(0, 200)}`)
    const rows = format.rows === '' ? bodyArray(body, id) : rowsIn(answer, format.rows, url)
    if (!Array.isArray(rows)) {
      const path = typeof format.rows === 'string' ? `"${format.rows}"` : 'of rows'
      throw bodyError(id, codes?.absent ?? 'DATA_MISSING', format.absent?.(answer, url) ?? `no array ${path}`)
    }
    const cut = format.cut?.(answer, rows, url) ?? null
    if (cut !== null) throw bodyError(id, codes?.cut ?? 'BODY_CUT', cut)
    if (rows.length === 0 && none !== null) throw emptyBodyError(id, none)
    const fault = format.fault?.(answer, rows) ?? null
    if (fault !== null) throw bodyError(id, 'HEADER', fault)
    const contents = 'read' in format ? format.read(rows, sightings, answer) : undefined
    if ('values' in format) for (const raw of rows) readRow(format, raw, sightings, answer)
    const read = sightings.parsed(format.mayBeMissing ? null : none)
    const next = [...(contents?.next ?? []), ...(format.next?.(answer, rows, url) ?? [])]
    return { ...contents, rows: { ...read.rows, ...contents?.rows }, rejected: read.rejected, next }
  })
}

const rowsIn = (answer: Item, rows: Answer['rows'], url: URL): unknown =>
  typeof rows === 'function' ? rows(answer, url) : rows.split('.').reduce<unknown>((value, name) => itemOf(value)[name], answer)

function readRow(format: RowByRow, raw: unknown, sightings: Sightings, answer: Item): void {
  const { date: field, missing = [], series, written: how = 'text' } = format
  const row = itemOf(raw)
  const date = typeof field === 'function' ? field(row) : written.text(row[field])
  const own = (typeof series === 'function' ? series(sightings.url) : series) ?? null
  const values = date === null ? { rule: 'row', reason: 'no day' } : format.values(row, sightings, answer)
  if ('rule' in values) sightings.reject(own, values.rule, values.reason, raw)
  else
    for (const [each, value, times] of values) {
      if (missing.includes(value)) continue
      const text = written[how](value)
      if (text === null) sightings.reject(each, 'row', `no ${how === 'either' ? 'value' : how}`, raw)
      else sightings.add(each, date!, text, times)
    }
}
