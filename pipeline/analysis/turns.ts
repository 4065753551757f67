import type { Turn, WindowName } from '../documents/reading.ts'
import { turnLevelText } from '../values/amounts.ts'
import { type Column, columnSlice, firstIndex } from '../values/column.ts'
import type { MetricFacts } from './metric-facts.ts'
import { averagedDays, type SignalBacktest } from './past.ts'
import { compositeStrengthAt, meanCompositeStrength, signalEntryAt } from './pull.ts'
import { recordDays, yearExtreme } from './record.ts'
import { mapWindows, rhythmOf, shortestWindows, windowStartIndex } from './rhythm.ts'
import { spreadDays } from './rolling-spread.ts'
import {
  type CompositeStrength,
  enterStrength,
  initialSignalState,
  leaveStrength,
  nextSignalState,
  type Sign,
  type SignalState,
  signalDirectionOf,
} from './signal.ts'
import { type Strength, type Strengths, strengthsOf } from './strength.ts'
import { meanAbsoluteStep } from './usual-step.ts'

/** A level this many usual steps away is worth naming for the next release; one further away is named for a week. */
const nearSteps = 2
/** Changes this many times their scale are not a level to name. */
const farthestScales = 10
/** Share of a level, or of the usual step, within which the signal turns. */
const hair = 1e-9
/** How often a hair is doubled in search of a value on either side of a level. */
const farthestDoubling = 32

/** `slope` x value + `base`. */
interface Line {
  readonly slope: number
  readonly base: number
}

/** What the signal would be judged by after so many values, all of them one and the same: lines in that value. */
interface Outlook {
  readonly strength: Line
  readonly move: Line
}

/** The values at which the signal of one metric would change. What it remembers from one day to the next changes no figure. */
export class TurningLevels {
  readonly #metric: MetricFacts
  readonly #strengths: Readonly<Record<WindowName, Strengths>>

  constructor(metric: MetricFacts) {
    const { windows } = rhythmOf(metric.cadence)
    this.#metric = metric
    this.#strengths = mapWindows((name) => strengthsOf(metric, windows[name]))
  }

