import { type MetricName, metricByName } from '../../../data/metrics.ts'
import type { HysteresisSide } from '../../analysis/hysteresis.ts'
import { isLevelReached } from '../../analysis/turns.ts'
import { type Day, type MeasureDefinition, unknown } from '../../days/day.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import { levelTolerance } from '../../documents/near-level.ts'
import { amountOf } from '../../values/amounts.ts'
import { twelveDigits } from '../../values/rounding.ts'
import type { StateRule } from '../briefer.ts'
import { nameOf } from '../story/names.ts'
import { foldSideUntil } from './rule.ts'

/** A side begins at `enter` and ends at `leave`, so that a figure that moves about one line does not change the state every few days. */
interface Edge {
  readonly enter: number
  readonly leave: number
}

type LevelParts = {
  readonly labels: readonly [low: string, between: string, high: string]
} & (
  | {
      /** Distances from `middle` (0 where it is left out) at which either side begins, and below which it ends. */
      readonly middle?: number
      readonly enter: number
      readonly leave: number
    }
  | {
      /** The high side begins at `enter` and ends below `leave`; the low side begins below `enter` and ends at `leave`. */
      readonly high: Edge
      readonly low: Edge
    }
)

/** What a level is a level of, where it is not the value of a metric. */
export interface StateIndicator {
  readonly inputs: readonly MetricName[]
  /** The metrics the state may follow from, where there are more than the inputs. */
  readonly reads?: readonly MetricName[]
  readonly measures: readonly [MeasureDefinition, ...MeasureDefinition[]]
  /** The figures that the high and the low side are judged by, from the newest of the measures; the first one of both where left out. */
  readonly read?: (figures: Float64Array) => readonly [high: number, low: number]
  /** Within a sentence: `hashprice over the power cost of the oldest machine`. */
  readonly called: string
  readonly write?: (figure: number) => string
  /** The value of a metric at which the figure of a side is `figure`, all else as it is; null where none is. */
  readonly solve?: (
    day: Day,
    figure: number,
    side: 'high' | 'low',
  ) => { readonly metric: MetricName; readonly value: number } | null
  readonly turns?: (day: Day, standing: string) => StateTurn[]
  /** Why no value of a metric turns the state. */
  readonly noLevels?: string
}

/** The mean of the figures there are; NaN where they are fewer than `quorum`. */
export function meanWithQuorum(figures: ArrayLike<number>, quorum: number): number {
  let sum = 0
  let count = 0
  for (let k = 0; k < figures.length; k++) {
    if (Number.isNaN(figures[k]!)) continue
    sum += figures[k]!
    count++
  }
  return count < quorum ? Number.NaN : sum / count
}

/** A figure of each value of the first of some metrics, which nothing but their histories up to it decides. */
export const measureOf = (metrics: MeasureDefinition['metrics'], figure: ReturnType<MeasureDefinition['measuring']>) =>
  ({ metrics, measuring: () => figure }) satisfies MeasureDefinition

/** The values of a metric, as what a state is judged by. */
export const metricValueMeasure = (metric: MetricName): MeasureDefinition =>
  measureOf([metric], ([column], i) => column!.value[i]!)

function indicatorOf(metric: MetricName): StateIndicator {
  const { unit, title } = metricByName.get(metric)!
  return {
    inputs: [metric],
    measures: [metricValueMeasure(metric)],
    called: nameOf({ metric, title }).name,
    write: (value) => (value === 0 ? 'zero' : amountOf(metric, value, unit, 'up')),
    solve: (_, value) => ({ metric, value }),
  }
}

