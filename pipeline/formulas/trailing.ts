import { endOfMonth, isoDay } from '../time/day.ts'
import { isBusinessDay } from '../time/holiday.ts'
import type { Column } from '../values/column.ts'
import {
  type Calculation,
  inputPartAt,
  lastKnownIndex,
  readsSamePeriodOnly,
  trailingMean,
  unaryFormula,
  windowPart,
} from './formula.ts'

/**
 * So many values in a row, what they are called, and what may be between the first and the last of them: at most so many days, or no
 * session of the exchange that has no value.
 */
interface Window {
  readonly count: number
  readonly values: 'daily values' | 'weekly values' | 'monthly values' | 'days'
  readonly mostDays: number | 'sessions'
}

const windows = {
  '7d': { count: 7, values: 'daily values', mostDays: 6 },
  '28d': { count: 28, values: 'daily values', mostDays: 27 },
  '30d': { count: 30, values: 'daily values', mostDays: 29 },
  '200d': { count: 200, values: 'daily values', mostDays: Number.POSITIVE_INFINITY },
  '4w': { count: 4, values: 'weekly values', mostDays: 21 },
  '3m': { count: 3, values: 'monthly values', mostDays: 62 },
  '5 sessions': { count: 5, values: 'daily values', mostDays: 'sessions' },
  '20 sessions': { count: 20, values: 'daily values', mostDays: 'sessions' },
} as const satisfies Readonly<Record<string, Window>>

/** Sessions of the US exchanges from one day number to another, both included. */
export function sessionsIn(from: number, to: number): number {
  let sessions = 0
  for (let day = from; day <= to; day++) if (isBusinessDay(day, 'us-market')) sessions++
  return sessions
}

function isWhole({ period }: Column, i: number, { count, mostDays }: Window): boolean {
  if (i < count - 1) return false
  const [from, to] = [period[i - count + 1]!, period[i]!]
  return mostDays === 'sessions' ? sessionsIn(from, to) <= count : to - from <= mostDays
}

/** So many sessions of the US exchanges up to a day number, newest first. */
export function sessionsUpTo(day: number, count: number): number[] {
  const sessions: number[] = []
  for (let at = day; sessions.length < count; at--) if (isBusinessDay(at, 'us-market')) sessions.push(at)
  return sessions
}

/** The periods of the window that ends on one (day numbers), newest first; none where the window takes whatever values there are. */
function periodsUpTo(period: number, { count, values, mostDays }: Window): number[] {
  if (mostDays === 'sessions') return sessionsUpTo(period, count)
  if (!Number.isFinite(mostDays)) return []
  const before = { 'weekly values': 7, 'daily values': 1, days: 1 } as const
  return Array.from({ length: count }, (_, back) =>
    values === 'monthly values' ? endOfMonth(period, back) : period - back * before[values],
  )
}

/** The mean or the sum of the last values, divided by `by`. Its one part names the window instead of as many rows. */
export function trailingFormula(name: 'mean' | 'sum', over: keyof typeof windows, by = 1): Calculation {
  const window = windows[over]
  const { count, values } = window
  const scale = name === 'mean' ? 1 : count / by
  const divided = by === 1 ? '' : ` / ${by.toLocaleString('en-US')}`
  return {
    lookback: count,
    steady: true,
    needs: ({ period }, i) => periodsUpTo(period[i]!, window),
    calculate: unaryFormula(({ column }, { unit }) => {
      const value = (i: number) => (isWhole(column, i, window) ? trailingMean(column, i, count)! * scale : null)
      return {
        value,
        others: (i) => [[column, lastKnownIndex(column, i, count)]],
        parts: (i, known) => {
          const part = windowPart(column, i, count, {
            what: `${name} of ${column.series}, ${count} ${values}`,
            value: value(i)!,
            unit,
            known,
          })
          return [{ ...part, series: `${part.series}${divided}` }]
        },
        notes: () => [],
      }
    }),
  }
}

