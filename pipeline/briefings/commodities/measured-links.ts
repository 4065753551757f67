import { metricByName } from '../../../data/metrics.ts'
import { type Correlated, correlate } from '../../analysis/correlation.ts'
import type { Day } from '../../analysis/days/day.ts'
import { rounded } from '../../analysis/rounding.ts'
import type { Column } from '../../column.ts'

/** Changes of a correlation: 90 sessions common to both. */
export const linkedChanges = 90

/** How the daily changes of a price in percent have moved with those of a metric, over 90 changes between days both have. */
export function linkTo(price: Column, metric: string, day: Day): Correlated | null {
  const other = day.column(metric)
  return other === null ? null : correlate(price, other, linkedChanges, ['percent', metricByName.get(metric)!.change])
}

/** Two decimals, never `-0.00`. */
const hundredths = (value: number): string => (Math.round(value * 100) / 100 + 0).toFixed(2)

/** A correlation as the cells of a row. */
export const linkCells = (link: Correlated | null) => ({
  r: link && rounded(link.value, 2),
  r_95: link && `${hundredths(link.low)} to ${hundredths(link.high)}`,
  link: link?.word ?? null,
  n: link?.n ?? null,
  from: link?.from ?? null,
  to: link?.to ?? null,
})

export const linkColumns = { r: 'Correlation', r_95: '95% interval', link: 'In words' } as const
