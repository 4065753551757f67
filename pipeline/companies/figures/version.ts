import { type LineId, lines } from '../../../data/companies/lines.ts'
import type { LineSpan, LineVersion } from '../../tables/company.ts'

export type { LineSpan as Span } from '../../tables/company.ts'

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
export interface OmittedFigure {
  readonly lines: readonly LineId[]
  /** Last day of the period; null for every period. */
  readonly to: number | null
  readonly what: string
  readonly why: string
}

/** More days than a period can end on. */
const days = 2 ** 22
const spans: readonly LineSpan[] = ['year', 'half', 'nine_months', 'quarter', 'instant', 'other']
const places = new Map<LineId, number>(lines.map(({ line }, at) => [line, at]))

/** One number for a line and a period of it: a text would have to be made and hashed for each of some thousand values. */
export function keyOf({ line, span, to }: Pick<Version, 'line' | 'span' | 'to'>): number {
  // figures kept by an earlier version may have a line that there is no more
  const place = places.get(line) ?? places.set(line, places.size).size - 1
  return (place * spans.length + spans.indexOf(span)) * days + to
}
