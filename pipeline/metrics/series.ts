import type { Formula } from './formula.ts'

/** The series itself, as its source gives it. */
export const series: Formula = ([of]) => of ?? null
