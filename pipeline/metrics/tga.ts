import type { Formula } from './formula.ts'
import { thousandth } from './thousandth.ts'

/** The Wednesday level where it is known, else the weekly average, which is another thing and says so. Never a mixture of the two. */
export const tga: Formula = ([level, average], metric) => {
  if (level) return thousandth([level], metric)
  const calculated = thousandth([average ?? null], metric)
  return (
    calculated && {
      ...calculated,
      words: `${calculated.words} (weekly average)`,
      notes: () => ['The account balance is the weekly average (WTREGEN), not the Wednesday level.'],
    }
  )
}
