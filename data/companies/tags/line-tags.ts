import type { LineId } from '../lines.ts'

/** Concepts in order, the first that a filing states for its own period counts; where it states none, one of each list of `parts`, added up. */
type Concepts = readonly string[] | { readonly tags?: readonly string[]; readonly parts: readonly (readonly string[])[] }

/** Concepts of the lines in the filings of a market. */
export type LineTags = { readonly [Line in LineId]?: Concepts }

/** All concepts of a market. */
export const conceptsOf = (tags: LineTags): ReadonlySet<string> =>
  new Set(Object.values(tags).flatMap((names) => ('parts' in names ? [...(names.tags ?? []), ...names.parts.flat()] : names)))
