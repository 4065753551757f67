import type { Subject } from './subject.ts'

/** What can be said on a day, with what ranks it. */
export interface Fact {
  /** The reading it is about. */
  readonly metric: string
  /** `record` before everything; then `move` by weight. */
  readonly kind: 'record' | 'move'
  readonly weight: number
  /** Size of the strongest move, whenever it became known. */
  readonly strength: number
  /** One sentence with value, unit, day and comparison. */
  readonly text: string
  /** Main clauses for a headline, without the full stop: those of even days and those of odd ones, none in both. */
  readonly clauses: readonly [even: readonly string[], odd: readonly string[]]
  /** The same on a day on which nothing is unusual. */
  readonly quiet?: readonly [even: readonly string[], odd: readonly string[]]
  /** What may follow `while`, longest first. */
  readonly asides: readonly string[]
  /** What it means for what the reading is read for, and which way the reading went; 0 where there is neither. */
  readonly meaning: -1 | 0 | 1
  readonly way: -1 | 0 | 1
}

/** From this weight on a move is unusual. */
export const unusual = 1

/** The share of its strength that a move weighs once its value has been known for a week. */
export const oldShare = 0.5

/** How unusual the moves of a reading are: its largest strength, of a value known for a week or more half of it. */
export function weightOf({ moves, isNews }: Pick<Subject, 'moves' | 'isNews'>): number {
  return (moves[0]?.strength ?? 0) * (isNews ? 1 : oldShare)
}

/** Most unusual first: records that are news, then moves by weight; ties in the order of the briefing. */
export function ranked(facts: readonly Fact[]): Fact[] {
  return [...facts].sort((a, b) => Number(b.kind === 'record') - Number(a.kind === 'record') || b.weight - a.weight)
}
