import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { foldStateUntil, type HysteresisSide } from '../../analysis/hysteresis.ts'
import { alarmVotes } from '../../analysis/signal.ts'
import { type Day, firstFoldedDay, noSignalCode, unknown } from '../../days/day.ts'
import type { SignalDirection } from '../../documents/reading.ts'
import { inWords } from '../../values/amounts.ts'
import { firstIndex } from '../../values/column.ts'
import type { StateRule } from '../briefer.ts'
import { capitalised, joinWithAnd, nameOf } from '../story/names.ts'
import { type StateFromSignals, signalTurns } from './signal-turns.ts'
import { signalVotes, type VoteWeight, voteSide, voteSideWithoutAlarms } from './weigh.ts'

/** What a metric signals on a day: 1 bullish, -1 bearish, 0 neutral; null where it has no signal, or its newest value is stale. */
export function signalSideOn(day: Day, metric: string): HysteresisSide | null {
  const runs = day.signalRuns(metric)
  const last = (runs?.way.length ?? 0) - 1
  if (runs === null || last < 0 || runs.until[last]! < day.asOf || runs.way[last] === noSignalCode) return null
  return runs.way[last] as HysteresisSide
}

const sides: Readonly<Record<SignalDirection, HysteresisSide>> = { bullish: 1, neutral: 0, bearish: -1 }

const spoken = (metric: MetricName): string => nameOf({ metric, title: metricByName.get(metric)!.title }).name

interface SignalsRule extends Omit<StateRule, 'turns' | 'label' | 'noLevels' | 'causes'> {
  /** The label of what the signals of the metrics say, as far as they have one, on a day and after the label that stands. */
  decide(ways: ReadonlyMap<string, HysteresisSide>, standing: string, day: Day): string
  /** Where the label before has no part in it, it is what `decide` gives. */
  label?(day: Day): string
}

/** A state that follows from signals of metrics: it turns at the values at which they do. */
export function signalsState({ decide, ...rule }: SignalsRule): StateRule {
  const waysOn = (day: Day): Map<string, HysteresisSide> =>
    new Map(
      rule.inputs(day).flatMap((metric) => {
        const way = signalSideOn(day, metric)
        return way === null ? [] : [[metric, way]]
      }),
    )
  return {
    label: (day) => decide(waysOn(day), unknown, day),
    ...rule,
    causes: (day) =>
      rule.inputs(day).filter((metric) => {
        const [before, now] = [day.dayEndReading(metric, 1).signal, day.reading(metric)?.signal?.direction]
        return before !== null && now !== undefined && before !== now
      }),
    turns: (day, standing, deciderOf) => {
      const deciders = (rule.voters ?? rule.inputs(day)).flatMap((metric) => deciderOf(metric) ?? [])
      const decision: StateFromSignals = (directions) =>
        decide(new Map([...directions].map(([metric, direction]) => [metric, sides[direction]])), standing, day)
      return signalTurns(standing, deciders, decision).filter(({ to }) => to !== unknown)
    },
  }
}

/** A state by the signal of a metric, or by that of `fallback` where the metric is missing or stale. */
export function metricSignalState(
  metric: MetricName,
  labels: Readonly<Record<SignalDirection, string>>,
  { fallback }: { readonly fallback?: MetricName } = {},
): StateRule {
  const reads = fallback === undefined ? [metric] : [metric, fallback]
  const judgedBy = (day: Day): MetricName =>
    fallback !== undefined && signalSideOn(day, metric) === null && signalSideOn(day, fallback) !== null ? fallback : metric
  const named = (way: HysteresisSide): string => [labels.bearish, labels.neutral, labels.bullish][way + 1]!
  const instead = fallback === undefined ? '' : `, or of ${spoken(fallback)} where that is missing or stale`
  return signalsState({
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
  /** By how much weight the votes of one side must lead for its label to begin, and for it to go on. */
  readonly enter: number
  readonly stay: number
  /** How many of the signals must be there and not stale. */
  readonly quorum: number
  readonly labels: readonly [down: string, mixed: string, up: string]
}

/** A state that the signals of metrics vote for, each by its weight (`weigh.ts`). One that is missing, stale or without a signal has no vote. */
export function signalVoteState(metrics: readonly MetricName[], { enter, stay, quorum, labels }: VoteParts): StateRule {
  const [down, mixed, up] = labels
  const labelAfter = (before: HysteresisSide, votes: readonly VoteWeight[]): HysteresisSide | null =>
    votes.length < quorum ? null : voteSide(before, votes, { enter, stay })
  const labelOf = (side: HysteresisSide | null): string => (side === null ? unknown : { [-1]: down, 0: mixed, 1: up }[side])
  return signalsState({
    labels: [up, down, mixed],
    words: `\`${up}\` once the bullish signals of ${joinWithAnd(metrics.map(spoken))} outweigh the bearish ones by ${enter}, until by less than ${stay}; \`${down}\` the other way round; else \`${mixed}\`, and while a signal of the other side is an alarm. ${capitalised(inWords(quorum))} that are not stale are enough`,
    inputs: () => metrics,
    reads: metrics,
    voters: metrics,
    absent: (day) => metrics.filter((metric) => signalSideOn(day, metric) === null),
    label: (day) => {
      const votes = metrics.map((metric) => {
        const runs = day.signalRuns(metric)
        return runs && signalVotes(runs)
      })
      return labelOf(
        foldStateUntil<HysteresisSide>(day.asOf, firstFoldedDay, votes, 0, (before, figures) =>
          labelAfter(
            before,
            [...figures].filter((each) => !Number.isNaN(each)),
          ),
        ),
      )
    },
    withheld: (day) => {
      const votes = metrics.flatMap((metric) => {
        const weight = voteOn(day, metric)
        return weight === null ? [] : [{ metric, weight }]
      })
      const side = voteSideWithoutAlarms(
        votes.map(({ weight }) => weight),
        { enter, stay },
      )
      if (side === 0 || votes.length < quorum) return null
      const alarms = votes.flatMap(({ metric, weight }) => (weight === -side * alarmVotes ? [spoken(metric)] : []))
      if (alarms.length === 0) return null
      const are = alarms.length === 1 ? 'is at an extreme' : 'are at extremes'
      return `It would be ${labelOf(side)}, but ${joinWithAnd(alarms)} ${are} of a year after an unusual move.`
    },
    // a signal that does not turn keeps its weight, one that has just turned weighs least
    decide: (ways, standing, day) =>
      labelOf(
        labelAfter(
          standing === up ? 1 : standing === down ? -1 : 0,
          metrics.flatMap((metric) => {
            const way = ways.get(metric)
            if (way === undefined) return []
            const now = voteOn(day, metric)
            return now !== null && Math.sign(now) === way ? now : way
          }),
        ),
      ),
  })
}

/** The vote of a metric on a day; null where it has none. */
function voteOn(day: Day, metric: string): VoteWeight | null {
  const runs = day.signalRuns(metric)
  if (runs === null) return null
  const { figure, from, until } = signalVotes(runs)
  const at = firstIndex(from.length, (i) => from[i]! > day.asOf) - 1
  return at < 0 || until[at]! < day.asOf || Number.isNaN(figure[at]!) ? null : figure[at]!
}
