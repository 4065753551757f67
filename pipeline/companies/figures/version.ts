import type { LineId } from '../../../data/companies/lines.ts'

/** Spans by days; an instant is a balance sheet day. */
export type Span = 'year' | 'half' | 'nine_months' | 'quarter' | 'instant'

/** A value that a line of a period has had, as a filing states it: a row of `company_line`. Days are day numbers. */
export interface Version {
  readonly line: LineId
  readonly span: Span
  /** First day; null for an instant. */
  readonly from: number | null
  readonly to: number
  /** ISO code of the currency, with `/shares` for an amount per share; or `shares`. */
  readonly unit: string
  readonly value: number
  readonly concept: string
  /** Filed under the concept that the filing uses for its own period. */
  readonly firm: boolean
  readonly filing: string
  readonly form: string
  /** Day it was filed, in the time zone of the market. */
  readonly known: number
  /** Fiscal year of the filing, where the period is the filing's own. */
  readonly fiscalYear: number | null
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
