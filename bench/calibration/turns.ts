import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest } from '../../pipeline/analysis/past.ts'
import type { Sign } from '../../pipeline/analysis/signal.ts'
import type { Column } from '../../pipeline/values/column.ts'

/** The way of the signal at each entry of a column; null where there is none. */
export function waysOf(metric: MetricFacts, column: Column): (Sign | null)[] {
  const ways = new Array<Sign | null>(column.period.length).fill(null)
  for (const [from, way] of new SignalBacktest(metric).runs(column, column.period.length - 1)) ways.fill(way, from)
  return ways
}

/** How often a year the signal changed from day `since` on; null of less than two years. */
export function changesAYear({ period }: Column, ways: readonly (Sign | null)[], since: number): number | null {
  const signals = ways.flatMap((way, i) => (way === null || period[i]! < since ? [] : [{ way, day: period[i]! }]))
  const years = ((signals.at(-1)?.day ?? 0) - (signals[0]?.day ?? 0)) / 365.25
  return years < 2 ? null : signals.filter(({ way }, i) => i > 0 && way !== signals[i - 1]!.way).length / years
}

/** Entries to either side among which a value is the highest or the lowest to be a turn. */
const around = 30
/** Entries within which the signal must follow. */
const reach = 60

/** Days from each turn of a series since 2006 (an extreme of 30 entries either way) until the signal points the new way. */
export function lagsOf({ period, value }: Column, ways: readonly (Sign | null)[]): number[] {
  const lags: number[] = []
  for (let i = 3 * around; i < value.length - reach; i++) {
    if (period[i]! < firstDay) continue
    const near = value.subarray(i - around, i + around + 1)
    const isTop = near.every((other) => other <= value[i]!)
    const isBottom = near.every((other) => other >= value[i]!)
    if (isTop === isBottom) continue
    const followed = ways.indexOf(isTop ? -1 : 1, i)
    if (followed >= 0 && followed < i + reach) lags.push(period[followed]! - period[i]!)
  }
  return lags
}

const firstDay = Date.UTC(2006, 0, 1) / 86_400_000

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
}
