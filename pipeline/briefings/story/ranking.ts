import type { TrendWindow } from '../../documents/reading.ts'
import type { ReadingSubject } from './subject.ts'

export type MoveSign = -1 | 0 | 1

export const signOfChange = (change: number): MoveSign => Math.sign(change) as MoveSign

/** A move too small to count is flat. */
export const directionSigns: Readonly<Record<TrendWindow['direction'], MoveSign>> = { up: 1, flat: 0, down: -1 }

/** What can be said on a day, with what ranks it. */
export interface Fact {
  /** The reading it is about. */
  readonly metric: string
  /** What the sentence is about, so that nothing is set against itself. */
  readonly about: string
  /** A state that `turned` today comes before a `record`, that before the `subject` a briefing is for, and that before any `move`. */
  readonly kind: 'turned' | 'record' | 'subject' | 'move'
  readonly weight: number
  /** Whether it became known within the last seven days. */
  readonly isNews: boolean
  /** Size of the strongest move, whenever it became known. */
  readonly strength: number
  /** One sentence with value, unit, day and comparison. */
  readonly text: string
  /**
   * Main clauses for a headline, without the full stop, each with a figure and its time: those of even days and those of odd ones, none in
   * both.
   */
  readonly clauses: readonly [even: readonly string[], odd: readonly string[]]
  /** The value and its day in a sentence, where a headline has room for no clause. */
  readonly brief?: string
  /** It names two directions itself: nothing is set against it. */
  readonly isSplit?: boolean
  /** What may follow `while`, with a figure, longest first. */
  readonly asides: readonly string[]
  /** What it means for what the reading is read for, and which way the reading went; 0 where there is neither. */
  readonly meaning: MoveSign
  readonly way: MoveSign
}

type Stated = Pick<Fact, 'metric' | 'about' | 'text' | 'clauses'>

/**
 * What a briefing is for, which comes before whatever has moved. Where `way` is given and `meaning` is not, the reading is good for what it is
 * read for where it rises.
 */
export function subjectFact(fact: Stated & Partial<Omit<Fact, 'kind'>>): Fact {
  const { way = 0 } = fact
  return { kind: 'subject', isNews: true, weight: 0, strength: 0, asides: [], meaning: way, ...fact, way }
}

/** From this weight on a move is unusual. */
export const unusualWeight = 1

/** The share of its strength that a move weighs once its value has been known for a week. */
const oldShare = 0.5

/** What a level within the top or bottom twentieth of the last 90 days weighs at least. */
const extremeWeight = 0.75

/** Whether a percentile lies at one of the two ends of the last 90 days: 1 high, -1 low. */
export function percentileExtreme(percentile: { readonly value: number } | null): -1 | 0 | 1 {
  if (percentile === null) return 0
  return percentile.value >= 95 ? 1 : percentile.value <= 5 ? -1 : 0
}

/** How unusual a reading is: its largest strength or the weight of an extreme level; of a value known for a week or more half of that. */
export function unusualnessOf({ moves, isNews, reading }: Pick<ReadingSubject, 'moves' | 'isNews' | 'reading'>): number {
  const level = percentileExtreme(reading.percentile_90d) === 0 ? 0 : extremeWeight
  return Math.max(moves[0]?.strength ?? 0, level) * (isNews ? 1 : oldShare)
}

const tiers = { turned: 0, record: 1, subject: 2, move: 3 } as const

/**
 * The fact that opens the briefing, then records that are news and moves; each most unusual first, ties in the order of the briefing.
 *
 * @param opens whether a fact may open it; where none may, the first of all does
 */
export function rankFacts(facts: readonly Fact[], opens: (fact: Fact) => boolean): Fact[] {
  const byTier = (a: Fact, b: Fact) => tiers[a.kind] - tiers[b.kind] || b.weight - a.weight
  const [first] = facts.filter(opens).sort(byTier)
  const sorted = [...facts].sort(byTier)
  return first === undefined ? sorted : [first, ...sorted.filter((fact) => fact !== first)]
}
