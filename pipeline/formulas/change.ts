import { endOfMonth } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { type Calculation, inputPartAt, periodIndexOf, unaryFormula } from './formula.ts'

/** Least days between two periods of a series of months or quarters. */
const leastMonth = 28
const daysOf52Weeks = 52 * 7
const daysOf13Weeks = 91

const isMonthly = ({ period }: Column, i: number): boolean =>
  period[i] === endOfMonth(period[i]!) && i > 0 && period[i]! - period[i - 1]! >= leastMonth

/** What a value is compared with: the period (day number) of it, which must have a value, and how far back it may lie. */
interface Earlier {
  readonly period: (column: Column, i: number) => number
  readonly lookback?: number
}

const earlier = {
  '1d': { period: ({ period }, i) => period[i]! - 1, lookback: 1 },
  '1m': { period: ({ period }, i) => endOfMonth(period[i]!, 1), lookback: 31 },
  '3m': { period: ({ period }, i) => endOfMonth(period[i]!, 3), lookback: 92 },
  '13w': { period: ({ period }, i) => period[i]! - daysOf13Weeks, lookback: 91 },
  // as many of each weekday are on either side
  '364d': { period: ({ period }, i) => period[i]! - daysOf52Weeks },
  // of a weekly series the week 52 weeks before
  '1y': {
    period: (column, i) => (isMonthly(column, i) ? endOfMonth(column.period[i]!, 12) : column.period[i]! - daysOf52Weeks),
    lookback: 366,
  },
} as const satisfies Readonly<Record<string, Earlier>>

type Span = keyof typeof earlier

function against(over: Span, change: (now: number, then: number) => number): Calculation {
  const { period, ...span }: Earlier = earlier[over]
  const calculate = unaryFormula(({ column }) => {
    const before = (i: number) => periodIndexOf(column, period(column, i))
    return {
      value: (i) => (before(i) < 0 ? null : change(column.value[i]!, column.value[before(i)]!)),
      others: (i) => [[column, before(i)]],
      parts: (i) => [inputPartAt(column, i), inputPartAt(column, before(i))],
    }
  })
  return { ...span, calculate, steady: true, needs: (column, i) => [period(column, i)] }
}

/** Percent against an earlier value; none where that is zero or below. */
export const percentChange = (over: Span): Calculation =>
  against(over, (now, then) => (then > 0 ? 100 * (now / then - 1) : Number.NaN))

/** The difference from an earlier value, in the unit of the series. */
export const differenceFormula = (over: Span): Calculation => against(over, (now, then) => now - then)

/** Percent a year, if the pace of the last three months continued for twelve. */
export const annualised3m: Calculation = against('3m', (now, then) =>
  then > 0 && now > 0 ? 100 * ((now / then) ** 4 - 1) : Number.NaN,
)
