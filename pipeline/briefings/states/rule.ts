import { foldStateUntil, type HysteresisSide } from '../../analysis/hysteresis.ts'
import { type Day, firstFoldedDay, type MeasureDefinition, stateHorizonDays, unknown } from '../../days/day.ts'
import type { StandingState } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import type { StateRule } from '../briefer.ts'

/** Why a day has no state, or which of its inputs it is judged without. */
export function stateJudgement(rule: StateRule, label: string, day: Day): Pick<StandingState, 'why' | 'judged_on'> {
  const inputs = rule.inputs(day)
  if (label === unknown) {
    if (rule.why !== undefined) return { why: rule.why(day) }
    const words = inputs.map((metric) => day.reading(metric)?.freshness.status ?? 'missing')
    if (words.includes('missing')) return { why: 'no_source' }
    return { why: words.includes('stale') ? 'stale' : 'too_little_history' }
  }
  const without = [...(rule.absent?.(day) ?? [])]
  return without.length === 0 ? {} : { judged_on: { inputs: inputs.length, current: inputs.length - without.length, without } }
}

/**
 * The side of a day, stepped through every day before it.
 *
 * @param next the side after another by the newest figures of a day; null where they say nothing
 */
export function foldSideUntil(
  day: Day,
  measures: readonly MeasureDefinition[],
  next: (before: HysteresisSide, figures: Float64Array) => HysteresisSide | null,
): HysteresisSide | null {
  return foldStateUntil<HysteresisSide>(
    day.asOf,
    firstFoldedDay,
    measures.map((measure) => day.figures(measure)),
    0,
    next,
  )
}

type CustomRule = Omit<StateRule, 'inputs' | 'reads' | 'turns'> &
  Partial<Pick<StateRule, 'reads' | 'turns'>> & { readonly inputs: readonly string[] | StateRule['inputs'] }

/** A state of another form. Without `turns` it says in `noLevels` why there are none. */
export function customState(rule: CustomRule & ({ turns: StateRule['turns'] } | { noLevels: string })): StateRule {
  const { inputs } = rule
  return {
    turns: () => [],
    reads: typeof inputs === 'function' ? [] : inputs,
    ...rule,
    inputs: typeof inputs === 'function' ? inputs : () => inputs,
  }
}

/**
 * The state of a briefing on a day (day number) and since when it has stood, from the labels of the days before as each was known then, so
 * that a state never depends on which editions happened to be published. `since_at_least`: it has stood through the whole horizon, so
 * `since` is only the earliest day that was looked at, and it may be older.
 */
export function stateSince(label: string, day: number, labelOn: (day: number) => string): StandingState {
  for (let back = 1; back <= stateHorizonDays; back++) {
    const before = labelOn(day - back)
    if (before !== label) return { label, since: isoDay(day - back + 1), previous: before, since_at_least: false }
  }
  return { label, since: isoDay(day - stateHorizonDays), previous: null, since_at_least: true }
}
