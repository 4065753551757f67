import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { twelveDigits } from '../../analysis/rounding.ts'
import { nextPeriod } from '../../calendar/release.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { StateRule } from '../day.ts'
import { rhythmOfSeries } from '../release-times.ts'
import { nameOf } from '../story/names.ts'
import { type Indicator, level } from './level.ts'

const quarterDays = 91

/** The value 13 weeks before a period (day number), of the same weekday; NaN where there is none. */
export function quarterBefore(column: Column, period: number): number {
  const at = indexAtOrBefore(column, period - quarterDays)
  return at >= 0 && column.period[at] === period - quarterDays ? column.value[at]! : Number.NaN
}

interface ChangeParts {
  /** Percent of the stock 13 weeks before at which a side begins, and below which it ends. */
  readonly enter: number
  readonly leave: number
  readonly labels: readonly [fell: string, steady: string, rose: string]
}

/** A state by the change of a weekly stock over 13 weeks. The next release is compared with a week that is known already. */
export function change(metric: MetricName, parts: ChangeParts): StateRule {
  const { title, clock } = metricByName.get(metric)!
  const growth: Indicator = {
    inputs: [metric],
    measures: [
      {
        metrics: [metric],
        measuring:
          () =>
          ([column], i) => {
            const then = quarterBefore(column!, column!.period[i]!)
            return then > 0 ? twelveDigits(100 * (column!.value[i]! / then - 1)) : Number.NaN
          },
      },
    ],
    called: `the change of ${nameOf({ metric, title }).name} over 13 weeks`,
    write: (percent) => `${percent} %`,
    solve: (day, percent) => {
      const column = day.column(metric)
      const then = column === null ? Number.NaN : quarterBefore(column, nextPeriod(rhythmOfSeries(clock), column.period.at(-1)!))
      return then > 0 ? { metric, value: then * (1 + percent / 100) } : null
    },
  }
  return level(growth, parts)
}