  /**
   * For each direction the signal at index `end` of a column could turn to: the value at and beyond which it does when the next release has it, or,
   * where that is more than two usual steps away, when every value of the coming week has it; all else as it is. Solved on the definition
   * of the signal and tried on it. None of a metric without polarity, none that cannot be (at or below zero where no value ever was), none
   * further away than any change, and none that the value has reached: it names no move. Nor is neutral named where the printed value turns the
   * signal further.
   *
   * @param upcoming periods (day numbers) after that of `end` within a week, at least the next one; none where nobody knows them
   */
  at(past: SignalBacktest, whole: Column, end: number, upcoming: readonly number[]): Turn[] {
    const { signal, strengths } = past.at(whole, end)
    const { metric, unit, polarity, cadence, seasonal } = this.#metric
    if (signal === null || polarity === 'none' || upcoming.length === 0) return []
    const first = seasonal ? 0 : firstThatCounts(whole, end)
    const column = columnSlice(whole, first, end + 1)
    const last = end - first
    const week: Week = { past: past.recentPulls(whole, end), column, last, upcoming, stance: signal }
    const value = column.value[last]!
    const near = nearSteps * meanAbsoluteStep(column, last)
    const longest = strengths[rhythmOf(cadence).deciding.at(-1)!]
    const scale = longest.z === null ? 0 : longest.scale / Math.abs(changeLine(value, this.#metric.change).slope)
    const turns = ([1, 0, -1] as const).flatMap((to): Turn[] => {
      if (to === signal.way) return []
      const next = this.#level({ ...week, upcoming: upcoming.slice(0, 1) }, to)
      const isNear = next !== null && Math.abs(next - value) <= near
      const level = isNear || upcoming.length === 1 ? next : this.#level(week, to)
      if (level === null || !canBe(whole, end, level) || Math.abs(level - value) > farthestScales * scale) return []
      const side = to > signal.way ? ('above' as const) : ('below' as const)
      if (isLevelReached(value, { side, value: level })) return []
      return [
        {
          to: signalDirectionOf(to, polarity),
          side,
          value: level,
          held: isNear || upcoming.length === 1 ? 'next_release' : 'week',
        },
      ]
    })
    const printed = (turn: Turn) => `${turn.held} ${turn.side} ${turnLevelText(metric, turn, unit)}`
    return turns.filter(
      (turn) => turn.to !== 'neutral' || turns.every((each) => each === turn || printed(each) !== printed(turn)),
    )
  }

  /** The signal after the upcoming periods of a week, each with `value`. */
  wayAfter({ past, column, last, upcoming, stance }: Week, value: number): Sign {
    const pulls = this.#pulls(column, last, upcoming, value)
    const extended = extendColumn(column, last, upcoming, value)
    let standing = stance
    for (const [k, period] of upcoming.entries()) {
      const newest = pulls[k]!
      if (newest === null) {
        standing = initialSignalState
        continue
      }
      const earlier = [...past, ...upcoming.slice(0, k).map((at, j) => ({ period: at, pull: pulls[j]! }))]
      const counting = earlier.flatMap(({ period: at, pull }) => (at > period - averagedDays && pull !== null ? [pull] : []))
      const pull = meanCompositeStrength([newest, ...counting.reverse()])
      standing = nextSignalState(standing, signalEntryAt(this.#metric, extended, last + 1 + k, pull))
    }
    return standing.way
  }

  /** The value at and beyond which the signal is `to` or further that way, null where no value is. */
  #level(week: Week, to: Sign): number | null {
    const { column, last, stance } = week
    const value = column.value[last]!
    const sign = to > stance.way ? 1 : -1
    const turned = (at: number) => sign * this.wayAfter(week, at) >= sign * to
    const pulled = this.#solved(week, to, sign)
    const levels = [...(pulled === null ? [] : [pulled]), ...this.#edges(week)]
    // whatever the strength, the signal turns at one of few values: most often at the first
    for (const level of [...levels].sort((a, b) => Math.abs(a - (pulled ?? value)) - Math.abs(b - (pulled ?? value)))) {
      const margin = hair * Math.max(Math.abs(level), meanAbsoluteStep(column, last))
      const beyond = rounded(level + sign * margin, sign)
      if (turned(beyond) && !turned(level - 2 * sign * margin)) return beyond
    }
    const near = pulled ?? value
    return this.#halved(turned, near, sign, hair * Math.max(Math.abs(near), meanAbsoluteStep(column, last)))
  }

  /** The value at which strength and move turn the signal, no further than an extreme of a year; null where none does. */
  #solved(week: Week, to: Sign, sign: 1 | -1): number | null {
    const { column, last, stance } = week
    if (stance.pulled === to) return null
    const { lowest, highest } = extremesBefore(week)
    let level = column.value[last]!
    for (let round = 0; round < 8; round++) {
      const outlook = this.#outlook(week, level)
      const solved = outlook && solve(outlook, stance.pulled, to)
      if (solved === null || !Number.isFinite(solved)) return null
      // beyond an extreme of a year the signal is that of the extreme, whatever the strength
      const next = sign > 0 ? Math.min(Math.max(solved, lowest), highest) : Math.max(Math.min(solved, highest), lowest)
      const moved = Math.abs(next - level)
      level = next
      if (moved <= 1e-13 * Math.abs(level)) break
    }
    return level
  }

  /** Values at which the signal may turn whatever the strength: where an extreme ends, where windows begin, and the extremes of the year. */
  #edges(week: Week): number[] {
    const { column, last, upcoming, stance } = week
    const { lowest, highest } = extremesBefore(week)
    const extended = extendColumn(column, last, upcoming, column.value[last]!)
    const starts = shortestWindows(this.#metric.cadence).flatMap((window) =>
      upcoming.map((_, k) => windowStartIndex(extended, last + 1 + k, window)),
    )
    const values = starts.flatMap((start) => (start >= 0 && start <= last ? [column.value[start]!] : []))
    return [...new Set([...(stance.extreme ? [stance.extreme.endsAt] : []), ...values, lowest, highest])].filter(Number.isFinite)
  }

  /** The same by halving, where the middle or the scale of past changes jumps near the level that was solved for. */
  #halved(turned: (value: number) => boolean, near: number, sign: number, margin: number): number | null {
    let [inside, outside] = [near, near]
    for (let k = 0; turned(inside) || !turned(outside); k++) {
      if (k === farthestDoubling) return null
      const distance = margin * 2 ** k
      if (turned(inside)) inside = near - sign * distance
      if (!turned(outside)) outside = near + sign * distance
    }
    while (Math.abs(outside - inside) > margin) {
      const middle = inside + (outside - inside) / 2
      if (middle === inside || middle === outside) break
      if (turned(middle)) outside = middle
      else inside = middle
    }
    const level = rounded(outside, sign)
    return turned(level) ? level : outside
  }

  /** What the signal after the week would be judged by, with the middles and scales of past changes as they are where it is `value`. */
  #outlook({ past, column, last, upcoming }: Week, value: number): Outlook | null {
    const extended = extendColumn(column, last, upcoming, value)
    const { change, cadence } = this.#metric
    const { deciding, windows } = rhythmOf(cadence)
    const lines: Outlook[] = []
    const final = upcoming.at(-1)!
    for (const { period, pull } of past)
      if (pull !== null && period > final - averagedDays)
        lines.push({ strength: { slope: 0, base: pull.strength }, move: { slope: 0, base: pull.move } })
    for (const k of upcoming.keys()) {
      const i = last + 1 + k
      if (upcoming[k]! <= final - averagedDays) continue
      const parts = deciding.flatMap((name) => {
        const strength = this.#strengths[name].at(extended, i)
        const window = windows[name]
        if (strength.z === null || window === null) return []
        const start = windowStartIndex(extended, i, window)
        const move = start > last ? { slope: 0, base: 0 } : changeLine(extended.value[start]!, change)
        const { scale, median } = strength
        return [{ strength: { slope: move.slope / scale, base: (move.base - median) / scale }, move }]
      })
      if (parts.length > 0) lines.push(meanOutlook(parts))
      else if (k === upcoming.length - 1) return null
    }
    return meanOutlook(lines)
  }

