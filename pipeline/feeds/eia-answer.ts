import { ParseError } from '../errors.ts'
import { objectOf } from './body.ts'

/** Most rows of an answer. */
export const mostRows = 5_000

/**
 * The rows of an answer of the EIA's API, version 2 (eia.gov/opendata/documentation.php): `total` is a text on most routes and counts all
 * pages, a value is a text on most routes and a number on others.
 */
export function rowsOf(
  body: Uint8Array,
  feed: string,
): { readonly rows: readonly Record<string, unknown>[]; readonly total: number } {
  const { response, error } = objectOf(body, feed)
  if (typeof error === 'object' && error !== null)
    throw new ParseError('UPSTREAM_SAYS', `${feed}: the EIA answered: ${JSON.stringify(error).slice(0, 200)}`, { feed })
  const { data, total } = (response ?? {}) as Record<string, unknown>
  const count = Number(total)
  if (!Array.isArray(data) || !Number.isInteger(count))
    throw new ParseError('DATA_MISSING', `${feed}: no array "response.data" with its total`, { feed })
  if (data.length === 0) throw new ParseError('PAGE_EMPTY', `${feed}: no rows, although some were due`, { feed })
  if (data.length > count)
    throw new ParseError('BODY_CUT', `${feed}: ${data.length} rows where ${count} were announced`, { feed })
  const rows = data.map((item: unknown) => (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>)
  return { rows, total: count }
}

/** A value as the text it was written with; null for a missing one, undefined for what is not a value. */
export function valueText(value: unknown): string | null | undefined {
  if (value === null || value === '' || value === 'NA') return null
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}
