import type { Polarity, SignalDirection } from '../documents/reading.ts'
import { type HysteresisSide, nextHysteresisSide } from './hysteresis.ts'

/** Which way a signal points in the metric itself: 1 rising, -1 falling, 0 neither. */
export type Sign = HysteresisSide

/** A signal is entered at this strength and left at the other (`docs/methodology.md`, Signal). */
export const enterStrength = 0.7
export const leaveStrength = 0
/** A change less than this many times its scale away from the middle of earlier ones is a usual one. */
export const neutralBand = 0.5
/** Usual steps from an extreme of a year at which the signal by that extreme ends. */
export const extremeReach = 1.5

/** What a signal is judged by: strengths and changes over the deciding windows, averaged over the entries of the last seven days. */
export interface CompositeStrength {
  readonly strength: number
  /** Mean change, in the unit of the metric's changes. */
  readonly move: number
}

/** An extreme of a year that still gives the signal: which one, and the value at which it ends. */
export interface StandingExtreme {
  readonly way: -1 | 1
  readonly endsAt: number
}

/** What a signal is after an entry, with all that the next one depends on. */
export interface SignalState {
  /** The signal: that of the extreme while it stands, else by strength. */
  readonly way: Sign
  /** The signal by strength alone. */
  readonly pulled: Sign
  readonly extreme: StandingExtreme | null
}

/** A new value, as a signal is judged by it. */
export interface SignalEntry {
  readonly pull: CompositeStrength
  readonly value: number
  /** The way of the changes over its two shortest windows where all that exist went the same way, else 0. */
  readonly drift: Sign
  /** 1 at the highest of a year, -1 at the lowest, else 0 (`yearExtreme`). */
  readonly extreme: Sign
  /** Size of its usual step from one entry to the next, in its own unit. */
  readonly step: number
}

/** Before anything is known. */
export const initialSignalState: SignalState = { way: 0, pulled: 0, extreme: null }

/**
 * The signal after `before`. A rise smaller than usual has a negative strength without being a fall: where strength and move disagree, no
 * signal begins and a present one ends. A value at an extreme of a year has the signal of that extreme until the value is `extremeReach` usual
 * steps away from it. Both end while the changes over the shortest windows point the other way: readers see those next to the label.
 */
export function nextSignalState(
  before: SignalState,
  { pull: { strength, move }, value, drift, extreme, step }: SignalEntry,
): SignalState {
  const side = nextHysteresisSide(before.pulled, strength, { enter: enterStrength, leave: leaveStrength })
  const pulled = Math.sign(move) === side && drift !== -side ? side : 0
  const standing =
    extreme === 0 ? stillStanding(before.extreme, value, drift) : { way: extreme, endsAt: value - extreme * extremeReach * step }
  return { way: standing?.way ?? pulled, pulled, extreme: standing }
}

function stillStanding(extreme: StandingExtreme | null, value: number, drift: Sign): StandingExtreme | null {
  if (extreme === null || drift === -extreme.way) return null
  return extreme.way * (value - extreme.endsAt) > 0 ? extreme : null
}

/** The most that a signal weighs by its strength, in votes for a state. */
export const maxSignalVotes = 3
/** The force of a signal at an extreme of a year with a change beyond `alarmStrength`. */
export const alarmVotes = 4
const alarmStrength = 4
/** Strengths from which a signal weighs two, and three. */
const forces = [1.5, 3] as const

/**
 * What a signal weighs: 0 without one, 1 to 3 by its strength, and `alarmVotes` at an extreme of a year.
 *
 * @param strengths of the entry over its windows, those that exist
 */
export function signalVoteWeight({ way, extreme }: SignalState, strengths: readonly number[]): number {
  if (way === 0) return 0
  const strongest = Math.max(0, ...strengths.map((strength) => way * strength))
  if (extreme !== null && strongest > alarmStrength) return alarmVotes
  return 1 + forces.filter((least) => strongest >= least).length
}

/** A metric without polarity is always neutral: for whom its rise is good is disputed. */
export function signalDirectionOf(way: Sign, polarity: Polarity): SignalDirection {
  if (way === 0 || polarity === 'none') return 'neutral'
  return way > 0 === (polarity === 'higher_is_bullish') ? 'bullish' : 'bearish'
}
