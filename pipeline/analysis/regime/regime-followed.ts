import { type Column, indexAtOrBefore } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import type { RegimeDays } from './regime-days.ts'
import { type RegimeName, regimeNames } from './regime-forecast.ts'

/** Days a base rate looks ahead, and windows below which none is given. */
export const regimeOutlookDays = 30
export const minimumRegimeWindows = 12

/** A figure with its interval, 95%. */
export interface IntervalEstimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** What followed a regime: the next 30 days of one metric, in percent. */
export interface RegimeOutcome {
  readonly regime: RegimeName | 'any'
  /** Windows that begin on its days, do not overlap and have ended. */
  readonly n: number
  /** Middle of the changes over the next 30 days, percent; null below `minimumScoredWindows`. */
  readonly median: IntervalEstimate | null
  /** Share of them that rose, percent; null below `minimumScoredWindows`. */
  readonly rose: IntervalEstimate | null
}

/**
 * What followed the days of each regime so far, and of any regime: the change of `column` (percent) over the next 30 days, taken every
 * time the 30 days before have passed, so that no two windows of one row overlap. Only windows that have ended count.
 */
export function outcomesByRegime({ first, state }: RegimeDays, column: Column): RegimeOutcome[] {
  return [...regimeNames, 'any' as const].map((regime) => {
    const changes: number[] = []
    let free = Number.NEGATIVE_INFINITY
    for (const [k, index] of state.entries()) {
      const day = first + k
      if (index < 0 || day < free || (regime !== 'any' && regimeNames[index] !== regime)) continue
      const from = indexAtOrBefore(column, day)
      const to = indexAtOrBefore(column, day + regimeOutlookDays)
      if (from < 0 || column.period.at(-1)! < day + regimeOutlookDays || column.value[from]! <= 0) continue
      changes.push(100 * (column.value[to]! / column.value[from]! - 1))
      free = day + regimeOutlookDays
    }
    const n = changes.length
    if (n < minimumRegimeWindows) return { regime, n, median: null, rose: null }
    const risen = changes.filter((change) => change > 0).length
    return { regime, n, median: medianOf(changes.sort((a, b) => a - b)), rose: shareOf(risen, n) }
  })
}

/** Whether what followed a regime is another than what followed any day: the intervals of the medians or of the shares lie apart. */
export function differsFromAnyRegime({ median, rose }: RegimeOutcome, any: RegimeOutcome): boolean {
  const apart = (a: IntervalEstimate | null, b: IntervalEstimate | null) =>
    a !== null && b !== null && (a.low > b.high || a.high < b.low)
  return apart(median, any.median) || apart(rose, any.rose)
}

/**
 * The median with the narrowest interval between two order statistics of equal depth that holds the true one in at least 95% of samples,
 * whatever the distribution: by the binomial distribution of how many of `n` lie below it.
 * @param sorted ascending, six or more
 */
function medianOf(sorted: readonly number[]): IntervalEstimate {
  const n = sorted.length
  let depth = 0
  let chance = 0.5 ** n
  // chance that at most `depth` values lie below the median
  for (let below = chance; below <= 0.025; below += chance) {
    depth++
    chance *= (n - depth + 1) / depth
  }
  const value = (sorted[(n - 1) >> 1]! + sorted[n >> 1]!) / 2
  return { value: rounded(value, 4), low: rounded(sorted[depth - 1]!, 4), high: rounded(sorted[n - depth]!, 4) }
}

/** Normal quantile of 97.5%. */
const quantile = 1.959964

/** A share in percent with Wilson's interval. */
function shareOf(count: number, n: number): IntervalEstimate {
  const share = count / n
  const spread = quantile ** 2 / n
  const middle = (share + spread / 2) / (1 + spread)
  const half = (quantile / (1 + spread)) * Math.sqrt((share * (1 - share)) / n + spread / (4 * n))
  return { value: rounded(100 * share, 4), low: rounded(100 * (middle - half), 4), high: rounded(100 * (middle + half), 4) }
}
