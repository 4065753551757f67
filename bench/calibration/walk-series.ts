import { join } from 'node:path'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { SignalBacktest, type SignalForecast } from '../../pipeline/analysis/past.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { readHistory } from './read-history.ts'
import type { RecordedSeries } from './recorded-series.ts'

/** The history of a recorded series as a column; each value known when its day ends. */
export function columnOf({ facts, file, read }: RecordedSeries, folder: string): Column {
  const { period, value } = readHistory(join(folder, file), read)
  const known = Float64Array.from(period, (day) => (day + 1) * 86_400_000)
  return { series: facts.metric, unit: facts.unit, period, value, known, basis: new Uint8Array(period.length) }
}

/** Every score of a metric whose window had ended by index `last` of a column, with what became of it. */
export function forecastsOf(metric: MetricFacts, column: Column, last = column.period.length - 1): SignalForecast[] {
  const forecasts: SignalForecast[] = []
  new SignalBacktest(metric, null, (forecast) => forecasts.push(forecast)).at(column, last)
  return forecasts
}
