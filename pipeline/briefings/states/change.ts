import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { rhythmOfSeries } from '../../days/release-times.ts'
import { nextPeriod } from '../../time/release.ts'
import { valueOn } from '../../values/column.ts'
import { twelveDigits } from '../../values/rounding.ts'
import type { StateRule } from '../briefer.ts'
import { nameOf } from '../story/names.ts'
import { levelState, measureOf, type StateIndicator } from './level.ts'

/** 13 weeks: the same weekday. */
export const thirteenWeekDays = 91

interface ChangeParts {
  /** Percent of the stock 13 weeks before at which a side begins, and below which it ends. */
  readonly enter: number
  readonly leave: number
  readonly labels: readonly [fell: string, steady: string, rose: string]
}

/** A state by the change of a weekly stock over 13 weeks. The next release is compared with a week that is known already. */
export function stockChangeState(metric: MetricName, parts: ChangeParts): StateRule {
  const { title, clock } = metricByName.get(metric)!
  const growth: StateIndicator = {
    inputs: [metric],
    measures: [
      measureOf([metric], ([column], i) => {
        const then = valueOn(column!, column!.period[i]! - thirteenWeekDays) ?? 0
        return then > 0 ? twelveDigits(100 * (column!.value[i]! / then - 1)) : Number.NaN
      }),
    ],
    called: `the change of ${nameOf({ metric, title }).name} over 13 weeks`,
    write: (percent) => `${percent}%`,
    solve: (day, percent) => {
      const column = day.column(metric)
      const then =
        column === null ? 0 : (valueOn(column, nextPeriod(rhythmOfSeries(clock), column.period.at(-1)!) - thirteenWeekDays) ?? 0)
      return then > 0 ? { metric, value: then * (1 + percent / 100) } : null
    },
  }
  return levelState(growth, parts)
}
