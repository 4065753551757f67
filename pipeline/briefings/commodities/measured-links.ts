import { metricByName } from '../../../data/metrics.ts'
import { type CorrelationResult, correlate } from '../../analysis/correlation.ts'
import type { Day } from '../../days/day.ts'
import type { Column } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import type { ListingColumn } from '../table.ts'

/** Changes of a correlation: 90 sessions common to both. */
export const correlationChangeCount = 90

/** How the daily changes of a price in percent have moved with those of a metric, over 90 changes between days both have. */
export function correlationWithMetric(price: Column, metric: string, day: Day): CorrelationResult | null {
  const other = day.column(metric)
  return other === null ? null : correlate(price, other, correlationChangeCount, ['percent', metricByName.get(metric)!.change])
}

/** Two decimals, never `-0.00`. */
const hundredths = (value: number): string => (Math.round(value * 100) / 100 + 0).toFixed(2)

/** The columns of a correlation, in a listing of things that have one. */
export const correlationColumns: Readonly<Record<string, ListingColumn<{ readonly link: CorrelationResult | null }>>> = {
  r: ['Correlation', ({ link }) => link && rounded(link.value, 2)],
  r_95: ['95% interval', ({ link }) => link && `${hundredths(link.low)} to ${hundredths(link.high)}`],
  link: ['In words', ({ link }) => link?.word],
  n: [null, ({ link }) => link?.n],
  from: [null, ({ link }) => link?.from],
  to: [null, ({ link }) => link?.to],
}
