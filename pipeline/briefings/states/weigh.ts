import type { DatedFigures } from '../../analysis/dated-figures.ts'
import { type HysteresisSide, nextHysteresisSide } from '../../analysis/hysteresis.ts'
import { alarmVotes, maxSignalVotes } from '../../analysis/signal.ts'
import { noSignalCode, type SignalRuns } from '../../days/day.ts'

/** Days for which a value is new: after them its signal weighs half. */
const newDays = 14

/**
 * What a signal weighs in the vote for a state: positive where it is bullish, negative where bearish, 1 to 3 by the strength behind it (`signalVoteWeight`),
 * half of that once its value is no longer new. `alarmVotes` at an extreme of a year that is new. Without weights a VIX of 52 counts as
 * much as the money supply of two months ago.
 */
export type VoteWeight = number

const known = new WeakMap<SignalRuns, DatedFigures>()

/** The votes of one metric, each value in two parts where none follows while it is new; NaN where it has no signal. */
export function signalVotes(runs: SignalRuns): DatedFigures {
  const before = known.get(runs)
  if (before !== undefined) return before
  const [figure, from, until]: [VoteWeight[], number[], number[]] = [[], [], []]
  for (let i = 0; i < runs.way.length; i++) {
    const [way, begins, ends] = [runs.way[i]!, runs.from[i]!, runs.until[i]!]
    const vote = way === noSignalCode ? Number.NaN : way * runs.force[i]!
    const ages = begins + newDays
    const isNewToTheEnd = ages > ends || ages >= (runs.from[i + 1] ?? Number.POSITIVE_INFINITY)
    figure.push(vote, ...(isNewToTheEnd ? [] : [bounded(vote) / 2]))
    from.push(begins, ...(isNewToTheEnd ? [] : [ages]))
    until.push(isNewToTheEnd ? ends : ages - 1, ...(isNewToTheEnd ? [] : [ends]))
  }
  const votes = { figure: Float64Array.from(figure), from: Int32Array.from(from), until: Int32Array.from(until) }
  known.set(runs, votes)
  return votes
}

const bounded = (vote: VoteWeight): number => Math.max(-maxSignalVotes, Math.min(maxSignalVotes, vote))

/** Leads, in weight, with which a side begins and continues. */
export interface VoteMargins {
  readonly enter: number
  readonly stay: number
}

/** The side after `before` that votes give: none while a vote of the other side is an alarm. */
export function voteSide(before: HysteresisSide, votes: readonly VoteWeight[], leads: VoteMargins): HysteresisSide {
  const side = balanced(before, votes, leads)
  return side !== 0 && votes.includes(-side * alarmVotes) ? 0 : side
}

/** The side that votes would begin but for alarms. */
export const voteSideWithoutAlarms = (votes: readonly VoteWeight[], leads: VoteMargins): HysteresisSide =>
  balanced(0, votes, leads)

function balanced(before: HysteresisSide, votes: readonly VoteWeight[], { enter, stay }: VoteMargins): HysteresisSide {
  const balance = votes.reduce((sum, vote) => sum + bounded(vote), 0)
  return nextHysteresisSide(before, balance, { enter, leave: stay })
}
