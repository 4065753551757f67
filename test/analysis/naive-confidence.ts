import { changeBetween } from '../../pipeline/analysis/changes.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { coefficients } from '../../pipeline/analysis/probability.ts'
import { rhythmOf } from '../../pipeline/analysis/rhythm.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { naiveStrength, naiveTrend } from './naive-strength.ts'

const names = ['7d', '30d', '90d'] as const
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length)
const within = (value: number, size: number): number => Math.max(-size, Math.min(size, value))

/** 1 at the highest value of a year, -1 at the lowest, else 0: also of a series of which most of the last 24 values were such. */
function naiveExtremes({ period, value }: Column): (-1 | 0 | 1)[] {
  const extremes = Array.from(value, (own, i): -1 | 0 | 1 => {
    const others = Array.from(value.slice(0, i)).filter((_, k) => period[k]! > period[i]! - 365)
    if (others.length === 0 || period[i]! - period[0]! < 365) return 0
    if (own > Math.max(...others)) return 1
    return own < Math.min(...others) ? -1 : 0
  })
  return extremes.map((side, i) => {
    const alike = extremes.slice(Math.max(0, i - 23), i + 1).filter((each) => each === side)
    return alike.length < 12 ? side : 0
  })
}

/** Which way the signal of every entry points, null where there is none, as docs/methodology.md states it. */
export function naiveWays(metric: MetricFacts, column: Column): (-1 | 0 | 1 | null)[] {
  const extremes = naiveExtremes(column)
  const { windows, deciding, changes } = rhythmOf(metric.cadence)
  const { period, value } = column
  const shortest = names.filter((name) => windows[name] !== null).slice(0, 2)
  const changesAt = (i: number): number[] =>
    shortest.flatMap((name) => {
      const { days, longest } = windows[name]!
      const from = period.findLastIndex((day) => day <= period[i]! - days)
      return from < 0 || period[i]! - period[from]! > longest ? [] : [value[i]! - value[from]!]
    })
  const stepBefore = (i: number): number =>
    mean(
      Array.from(value.slice(Math.max(0, i - 64), i), Number).flatMap((own, k, all) =>
        k === 0 ? [] : [Math.abs(own - all[k - 1]!)],
      ),
    )
  const pulls = Array.from(period, (_, i) => {
    const trend = naiveTrend(column, i, metric.change, changes, metric.cadence)
    const strong = deciding.flatMap((name) => {
      const strength = naiveStrength(column, i, windows[name], metric.change, changes)
      if (strength.z === null) return []
      const from = period.findIndex(
        (_, k) => trend[name]!.from.value === column.value[k] && isDay(trend[name]!.from.period, period[k]!),
      )
      return [{ z: strength.z, move: changeBetween(column.value[from]!, column.value[i]!, metric.change) }]
    })
    return strong.length === 0 ? null : { z: mean(strong.map(({ z }) => z)), move: mean(strong.map(({ move }) => move)) }
  })
  let before: -1 | 0 | 1 = 0
  let extreme: { side: -1 | 1; ends: number } | null = null
  return pulls.map((pull, i) => {
    if (pull === null) {
      before = 0
      extreme = null
      return null
    }
    const week = pulls.slice(0, i + 1).filter((each, k) => each !== null && period[k]! > period[i]! - 7) as {
      z: number
      move: number
    }[]
    const [z, move] = [mean(week.map((each) => each.z)), mean(week.map((each) => each.move))]
    const moved = changesAt(i)
    const contradicts = (side: number) => moved.length > 0 && moved.every((change) => side * change < 0)
    const side = extremes[i]!
    if (side !== 0) extreme = { side, ends: value[i]! - side * 1.5 * stepBefore(i) }
    else if (extreme !== null && (contradicts(extreme.side) || extreme.side * (value[i]! - extreme.ends) <= 0)) extreme = null
    if (z > 0 && move > 0 && (z >= 0.7 || before === 1)) before = 1
    else if (z < 0 && move < 0 && (z <= -0.7 || before === -1)) before = -1
    else before = 0
    if (contradicts(before)) before = 0
    return extreme?.side ?? before
  })
}

const isDay = (text: string, day: number): boolean => Date.parse(text) === day * 86_400_000

