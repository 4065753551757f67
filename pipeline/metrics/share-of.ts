import type { Formula } from './formula.ts'
import { sameDay } from './same-day.ts'

/** Percent that the first is of the second, on the periods both have; no value where the second is zero or below. */
export const shareOf: Formula = sameDay(
  (part, whole) => `100 x ${part} / ${whole}, same period`,
  ([part, whole]) => (whole! > 0 ? (100 * part!) / whole! : null),
)
