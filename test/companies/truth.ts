import { readFileSync } from 'node:fs'
import type { LineId, StatementShape } from '../../data/companies/lines.ts'

/**
 * A fact as somebody read it in a filing: line, period (`FY2025`, `FY2025 Q4`, a balance sheet day), value, place (statement and label of
 * the row, or the concept in the body of facts), quote as printed, unit where it is not USD. A quote of two numbers is a difference
 * or sum that the reader worked out.
 */
export type Fact = readonly [line: LineId, period: string, value: number, place: string, quote: string, unit?: string]

/** Facts stated in one filing, or following from it and an earlier one. */
export interface Reading {
  /** What is hard about it. */
  readonly why?: string
  readonly company: string
  readonly filing: string
  /** Day from which they are known. */
  readonly known: string
  readonly shape?: StatementShape
  /** Recorded document, where it was read there and not in the body of facts. */
  readonly document?: string
  readonly facts: readonly Fact[]
}

export const readings = JSON.parse(readFileSync(new URL('truth.json', import.meta.url), 'utf8')) as readonly Reading[]
