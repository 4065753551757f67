import type { LineId } from '../../../data/companies/lines.ts'
import type { LineVersion } from '../../warehouse/tables/company.ts'

export type { LineSpan as Span } from '../../warehouse/tables/company.ts'

export interface Version extends LineVersion {
  /** How the value differs from the one that is filed, in words; left out where it does not. */
  readonly meant?: string
}

/** A value as it stood on a day. */
export interface Figure extends Omit<Version, 'fiscalYear'> {
  /** What was stated before, where a later filing states something else. */
  readonly restated: { readonly was: number; readonly since: number } | null
  /** How it follows from filed values, in words; null where it is filed. */
  readonly derived: string | null
}

/** What is not served, and why. */
export interface LeftOut {
  readonly lines: readonly LineId[]
  /** Last day of the period; null for every period. */
  readonly to: number | null
  readonly what: string
  readonly why: string
}

/** Items by what they share, each list in their order. */
export function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
