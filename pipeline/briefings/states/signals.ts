import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { inWords } from '../../analysis/amounts.ts'
import type { DatedFigures } from '../../analysis/dated-figures.ts'
import { type Day, firstFoldedDay, noSignal, unknown } from '../../analysis/days/day.ts'
import { nextSide, type Side, stateOn } from '../../analysis/hysteresis.ts'
import type { SignalDirection } from '../../documents/reading.ts'
import type { StateRule } from '../briefer.ts'
import { capitalised, listed, nameOf } from '../story/names.ts'
import { type Decision, signalTurns } from './signal-turns.ts'

/** What a metric signals on a day: 1 bullish, -1 bearish, 0 neutral; null where it has no signal, or its newest value is stale. */
export function signalOn(day: Day, metric: string): Side | null {
  const runs = day.signalRuns(metric)
  const last = (runs?.way.length ?? 0) - 1
  if (runs === null || last < 0 || runs.until[last]! < day.asOf || runs.way[last] === noSignal) return null
  return runs.way[last] as Side
}

const sides: Readonly<Record<SignalDirection, Side>> = { bullish: 1, neutral: 0, bearish: -1 }

const spoken = (metric: MetricName): string => nameOf({ metric, title: metricByName.get(metric)!.title }).name

interface SignalsRule extends Omit<StateRule, 'turns' | 'label' | 'noLevels'> {
  /** The label of what the signals of the metrics say, as far as they have one, after the label that stands. */
  decide(ways: ReadonlyMap<string, Side>, standing: string): string
  /** Where the label before has no part in it, it is what `decide` gives. */
  label?(day: Day): string
}

/** A state that follows from signals of metrics: it turns at the values at which they do. */
export function bySignals({ decide, ...rule }: SignalsRule): StateRule {
  const waysOn = (day: Day): Map<string, Side> =>
    new Map(
      rule.inputs(day).flatMap((metric) => {
        const way = signalOn(day, metric)
        return way === null ? [] : [[metric, way]]
      }),
    )
  return {
    label: (day) => decide(waysOn(day), unknown),
    ...rule,
    turns: (day, standing, deciderOf) => {
      const deciders = (rule.voters ?? rule.inputs(day)).flatMap((metric) => deciderOf(metric) ?? [])
      const decision: Decision = (directions) =>
        decide(new Map([...directions].map(([metric, direction]) => [metric, sides[direction]])), standing)
      return signalTurns(standing, deciders, decision).filter(({ to }) => to !== unknown)
    },
  }
}

/** A state by the signal of a metric, or by that of `fallback` where the metric is missing or stale. */
export function signalOf(
  metric: MetricName,
  labels: Readonly<Record<SignalDirection, string>>,
  { fallback }: { readonly fallback?: MetricName } = {},
): StateRule {
  const reads = fallback === undefined ? [metric] : [metric, fallback]
  const judgedBy = (day: Day): MetricName =>
    fallback !== undefined && signalOn(day, metric) === null && signalOn(day, fallback) !== null ? fallback : metric
  const named = (way: Side): string => [labels.bearish, labels.neutral, labels.bullish][way + 1]!
  const instead = fallback === undefined ? '' : `, or of ${spoken(fallback)} where that is missing or stale`
  return bySignals({
    labels: [labels.bullish, labels.bearish, labels.neutral],
    words: `by the signal of ${spoken(metric)}${instead}: \`${labels.bullish}\` while it is bullish, \`${labels.bearish}\` while bearish, else \`${labels.neutral}\``,
    reads,
    inputs: (day) => [judgedBy(day)],
    decide: (ways) => {
      const [way] = ways.values()
      return way === undefined ? unknown : named(way)
    },
  })
}

interface VoteParts {
  /** How many more signals must point one way than the other for its label to begin, and for it to go on. */
  readonly enter: number
  readonly stay: number
  /** How many of the signals must be there and not stale. */
  readonly quorum: number
  readonly labels: readonly [down: string, mixed: string, up: string]
}

/** A state that the signals of metrics vote for. One that is missing, stale or without a signal has no vote. */
export function vote(metrics: readonly MetricName[], { enter, stay, quorum, labels }: VoteParts): StateRule {
  const [down, mixed, up] = labels
  const sideAfter = (before: Side, votes: readonly number[]): Side | null => {
    const balance = votes.reduce((sum, way) => sum + way, 0)
    return votes.length < quorum ? null : nextSide(before, balance, { enter, leave: stay })
  }
  const labelOf = (side: Side): string => ({ [-1]: down, 0: mixed, 1: up })[side]
  const others = `${inWords(enter)} more of the signals of ${listed(metrics.map(spoken))}`
  return bySignals({
    labels: [up, down, mixed],
    words: `\`${up}\` once ${others} are bullish than bearish, until fewer than ${inWords(stay)} more are; \`${down}\` the other way round; else \`${mixed}\`. ${capitalised(inWords(quorum))} that are not stale are enough`,
    inputs: () => metrics,
    reads: metrics,
    voters: metrics,
    absent: (day) => metrics.filter((metric) => signalOn(day, metric) === null),
    label: (day) => {
      const side = stateOn<Side>(day.asOf, firstFoldedDay, signalsOf(day, metrics), 0, (before, ways) =>
        sideAfter(
          before,
          [...ways].filter((way) => !Number.isNaN(way) && way !== noSignal),
        ),
      )
      return side === null ? unknown : labelOf(side)
    },
    decide: (ways, standing) => {
      const before: Side = standing === up ? 1 : standing === down ? -1 : 0
      const side = sideAfter(
        before,
        metrics.flatMap((metric) => ways.get(metric) ?? []),
      )
      return side === null ? unknown : labelOf(side)
    },
  })
}

function signalsOf(day: Day, metrics: readonly string[]): (DatedFigures | null)[] {
  return metrics.map((metric) => {
    const runs = day.signalRuns(metric)
    return runs && { figure: runs.way, from: runs.from, until: runs.until }
  })
}
