import { type Column, indexAtOrBefore } from './column.ts'

/** How far, in logarithms, a move may be from the ratio of a split: a share moves on that day too. */
const wholeTolerance = 0.05
const partTolerance = 0.03
/** Fractional ratios of splits, new shares for an old share. Consolidations have whole ratios. */
const parts = [5 / 2, 5 / 3, 3 / 2, 4 / 3, 5 / 4] as const

/** The ratio of the split that a close divided by the next close looks like; null if it looks like none. */
function splitLike(multiple: number): number | null {
  const whole = Math.round(Math.max(multiple, 1 / multiple))
  const ratio = multiple < 1 ? 1 / whole : whole
  if (whole >= 2 && isNear(multiple, ratio, wholeTolerance)) return ratio
  return parts.find((part) => isNear(multiple, part, partTolerance)) ?? null
}

export const isNear = (multiple: number, ratio: number, tolerance = partTolerance): boolean =>
  Math.abs(Math.log(multiple / ratio)) <= tolerance

/** A session whose close is that of the session before it over the ratio of a split. Days are day numbers. */
export interface SplitJump {
  readonly day: number
  readonly ratio: number
}

/**
 * The jumps after a day until another that look like splits, but for those declared: a count of the first day and a close of the second
 * are then not of the same shares.
 *
 * @param sessions first sessions of the splits that are declared
 * @param expected how much of a fall the market explains, between two sessions
 */
export function undeclaredJumps(
  { period, value }: Pick<Column, 'period' | 'value'>,
  [after, until]: readonly [after: number, until: number],
  sessions: readonly number[],
  expected: (before: number, day: number) => number = () => 1,
): SplitJump[] {
  const jumps: SplitJump[] = []
  for (let at = Math.max(1, indexAtOrBefore({ period }, after) + 1); at < period.length && period[at]! <= until; at++) {
    const [before, day] = [period[at - 1]!, period[at]!]
    const ratio = splitLike(value[at - 1]! / value[at]! / expected(before, day))
    if (ratio !== null && !sessions.some((session) => before < session && session <= day)) jumps.push({ day, ratio })
  }
  return jumps
}
