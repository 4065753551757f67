import type { BalanceDay } from '../../companies/balance-day.ts'
import { factPlaceText, wordsOf } from '../../companies/fact.ts'
import { sheetLines } from '../../companies/markets/sec-sheet.ts'
import type { Fact } from '../../filings/fact.ts'
import type { CountCheck } from '../extraction.ts'

const coins = /\b(?:bitcoins?|btc|crypto|digital assets?)\b/u
const receivable = /\breceivables?\b/u
const restricted = /\b(?:restricted|pledged|collateral)\b/u
/** Words of a line that tells what is in the one above it, and adds nothing. */
const within = /\b(?:of which|thereof|including|includes|included|portion of)\b/u
const subtotals = new Set(['us-gaap:AssetsCurrent', 'us-gaap:AssetsNoncurrent'])
/** The lines of a balance sheet are rounded, and so is their sum. */
const tolerance = 0.01

/** Lines of the balance sheet that carry coins: those of the filer's own that are restricted, and what others owe it in coins. */
export interface LinesOfCoins {
  readonly restricted: readonly Fact[]
  readonly receivable: readonly Fact[]
  /** All coins of its own, in dollars, each once. */
  readonly total: number
}

export function linesOfCoins(day: BalanceDay): LinesOfCoins {
  const sheet = sheetLines(day)
  const lines = sheet.filter(({ concept, number }) => coins.test(wordsOf(concept)) && number !== null && number > 0)
  const own = withoutTotal(once(lines.filter(({ concept }) => !receivable.test(wordsOf(concept)))))
  const apart = own.filter((line) => restricted.test(wordsBeside(line)))
  const parts = apart.filter((line) => within.test(line.place.label.toLowerCase()))
  const inside = parts.length > 0 ? parts : countedTwice(sheet, apart) ? apart : []
  return {
    restricted: apart,
    receivable: lines.filter(({ concept }) => receivable.test(wordsOf(concept))),
    total: sumOf(own.filter((line) => !inside.includes(line))),
  }
}

function wordsBeside({ concept, place }: Fact): string {
  return `${wordsOf(concept)} ${place.label.toLowerCase()}`
}

/** A line that appears twice is one. */
function once(lines: readonly Fact[]): Fact[] {
  return lines.filter(
    (line, at) => lines.findIndex((other) => other.concept === line.concept && other.number === line.number) === at,
  )
}

/** A line that is what all others make is their total. */
function withoutTotal(lines: readonly Fact[]): Fact[] {
  return lines.length < 3 ? [...lines] : lines.filter((line) => Math.abs(sumOf(lines) - 2 * line.number!) > slack(lines))
}

/** Whether the assets add up to their total only without these lines: then each is part of another line, and is not added. */
function countedTwice(sheet: readonly Fact[], some: readonly Fact[]): boolean {
  const end = sheet.findIndex(({ concept }) => concept === 'us-gaap:Assets')
  const total = sheet[end]?.number
  if (some.length === 0 || total == null) return false
  const lines = once(sheet.slice(0, end).filter(({ concept }) => !subtotals.has(concept)))
  return Math.abs(sumOf(lines) - sumOf(some) - total) <= slack(lines)
}

/** What the rounding of lines can make: a unit of each. */
function slack(lines: readonly Fact[]): number {
  const unit = [1_000_000, 1_000].find((size) => lines.every(({ number }) => (number ?? 0) % size === 0)) ?? 1
  return unit * lines.length
}

function sumOf(lines: readonly Fact[]): number {
  return lines.reduce((sum, { number }) => sum + (number ?? 0), 0)
}

/**
 * Where restricted coins stand on their own line, the value that confirms a count must be that of all coins: else the count may leave
 * them out. A line that only tells what part of another is restricted adds nothing to it. No check where there is no such line.
 */
export function restrictedCheck({ restricted: [line], total }: LinesOfCoins, value: number | null): CountCheck[] {
  if (line === undefined) return []
  const passed = value !== null && Math.abs(value / total - 1) <= tolerance
  return [
    {
      name: 'restricted',
      passed,
      detail: `${factPlaceText(line)} is a separate line; all coin lines add up to ${total}, the value compared is ${value ?? 'none'}`,
    },
  ]
}

/** Coins that left the balance sheet for a receivable: what the filer says it holds does not count them. */
export function receivableNote({ receivable: [line] }: LinesOfCoins): string[] {
  return line === undefined ? [] : [`excluded: a receivable of ${line.value} dollars (${factPlaceText(line)})`]
}