/** A state by the level of a metric or of another figure: low, between, or high. */
export function levelState(judgedBy: MetricName | StateIndicator, parts: LevelParts): StateRule {
  const indicator = typeof judgedBy === 'string' ? indicatorOf(judgedBy) : judgedBy
  const { inputs, measures, read = ([figure]) => [figure!, figure!] as const } = indicator
  const bounds = boundsOf(parts)
  const labels: Readonly<Record<HysteresisSide, string>> = { [-1]: parts.labels[0], 0: parts.labels[1], 1: parts.labels[2] }
  const sideAfter = (before: HysteresisSide, figures: Float64Array): HysteresisSide | null => {
    const [high, low] = read(figures)
    if (Number.isNaN(high) || Number.isNaN(low)) return null
    if (high >= (before > 0 ? bounds.high.leave : bounds.high.enter)) return 1
    const edge = before < 0 ? bounds.low.leave : bounds.low.enter
    return low < edge || (bounds.isEven && low === edge) ? -1 : 0
  }
  const { turns = (day, standing) => levelTurns(indicator.solve, day, labels, standing, bounds, typeof judgedBy === 'string') } =
    indicator
  return {
    labels: parts.labels,
    words: wordsOf(indicator, parts.labels, bounds),
    inputs: () => inputs,
    reads: indicator.reads ?? inputs,
    label: (day) => {
      const side = foldSideUntil(day, measures, sideAfter)
      return side === null ? unknown : labels[side]
    },
    turns,
    ...(indicator.noLevels === undefined ? {} : { noLevels: indicator.noLevels }),
  }
}

interface Bounds {
  readonly high: Edge
  readonly low: Edge
  /** Both sides are alike: the low one begins at its level and not only below it. */
  readonly isEven: boolean
  /** What a hair beyond a level is a share of; null: of the level itself. */
  readonly scale: number | null
}

function boundsOf(parts: LevelParts): Bounds {
  if ('high' in parts) return { high: parts.high, low: parts.low, isEven: false, scale: null }
  const { middle = 0, enter, leave } = parts
  const edge = (sign: 1 | -1): Edge => ({
    enter: twelveDigits(middle + sign * enter),
    leave: twelveDigits(middle + sign * leave),
  })
  return { high: edge(1), low: edge(-1), isEven: true, scale: middle || 1 }
}

/**
 * The values at which a level is crossed into each other side, the nearest first.
 *
 * @param isExact the values are the figures themselves: at a level a side begins, where one that was solved for lies a hair beyond it
 */
function levelTurns(
  solve: StateIndicator['solve'],
  day: Day,
  labels: Readonly<Record<HysteresisSide, string>>,
  standing: string,
  { high, low, scale }: Bounds,
  isExact: boolean,
): StateTurn[] {
  const side = ([-1, 0, 1] as const).find((each) => labels[each] === standing)
  if (solve === undefined || side === undefined) return []
  const turn = (
    to: HysteresisSide,
    edge: 'high' | 'low',
    figure: number,
    way: 'above' | 'below',
    isBeyond: boolean,
  ): StateTurn[] => {
    const beyond = isBeyond ? (way === 'above' ? 1 : -1) * levelTolerance * (scale ?? (Math.abs(figure) || 1)) : 0
    const at = solve(day, figure + beyond, edge)
    if (at === null) return []
    const need = { metric: at.metric, side: way, value: twelveDigits(at.value), held: 'next_release' as const }
    const value = day.reading(at.metric)?.value
    if (value !== undefined && isLevelReached(value, need)) return []
    return [{ to: labels[to], needs: [need], by: null }]
  }
  const intoHigh = turn(1, 'high', high.enter, 'above', !isExact)
  const intoLow = turn(-1, 'low', low.enter, 'below', !isExact)
  if (side === 0) {
    const distance = ({ needs: [need] }: StateTurn) => Math.abs(need!.value - (day.reading(need!.metric)?.value ?? 0))
    return [...intoHigh, ...intoLow].toSorted((a, b) => distance(a) - distance(b))
  }
  return side > 0
    ? [...turn(0, 'high', high.leave, 'below', true), ...intoLow]
    : [...turn(0, 'low', low.leave, 'above', true), ...intoHigh]
}

/** `contracting` at a hash ribbon of 0.99 or lower, until above 0.995; ... */
function wordsOf(
  { called, write = String }: StateIndicator,
  labels: LevelParts['labels'],
  { high, low, isEven }: Bounds,
): string {
  const [lowest, between, highest] = labels
  const begins = isEven ? `at ${write(low.enter)} or less` : `below ${write(low.enter)}`
  const ends = isEven ? `above ${write(low.leave)}` : `at ${write(low.leave)}`
  return `by ${called}: \`${highest}\` at ${write(high.enter)} or more, until below ${write(high.leave)}; \`${lowest}\` ${begins}, until ${ends}; else \`${between}\``
}