  /** The pull of each upcoming entry, were all of them `value`. */
  #pulls(column: Column, last: number, upcoming: readonly number[], value: number): (CompositeStrength | null)[] {
    const extended = extendColumn(column, last, upcoming, value)
    const { deciding } = rhythmOf(this.#metric.cadence)
    const none: Strength = { z: null, n: 0, why: 'too few' }
    return upcoming.map((_, k) => {
      const i = last + 1 + k
      const strengths = mapWindows((name) => (deciding.includes(name) ? this.#strengths[name].at(extended, i) : none))
      return compositeStrengthAt(this.#metric, extended, i, strengths)
    })
  }
}

/** A column up to index `last`, its pulls of the last days and its signal there, and the periods to come. */
interface Week {
  readonly past: ReturnType<SignalBacktest['recentPulls']>
  readonly column: Column
  readonly last: number
  readonly upcoming: readonly number[]
  readonly stance: SignalState
}

/** The extremes of the year before the next period, beyond which a value is an extreme itself; infinite where none is. */
function extremesBefore({ column, last, upcoming }: Week): { readonly lowest: number; readonly highest: number } {
  const { period, value } = column
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = last; i >= 0 && period[i]! > upcoming[0]! - recordDays; i--) {
    lowest = Math.min(lowest, value[i]!)
    highest = Math.max(highest, value[i]!)
  }
  const isExtreme = (level: number) => yearExtreme(extendColumn(column, last, upcoming.slice(0, 1), level), last + 1) !== 0
  const beyond = Math.max(Math.abs(highest), Math.abs(lowest)) || 1
  return {
    lowest: isExtreme(lowest - beyond) ? lowest : Number.NEGATIVE_INFINITY,
    highest: isExtreme(highest + beyond) ? highest : Number.POSITIVE_INFINITY,
  }
}

/** Days before an entry that say what is usual, and those that the first of their changes looks back. */
const countingDays = spreadDays + 200
/** The first entry is chosen in steps, so that what is remembered of one day serves the next. */
const step = 256

function firstThatCounts({ period }: Column, last: number): number {
  const first = firstIndex(last, (i) => period[i]! >= period[last]! - countingDays)
  return first - (first % step)
}

/** The value at which strength and move begin to give `to`, as in `nextSignalState`. */
function solve({ strength, move }: Outlook, way: Sign, to: Sign): number | null {
  if (!(strength.slope > 0 && move.slope > 0)) return null
  const strengthAt = (wanted: number) => (wanted - strength.base) / strength.slope
  const still = -move.base / move.slope
  if (to > 0) return Math.max(strengthAt(enterStrength), still)
  if (to < 0) return Math.min(strengthAt(-enterStrength), still)
  return way > 0 ? Math.max(strengthAt(leaveStrength), still) : Math.min(strengthAt(-leaveStrength), still)
}

function changeLine(from: number, kind: MetricFacts['change']): Line {
  if (kind === 'percent') return { slope: 100 / from, base: -100 }
  return kind === 'basis_points' ? { slope: 100, base: -100 * from } : { slope: 1, base: -from }
}

function meanOutlook(lines: readonly Outlook[]): Outlook {
  const mean = (of: (line: Outlook) => number) => lines.reduce((sum, line) => sum + of(line), 0) / lines.length
  return {
    strength: { slope: mean(({ strength }) => strength.slope), base: mean(({ strength }) => strength.base) },
    move: { slope: mean(({ move }) => move.slope), base: mean(({ move }) => move.base) },
  }
}

/** A column up to index `last`, and so many periods more that all have one value. */
export function extendColumn(column: Column, last: number, periods: readonly number[], value: number): Column {
  const count = last + 1 + periods.length
  const period = new Int32Array(count)
  const values = new Float64Array(count).fill(value)
  period.set(column.period.subarray(0, last + 1))
  values.set(column.value.subarray(0, last + 1))
  period.set(periods, last + 1)
  return { ...column, period, value: values, known: new Float64Array(count), basis: new Uint8Array(count) }
}

/** Whether a value is at or beyond a level already. */
export const isLevelReached = (value: number, { side, value: level }: Pick<Turn, 'side' | 'value'>): boolean =>
  side === 'above' ? value >= level : value <= level

/** Whether a value is possible: at or below zero only where one has been. */
function canBe({ value }: Column, last: number, level: number): boolean {
  if (level > 0) return true
  for (let i = 0; i <= last; i++) if (value[i]! <= 0) return true
  return false
}

/** Ten significant digits, away from where the signal stands. */
function rounded(level: number, sign: number): number {
  const near = Number(level.toPrecision(10))
  if (sign * (near - level) >= 0) return near + 0
  const digit = 10 ** (Math.floor(Math.log10(Math.abs(level) || 1)) - 9)
  return Number((near + sign * digit).toPrecision(10)) + 0
}
