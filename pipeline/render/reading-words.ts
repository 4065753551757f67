import { levelText } from '../analysis/amounts.ts'
import { nearLevel } from '../analysis/hysteresis.ts'
import type { Reading, Signal, Turn } from '../documents/reading.ts'
import { dayInWords, monthInWords } from './day-words.ts'

/** `bullish for bonds`; `rising`, `falling` or `steady` where it is disputed for whom a rise is good. */
export function signalInWords({ direction, moving, polarity, for: whom }: Signal): string {
  if (polarity === 'none') return moving
  return direction === 'neutral' || whom === null ? direction : `${direction} for ${whom}`
}

/** `highest since October 2023`, `largest fall over 4 weeks since March 2022`; `beside`: the day of the document. */
export function recordInWords(
  { kind, window, since }: NonNullable<Reading['record']>,
  { trend }: Pick<Reading, 'trend'>,
  beside: string,
): string {
  const span = window === null ? undefined : trend[window]?.span
  const day = since.slice(0, 4) === beside.slice(0, 4) ? dayInWords(since, beside) : monthInWords(since)
  return `${kind.replace('_', ' ')}${span === undefined ? '' : ` over ${span}`} since ${day}`
}

/** `at 4.46% or higher at the next release`, `at 119.9 or lower for a week`. */
export function levelInWords(metric: string, turn: Pick<Turn, 'side' | 'value' | 'held'>, unit: string): string {
  const level = levelText(metric, turn, unit)
  const where =
    nearLevel(turn.value) === null ? `at ${level} or ${turn.side === 'above' ? 'higher' : 'lower'}` : `${turn.side} ${level}`
  return `${where} ${turn.held === 'week' ? 'for a week' : 'at the next release'}`
}
