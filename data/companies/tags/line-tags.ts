import type { LineId } from '../lines.ts'

/**
 * Concepts of the lines in the filings of a market, in order: the first that a filing states for its own period counts. Of `parts` one of each
 * list is added up.
 */
export type LineTags = { readonly [Line in LineId]?: readonly string[] | { readonly parts: readonly (readonly string[])[] } }

/** All concepts of a market. */
export const conceptsOf = (tags: LineTags): ReadonlySet<string> =>
  new Set(Object.values(tags).flatMap((names) => ('parts' in names ? names.parts.flat() : names)))
