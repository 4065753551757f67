import type { Formula } from './formula.ts'
import { sameDay } from './same-day.ts'

/** Percent a year that a position pays, from what it paid on one day: a day's payments are added up, however many there were. */
export const annualFunding: Formula = sameDay(
  (paid) => `100 x 365 x ${paid}`,
  ([paid]) => 100 * 365 * paid!,
)
