import type { NewStake } from '../../pipeline/analysis/stake.ts'
import type { StakeEntries } from '../../pipeline/editions/stakes.ts'
import type { Grade } from '../../pipeline/tables/stake.ts'

/** A stake on `metric/m0`. */
export const stakeOf = (id: string): NewStake => ({
  ...{ id, document: 'metric/m0', metric: 'm0', claim: 'bullish', way: 1, called: true, horizon_days: 7 },
  ...{ as_of: '2026-07-22', period: '2026-07-21', value: 1.5, probability: 0.6, base: 0.5, persistence: 1 },
  ...{ method: '4.1', due: '2026-07-28' },
})

export const gradeOf = (stake: string): Grade => ({
  ...{ stake, graded_as_of: '2026-07-29', value_from: 1.5, period_to: '2026-07-28', value_to: 2, came_true: true },
})

export const entriesOf = (
  stakes: readonly string[],
  grades: readonly string[] = [],
  newest: string | null = null,
): StakeEntries => ({
  stakes: stakes.map(stakeOf),
  grades: grades.map(gradeOf),
  past: [],
  newest,
})
