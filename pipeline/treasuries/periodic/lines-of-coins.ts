import type { Fact } from '../../filings/fact.ts'
import type { Check } from '../extraction.ts'
import type { BalanceDay } from './balance-day.ts'
import { placeOf, wordsOf } from './scope.ts'
import { sheetLines } from './sheet.ts'

const coins = /\b(?:bitcoins?|btc|crypto|digital assets?)\b/u
const receivable = /\breceivables?\b/u
const restricted = /\b(?:restricted|pledged|collateral)\b/u
/** The lines of a balance sheet are rounded, and so is their sum. */
const tolerance = 0.01

/** Lines of the balance sheet that carry coins: of the filer's own, those of them that are restricted, and what others owe it in coins. */
export interface LinesOfCoins {
  readonly own: readonly Fact[]
  readonly restricted: readonly Fact[]
  readonly receivable: readonly Fact[]
}

export function linesOfCoins(day: BalanceDay): LinesOfCoins {
  const lines = sheetLines(day).filter(({ concept, number }) => coins.test(wordsOf(concept)) && number !== null && number > 0)
  const own = lines.filter(({ concept }) => !receivable.test(wordsOf(concept)))
  return {
    own,
    restricted: own.filter(({ concept, place }) => restricted.test(`${wordsOf(concept)} ${place.label.toLowerCase()}`)),
    receivable: lines.filter(({ concept }) => receivable.test(wordsOf(concept))),
  }
}

/**
 * Where restricted coins stand on a line of their own, the value that bears a count out must be that of both lines: else the count may
 * leave them out. No check where there is no such line.
 */
export function restrictedCheck({ own, restricted: apart }: LinesOfCoins, value: number | null): Check[] {
  const [line] = apart
  if (line === undefined) return []
  const sum = own.reduce((total, { number }) => total + (number ?? 0), 0)
  const passed = value !== null && Math.abs(value / sum - 1) <= tolerance
  return [
    {
      name: 'restricted',
      passed,
      detail: `${placeOf(line)} is a line of its own; all lines of coins make ${sum}, the value compared is ${value ?? 'none'}`,
    },
  ]
}

/** Coins that left the balance sheet for a receivable: what the filer says it holds does not count them. */
export function receivableNote({ receivable: [line] }: LinesOfCoins): string[] {
  return line === undefined ? [] : [`not in it: a receivable of ${line.value} dollars (${placeOf(line)})`]
}
