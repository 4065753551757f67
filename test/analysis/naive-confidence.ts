import { changeBetween } from '../../pipeline/analysis/changes.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { rhythmOf, windowDays } from '../../pipeline/analysis/rhythm.ts'
import { signalOf } from '../../pipeline/analysis/signal.ts'
import type { Column } from '../../pipeline/column.ts'
import { naiveTrend } from './naive-strength.ts'

const names = ['7d', '30d', '90d'] as const
const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

interface Past {
  readonly kind: readonly [string, string, string]
  readonly usual: number
  /** What became of it by the end of the column, with the day that was known. */
  readonly outcome: { readonly held: boolean; readonly windows: number; readonly known: number } | null
}

/** The score at every entry as docs/methodology.md states it, from the plain statistics of each day and with no state between days. */
export function naiveScores(metric: MetricFacts, column: Column): (number | null)[] {
  const days = windowDays[metric.window]
  const { period } = column
  const newest = (day: number) => period.findLastIndex((at) => at <= day)
  const change = (from: number, to: number) => changeBetween(column.value[from]!, column.value[to]!, metric.change)

  const pasts = Array.from(period, (day, i): Past | null => {
    const trend = naiveTrend(column, i, metric.change, rhythmOf(metric.cadence).changes)
    const signal = signalOf(trend, metric.window, metric.polarity)
    if (signal === null) return null
    const strength = trend[metric.window]!.strength!
    const up = signal.direction === 'bullish' ? metric.polarity === 'higher_is_bullish' : metric.polarity === 'lower_is_bullish'
    const others = names.filter((name) => name !== metric.window).map((name) => trend[name]?.strength ?? null)
    const agreement = others.filter((other) => {
      if (other === null) return false
      if (signal.direction === 'neutral') return Math.abs(other) < 0.5
      return up ? other >= 0.5 : other <= -0.5
    }).length
    const size = [0.25, 0.5, 1, 2].filter((step) => Math.abs(strength) >= step).length
    const kind = [signal.direction, `${signal.direction} ${agreement}`, `${signal.direction} ${agreement} ${size}`] as const

    const reached = period.findIndex((at) => at >= day + days)
    const end = newest(day + days)
    const next = change(i, end)
    let outcome: Past['outcome'] = null
    if (reached >= 0 && end > i && !Number.isNaN(next)) {
      const usual: number[] = []
      for (let k = 0; k < i; k++) {
        const from = newest(period[k]! - days)
        if (from >= 0 && period[k]! >= day - 1_095 && !Number.isNaN(change(from, k))) usual.push(change(from, k))
      }
      const middle = median(usual)
      const spread = 1.4826 * median(usual.map((value) => Math.abs(value - middle)))
      const direction = trendDirection(column, i, end, metric)
      const held = signal.direction === 'neutral' ? Math.abs(next - middle) < 0.5 * spread : direction === (up ? 'up' : 'down')
      outcome = { held, windows: 1 / (end - i), known: period[reached]! }
    }
    return { kind, usual: signal.direction === 'neutral' ? 0.4 : 0.5, outcome }
  })

  const said: { base: number; alike: number; scored: boolean }[] = []
  return Array.from(period, (day, i) => {
    const past = pasts[i]!
    if (past === null) {
      said.push({ base: Number.NaN, alike: Number.NaN, scored: false })
      return null
    }
    const known = pasts.slice(0, i).flatMap((one, k) => (one?.outcome && one.outcome.known <= day ? [{ ...one, k }] : []))
    const weighed = (level: number) =>
      known
        .filter((one) => one.kind[level] === past.kind[level])
        .map(({ outcome }) => ({ held: outcome!.held, weight: outcome!.windows * 0.5 ** ((day - outcome!.known) / (60 * days)) }))
    const rate = (level: number, towards: number) => {
      const own = weighed(level)
      const hits = sum(own.filter(({ held }) => held).map(({ weight }) => weight))
      return (hits + 20 * towards) / (sum(own.map(({ weight }) => weight)) + 20)
    }
    const base = rate(0, past.usual)
    const alike = rate(2, rate(1, base))
    const scored = sum(weighed(0).map(({ weight }) => weight)) >= 10
    said.push({ base, alike, scored })
    const judged = known.filter(({ k }) => said[k]!.scored)
    const loss = (which: 'base' | 'alike') =>
      sum(judged.map(({ k, outcome }) => (said[k]![which] - (outcome!.held ? 1 : 0)) ** 2))
    return scored ? 100 * (loss('alike') < loss('base') ? alike : base) : null
  })
}

function trendDirection(column: Column, from: number, to: number, metric: MetricFacts): string {
  const pair = { ...column, period: Int32Array.of(0, 7), value: Float64Array.of(column.value[from]!, column.value[to]!) }
  return naiveTrend(pair, 1, metric.change, 1)['7d']!.direction
}
