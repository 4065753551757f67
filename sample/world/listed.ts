import { dayNumber } from '../../pipeline/time/day.ts'
import { japaneseReporter } from './japanese-reporter.ts'
import { seriesLevelOf } from './levels.ts'
import { pathOf, roundTo } from './random-walk.ts'
import { type Reporter, reporters } from './reporters.ts'
import { sharesSince } from './statements.ts'

/** What a price is of that of 2026: it grows as earnings per share do, so that multiples wander about one level. */
const growth = (day: number): number => 1.049 ** ((day - dayNumber('2026-01-01')!) / 365.25)

const lineOf = (row: Reporter, market: 'us' | 'jp', unit: 'USD' | 'JPY') => {
  const key = `${row.ticker.toLowerCase()}.${market}`
  const { decimals } = seriesLevelOf(key, [0, 1e6])
  return {
    ...{ market, code: row.ticker, unit, split: row.split },
    /** In the shares of that day (day number): not adjusted for a later split. */
    close: (day: number): number => roundTo(pathOf(key)(day) * growth(day) * sharesSince(row, day), decimals),
  }
}

/** Listed shares of the invented companies that file whole statements, with their closes. */
export const listedLines = [...reporters.map((row) => lineOf(row, 'us', 'USD')), lineOf(japaneseReporter, 'jp', 'JPY')] as const