/** Values of the mean: days of what has one every day, sessions of what is traded on business days. */
const gapValues = 200

/** Percent that a daily value is above the mean of the last 200, itself among them; none where that mean is zero or below. */
export const meanGap200d: Calculation = {
  lookback: gapValues,
  steady: true,
  needs: readsSamePeriodOnly,
  calculate: unaryFormula(({ column }) => ({
    value: (i) => {
      const mean = trailingMean(column, i, gapValues)
      return mean === null || mean <= 0 ? null : 100 * (column.value[i]! / mean - 1)
    },
    others: (i) => [[column, lastKnownIndex(column, i, gapValues)]],
    parts: (i, known) => [
      inputPartAt(column, i),
      windowPart(column, i, gapValues, {
        what: `mean of ${column.series}, ${gapValues} values`,
        value: trailingMean(column, i, gapValues)!,
        unit: column.unit,
        known,
      }),
    ],
  })),
}

const [short, long] = [30, 60]
const ribbonWindow = { count: long, values: 'days', mostDays: long - 1 } as const

/** Mean of 30 days over that of 60 days, both ending on the day; no value where a day of the 60 is missing. */
export const hashRibbon: Calculation = {
  lookback: long,
  needs: ({ period }, i) => periodsUpTo(period[i]!, ribbonWindow),
  calculate: unaryFormula(({ column }) => ({
    value: (i) => (isWhole(column, i, ribbonWindow) ? trailingMean(column, i, short)! / trailingMean(column, i, long)! : null),
    others: (i) => [[column, lastKnownIndex(column, i, long)]],
    parts: (i, known) =>
      [short, long].map((days) =>
        windowPart(column, i, days, {
          what: `mean of ${column.series}, ${days} days`,
          value: trailingMean(column, i, days)!,
          unit: column.unit,
          known,
        }),
      ),
  })),
}

/** Changes a volatility is made of. */
const sessions = 30

/** Simple changes of the window that ends at index `i`, from one value on record to the next; those that start at zero or below are left out. */
function changesUpTo({ value }: Column, i: number): number[] {
  const changes: number[] = []
  for (let k = i - sessions + 1; k <= i; k++) if (value[k - 1]! > 0) changes.push(value[k]! / value[k - 1]! - 1)
  return changes
}

/** Sample standard deviation, annualised, in percent. */
function volatilityOf(changes: readonly number[], sessionsPerYear: number): number {
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0)
  return 100 * Math.sqrt((sessionsPerYear * squares) / (changes.length - 1))
}

/**
 * Realised volatility: the sample standard deviation of the last 30 daily changes, annualised by the root of the sessions of a
 * year, in percent. Changes are simple ones, not logarithms: WTI was at -36.98 dollars on 2020-04-20. The change to such a day counts; the change from it, which has no
 * percentage, is left out, and both are stated.
 */
export const volatility = (sessionsPerYear: number): Calculation => ({
  lookback: sessions,
  steady: true,
  needs: readsSamePeriodOnly,
  calculate: unaryFormula(({ column, notes }, metric) => {
    const value = (i: number) => (i < sessions ? null : volatilityOf(changesUpTo(column, i), sessionsPerYear))
    return {
      value,
      others: (i) => [[column, lastKnownIndex(column, i, sessions + 1)]],
      parts: (i, known) => [
        windowPart(column, i, sessions + 1, {
          what: `volatility of ${column.series}, ${sessions} daily changes`,
          value: value(i)!,
          unit: metric.unit,
          known,
        }),
      ],
      notes: (i) => {
        const below: string[] = []
        for (let k = i - sessions; k <= i; k++)
          if (column.value[k]! <= 0) below.push(`${isoDay(column.period[k]!)} (${column.value[k]})`)
        if (below.length === 0) return notes(i)
        return [
          `The ${sessions} changes of ${metric.name} include a price of zero or below: ${below.join(', ')}. The change to it counts; the change from it has no percentage and is left out.`,
          ...notes(i),
        ]
      },
    }
  }),
})
