import type { Formula } from './formula.ts'
import { sameDay } from './same-day.ts'

/** The first divided by the second, on the periods both have; no value where the second is zero or below. */
export const ratio: Formula = sameDay(
  (first, second) => `${first} / ${second}, same period`,
  ([first, second]) => (second! > 0 ? first! / second! : null),
)
