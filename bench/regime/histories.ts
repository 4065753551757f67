import { metricRows } from '../../data/metrics.ts'
import { series } from '../../data/series.ts'
import type { RegimeInputData } from '../../pipeline/analysis/regime/regime-days.ts'
import { metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import { dayNumber, endOfMonth } from '../../pipeline/time/day.ts'
import { releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { recordedSeries } from '../calibration/recorded-series.ts'
import { columnOf } from '../calibration/walk-series.ts'

/** The last day on which every recorded input still has a value: the day the shortest were recorded. */
export const lastDay = dayNumber('2026-05-27')!

/** The recorded history of each series the regime rests on, by its name in the list of recorded histories. */
const recorded: Readonly<Record<string, string>> = {
  NFCI: 'financial-conditions',
  VIXCLS: 'vix',
  WALCL: 'fed-balance',
  WTREGEN: 'tga',
  RRPONTSYD: 'rrp',
  DTWEXBGS: 'dollar-index',
  DFII10: 'real-yield-10y',
  'btc.PriceUSD': 'bitcoin-price',
  ICSA: 'initial-claims',
  PAYEMS: 'payrolls',
  CPIAUCSL: 'consumer-prices',
}

/** A recorded history as a column; a monthly value stands at the end of its month, as the product keeps it. */
export function historyOf(name: string, folder: string): Column {
  const row = recordedSeries.find(({ facts }) => facts.metric === name)!
  const column = columnOf(row, folder)
  return row.facts.cadence === 'monthly' ? { ...column, period: column.period.map((day) => endOfMonth(day)) } : column
}

/** What the regime asks of a metric, from the recorded histories: the newest vintage of each, known when it was due. */
export function recordedInputs(folder: string): (metric: string) => RegimeInputData | null {
  const calculated = metricEvaluator((id) => (recorded[id] ? historyOf(recorded[id], folder) : null))
  return (metric) => {
    const values = calculated(metric)
    const facts = metricRows.find((row) => row.metric === metric)!
    const { rule } = series.find(({ id }) => id === facts.clock)!
    return values && { facts, column: values.column, due: (period: number) => releaseTime(releaseRule(rule), period) }
  }
}
