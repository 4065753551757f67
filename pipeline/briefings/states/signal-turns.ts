import { isLevelReached } from '../../analysis/turns.ts'
import type { StateTurn } from '../../documents/briefing.ts'
import type { SignalDirection, Turn as SignalTurn } from '../../documents/reading.ts'

/** One reading that the state is decided by, with the values at which its signal would turn. */
export interface DecidingReading {
  readonly metric: string
  readonly value: number
  readonly direction: SignalDirection
  readonly turns: readonly SignalTurn[]
  /** Its usual step from one value to the next, in its own unit; what is near is counted in these. */
  readonly step: number
  /** When its next value is due; null where that is not known. */
  readonly due: StateTurn['by']
}

/** The state that signals give, by metric. */
export type StateFromSignals = (directions: ReadonlyMap<string, SignalDirection>) => string

/** Ways into each other state that are given. */
const waysShown = 3

/** Usual steps within which the next value alone is worth naming; beyond it the value for a week is. */
const reach = 3

interface Way {
  readonly turn: StateTurn
  readonly steps: number
}

/**
 * What would change the state, nearest first: for each other state the fewest signals that have to turn, each at the value at which it
 * would. Several needs of one turn must all come true; several turns to one state are alternatives, none of which implies another.
 *
 * @param label the state as it stands; `decide` gives it for the present directions, else nothing can be said
 */
export function signalTurns(label: string, deciders: readonly DecidingReading[], decide: StateFromSignals): StateTurn[] {
  const now = new Map(deciders.map(({ metric, direction }) => [metric, direction]))
  if (decide(now) !== label) return []
  const options = deciders.map((decider) => ({ decider, turns: nearestTurns(decider) }))
  const ways = new Map<string, Way[]>()
  const search = (from: number, left: number, chosen: readonly Chosen[]): void => {
    if (left === 0) {
      const to = decide(new Map([...now, ...chosen.map(({ decider, turn }) => [decider.metric, turn.to] as const)]))
      if (to !== label) ways.set(to, [...(ways.get(to) ?? []), wayOf(to, chosen)])
      return
    }
    for (let at = from; at < options.length; at++) {
      const { decider, turns } = options[at]!
      for (const turn of turns) search(at + 1, left - 1, [...chosen, { decider, turn }])
    }
  }
  for (let count = 1; count <= Math.min(3, deciders.length); count++) {
    const reached = new Set(ways.keys())
    search(0, count, [])
    // a state that fewer signals reach needs no more of them
    for (const to of reached)
      ways.set(
        to,
        ways.get(to)!.filter(({ turn }) => turn.needs.length < count),
      )
  }
  return [...ways.values()]
    .flatMap((all) => {
      const nearest = withoutImplied([...all].sort((a, b) => a.steps - b.steps))
      return nearest.slice(0, nearest[0]!.turn.needs.length === 1 ? waysShown : 1)
    })
    .sort((a, b) => a.turn.needs.length - b.turn.needs.length || a.steps - b.steps)
    .map(({ turn }) => turn)
}

interface Chosen {
  readonly decider: DecidingReading
  readonly turn: SignalTurn
}

/** Without ways of which every need lies beyond one of a nearer way: whoever falls to the second level has passed the first. */
function withoutImplied(nearest: readonly Way[]): Way[] {
  return nearest.filter(({ turn: { needs } }, at) =>
    nearest.slice(0, at).every((nearer) => !nearer.turn.needs.every((need) => needs.some((other) => implies(other, need)))),
  )
}

const implies = (far: StateTurn['needs'][number], near: StateTurn['needs'][number]): boolean =>
  far.metric === near.metric && far.side === near.side && far.held === near.held && isLevelReached(far.value, near)

/** Of the turns to each direction the one worth naming. */
function nearestTurns(decider: DecidingReading): SignalTurn[] {
  return (['bullish', 'neutral', 'bearish'] as const).flatMap((to) => {
    const own = decider.turns.filter((turn) => turn.to === to)
    const next = own.find((turn) => turn.held === 'next_release')
    const week = own.find((turn) => turn.held === 'week')
    if (next && (!week || stepsTo(decider, next) <= reach)) return [next]
    return week ? [week] : []
  })
}

const stepsTo = ({ value, step }: DecidingReading, turn: SignalTurn): number => Math.abs(turn.value - value) / step

function wayOf(to: string, chosen: readonly Chosen[]): Way {
  const nearest = [...chosen].sort((a, b) => stepsTo(a.decider, a.turn) - stepsTo(b.decider, b.turn))
  const isNext = nearest.every(({ turn }) => turn.held === 'next_release')
  const dues = nearest.flatMap(({ decider: { due } }) => (due === null ? [] : [due]))
  const last = [...dues].sort((a, b) => (a.due_at < b.due_at ? 1 : -1))[0]
  return {
    turn: {
      to,
      needs: nearest.map(({ decider: { metric }, turn: { to: _, ...need } }) => ({ metric, ...need })),
      // no one release makes a week
      by: isNext && last !== undefined && dues.length === chosen.length ? last : null,
    },
    steps: chosen.reduce((sum, { decider, turn }) => sum + stepsTo(decider, turn), 0),
  }
}

/** Median size of the steps between a series' last values, at most 90 of them; 1 where it has never moved. */
export function medianStep(values: ArrayLike<number>): number {
  const steps: number[] = []
  for (let i = Math.max(1, values.length - 90); i < values.length; i++) steps.push(Math.abs(values[i]! - values[i - 1]!))
  const moved = steps.filter((step) => step > 0).sort((a, b) => a - b)
  return moved[Math.floor(moved.length / 2)] ?? 1
}
