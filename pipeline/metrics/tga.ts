import type { Formula } from './formula.ts'
import { thousandth } from './thousandth.ts'

/** The Wednesday level where it is known, else the week average, which is another thing and says so. Never a mixture of the two. */
export const tga: Formula = ([level, average], metric) => {
  if (level) return thousandth([level], metric)
  const calculated = thousandth([average ?? null], metric)
  return (
    calculated && {
      ...calculated,
      words: `${calculated.words} (week average)`,
      notes: () => ['The account is the week average (WTREGEN), not the Wednesday level.'],
    }
  )
}
