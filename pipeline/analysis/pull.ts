import type { WindowName } from '../documents/reading.ts'
import type { Column } from '../values/column.ts'
import { meanOf } from '../values/numbers.ts'
import type { MetricFacts } from './metric-facts.ts'
import { yearExtreme } from './record.ts'
import { rhythmOf, shortestWindows } from './rhythm.ts'
import type { CompositeStrength, Sign, SignalEntry } from './signal.ts'
import { type Strength, windowChangeAt } from './strength.ts'
import { meanAbsoluteStep } from './usual-step.ts'

/** Mean strength and change of an entry over the deciding windows that have a strength; null where none has. */
export function compositeStrengthAt(
  { cadence, change }: MetricFacts,
  column: Column,
  i: number,
  strengths: Readonly<Record<WindowName, Strength>>,
): CompositeStrength | null {
  const { deciding, windows } = rhythmOf(cadence)
  let [strength, move, count] = [0, 0, 0]
  for (const name of deciding) {
    const { z } = strengths[name]
    if (z === null) continue
    strength += z
    move += windowChangeAt(column, i, windows[name], change)
    count++
  }
  return count === 0 ? null : { strength: strength / count, move: move / count }
}

export function meanCompositeStrength(pulls: readonly CompositeStrength[]): CompositeStrength {
  return { strength: meanOf(pulls.map(({ strength }) => strength)), move: meanOf(pulls.map(({ move }) => move)) }
}

/** The entry at index `i` as a signal is judged by it. */
export function signalEntryAt({ cadence }: MetricFacts, column: Column, i: number, pull: CompositeStrength): SignalEntry {
  // the difference has the sign of the change, also where a percent change does not exist
  const ways = shortestWindows(cadence).map((window) => Math.sign(windowChangeAt(column, i, window, 'unit')) as Sign)
  const [way = 0, ...others] = ways.filter((each) => !Number.isNaN(each))
  return {
    pull,
    value: column.value[i]!,
    drift: others.every((other) => other === way) ? way : 0,
    extreme: yearExtreme(column, i),
    step: meanAbsoluteStep(column, i - 1),
  }
}