/** The score at every entry as docs/methodology.md states it, from the plain statistics of each day and with no state between days. */
export function naiveScores(metric: MetricFacts, column: Column): (number | null)[] {
  const { windows, changes } = rhythmOf(metric.cadence)
  const ahead = windows[metric.window]!
  const { period, value } = column
  const ways = naiveWays(metric, column)
  const change = (from: number, to: number) => changeBetween(value[from]!, value[to]!, metric.change)

  const pasts = Array.from(period, (day, i) => {
    const signal = ways[i]!
    if (signal === null) return null
    const way = metric.polarity === 'none' ? 0 : signal
    const usual = naiveStrength(column, i, ahead, metric.change, changes)
    const reached = period.findIndex((at) => at >= day + ahead.days)
    const end = ahead.ends === 'within' ? period.findLastIndex((at) => at <= day + ahead.days) : reached
    if (usual.z === null || reached < 0 || end <= i || period[end]! - day > ahead.longest || Number.isNaN(change(i, end)))
      return { way, usual, outcome: null }
    const pair = { ...column, period: Int32Array.of(0, 7), value: Float64Array.of(value[i]!, value[end]!) }
    const direction = naiveTrend(pair, 1, metric.change, 1)['7d']!.direction
    const held = way === 0 ? Math.abs(change(i, end) - usual.median) < 0.5 * usual.scale : direction === (way > 0 ? 'up' : 'down')
    return { way, usual, outcome: { held, windows: 1 / (end - i), known: period[reached]! } }
  })

  const scores = Array.from(period, (day, i) => {
    const past = pasts[i]!
    if (past === null || past.usual.z === null) return null
    const { way } = past
    const alike = pasts
      .slice(0, i)
      .flatMap((each) => (each?.outcome && each.way === way && each.outcome.known <= day ? [each.outcome] : []))
      .map(({ held, windows: share, known }) => ({ held, weight: share * 0.5 ** ((day - known) / (60 * ahead.days)) }))
    const weight = sum(alike.map((each) => each.weight))
    if (weight < 10) return null
    const hits = sum(alike.filter(({ held }) => held).map((each) => each.weight))
    const base = (hits + 20 * (way === 0 ? 0.4 : 0.5)) / (weight + 20)
    if (way !== 0 && ahead.nominal === 7) return { base, regressed: base }
    const steps = (first: number) =>
      Array.from({ length: i + 1 }, (_, k) => k)
        .filter((k) => k >= Math.max(1, first))
        .map((k) => Math.abs(change(k - 1, k)))
        .filter((step) => !Number.isNaN(step))
    const threeYears = period.findIndex((at) => at >= day - 1_095)
    const volatility = (entries: number) =>
      within(Math.log((mean(steps(i - entries + 1)) + 1e-12) / (mean(steps(threeYears)) + 1e-12)), 3)
    const [short, long] = [volatility(21), volatility(63)]
    const logit = Math.log(base / (1 - base))
    const z = Object.fromEntries(
      names.map((name) => [name, naiveStrength(column, i, windows[name], metric.change, changes).z ?? 0]),
    )
    const terms =
      way === 0
        ? [
            1,
            logit,
            short,
            long,
            Math.max(0, short - Math.log(1.2)),
            Math.min(0, long - Math.log(0.7)),
            Math.min(4, Math.abs(z[metric.window]!)),
            Math.min(4, Math.abs(z['90d']!)),
          ]
        : [1, logit, long, Math.min(3, way * strengthAt(metric, column, i)), way * within(z['90d']!, 4)]
    const weights: readonly number[] =
      way !== 0 ? coefficients.moving : ahead.nominal === 7 ? coefficients.week : coefficients.neutral
    return { base, regressed: 1 / (1 + Math.exp(-sum(terms.map((term, k) => term * weights[k]!)))) }
  })

  return scores.map((score, i) => {
    if (score === null) return null
    const earned = scores.slice(0, i).map((before, k) => {
      const { way, outcome } = pasts[k] ?? { way: null, outcome: null }
      if (before === null || outcome === null || way !== pasts[i]!.way || outcome.known > period[i]!) return 0
      const hit = outcome.held ? 1 : 0
      return ((before.base - hit) ** 2 - (before.regressed - hit) ** 2) * outcome.windows
    })
    const { base, regressed } = score
    return 100 * (base + (regressed - base) / (1 + Math.exp(-8 * sum(earned))))
  })
}

/** Mean over the entries of the last seven days of the mean strength over the deciding windows. */
function strengthAt({ change, cadence }: MetricFacts, column: Column, i: number): number {
  const { windows, deciding, changes } = rhythmOf(cadence)
  const { period } = column
  const own = (k: number) => deciding.flatMap((name) => naiveStrength(column, k, windows[name], change, changes).z ?? [])
  const week = Array.from(period.keys()).filter((k) => k <= i && period[k]! > period[i]! - 7 && own(k).length > 0)
  return mean(week.map((k) => mean(own(k))))
}
