import type { WindowName } from '../documents/reading.ts'
import { endOfMonth } from '../time/day.ts'
import { type Column, firstIndex, indexAtOrBefore } from '../values/column.ts'

/** How often a metric has a value, as its row in `data/metrics.ts` says. */
export type Cadence = 'daily' | 'business daily' | 'weekly' | 'monthly' | 'quarterly' | 'by auction' | 'on change' | 'as filed'

/**
 * A window between two periods of a series: they lie at least `days` and at most `longest` calendar days apart, `nominal` as it is named.
 * `span` is the window in words. `ends` says which value ends a window that begins somewhere: the newest of its calendar days, or that of
 * the period so many weeks or months later.
 */
export interface ChangeWindow {
  readonly days: number
  readonly longest: number
  readonly nominal: number
  readonly span: string
  readonly ends: 'within' | 'after'
}

type Windows = Readonly<Record<WindowName, ChangeWindow | null>>

/** What is made of each window, by its name. */
export const mapWindows = <Made>(make: (name: WindowName) => Made): Record<WindowName, Made> => ({
  '7d': make('7d'),
  '30d': make('30d'),
  '90d': make('90d'),
})

/**
 * What depends on how many values a quarter holds. `changes`: earlier changes a strength needs; `others`: other values a percentile needs;
 * `momentum`: the short and the long window of momentum (a weekly series has at most one new value in seven days, too few for a pace);
 * `deciding`: the windows whose mean strength decides the signal.
 */
export interface Rhythm {
  readonly windows: Windows
  readonly changes: number
  readonly others: number
  readonly momentum: readonly [WindowName, WindowName]
  readonly deciding: readonly WindowName[]
}

/** Days without a value that make a hole in a daily history: no window and no record reaches across it. */
const hole = 31

const calendar = (days: number, longest: number): ChangeWindow => ({
  days,
  nominal: days,
  longest,
  span: `${days} days`,
  ends: 'within',
})
/** Weeks of a weekly series: less than another week longer where a release day moved. */
const weeks = (n: number): ChangeWindow => ({
  days: 7 * n,
  nominal: 7 * n,
  longest: 7 * n + 6,
  span: n === 1 ? '1 week' : `${n} weeks`,
  ends: 'after',
})

const calendars = (older: number): Windows => ({
  '7d': calendar(7, 7 + older),
  '30d': calendar(30, 30 + older),
  '90d': calendar(90, 90 + older),
})
/** The start may be older where days are missing, and its date says so; not by more than a hole. */
const byDays = calendars(hole)
/** A rate or a count stands until the next one: its value at the start of a window is the newest then, however old. */
const byChanges = calendars(Number.POSITIVE_INFINITY)
const byWeeks: Windows = { '7d': weeks(1), '30d': weeks(4), '90d': weeks(13) }
/** Months have 28 to 31 days, three of them 89 to 92. */
const byMonths: Windows = {
  '7d': null,
  '30d': { days: 28, nominal: 30, longest: 31, span: '1 month', ends: 'after' },
  '90d': { days: 89, nominal: 91, longest: 92, span: '3 months', ends: 'after' },
}
/** Auctions of one maturity are four or five weeks apart, on days of the Treasury's choosing. */
const byAuctions: Windows = {
  '7d': null,
  '30d': { days: 20, nominal: 30, longest: 45, span: '1 month', ends: 'after' },
  '90d': { days: 77, nominal: 91, longest: 110, span: '3 months', ends: 'after' },
}
const byQuarters: Windows = {
  '7d': null,
  '30d': null,
  '90d': { days: 89, nominal: 91, longest: 92, span: '1 quarter', ends: 'after' },
}

const dense = { windows: byDays, changes: 60, others: 20, momentum: ['7d', '30d'], deciding: ['7d', '30d'] } as const
const sparse = { windows: byChanges, changes: 26, others: 8, momentum: ['30d', '90d'], deciding: ['7d', '30d'] } as const

const rhythms: Readonly<Record<Cadence, Rhythm>> = {
  daily: dense,
  'business daily': dense,
  'on change': sparse,
  'as filed': sparse,
  weekly: { ...sparse, windows: byWeeks },
  monthly: { ...sparse, windows: byMonths, changes: 24, deciding: ['90d'] },
  'by auction': { ...sparse, windows: byAuctions, changes: 24, deciding: ['90d'] },
  quarterly: { ...sparse, windows: byQuarters, changes: 12, deciding: ['90d'] },
}

export function rhythmOf(cadence: Cadence): Rhythm {
  return rhythms[cadence]
}

const shortest = new Map(
  Object.entries(rhythms).map(([cadence, { windows }]) => [
    cadence,
    Object.values(windows)
      .filter((each) => each !== null)
      .slice(0, 2),
  ]),
)

/** The two shortest windows of a cadence, or its one: no signal stands against all of them. */
export const shortestWindows = (cadence: Cadence): readonly ChangeWindow[] => shortest.get(cadence)!

/**
 * Index of the entry a daily history has been without a hole from, up to index `last`: before it a value may have been surpassed unseen. 0
 * for every other cadence.
 */
export function firstGaplessIndex({ period }: Column, last: number, cadence: Cadence): number {
  let first = last
  if (cadence !== 'daily' && cadence !== 'business daily') return 0
  while (first > 0 && period[first]! - period[first - 1]! <= hole) first--
  return first
}

/** The period (day number) a window of weeks, or of months and their ends, starts from where it ends with `period`. */
export const windowStartPeriod = ({ days, nominal, span }: ChangeWindow, period: number): number =>
  /month|quarter/.test(span) && period === endOfMonth(period) ? endOfMonth(period, Math.round(nominal / 30)) : period - days

/** Index of the entry that a window ending at index `i` starts from, or -1: the newest one at least so old, unless it is too old. */
export const windowStartIndex = (column: Column, i: number, window: ChangeWindow): number =>
  windowStartIndexBefore(column, column.period[i]!, window)

/** The same of a window that ends on a day (day number). */
export function windowStartIndexBefore(column: Column, end: number, { days, longest }: ChangeWindow): number {
  const start = indexAtOrBefore(column, end - days)
  return start >= 0 && end - column.period[start]! <= longest ? start : -1
}

/**
 * Index of the entry at which a window that begins at index `i` ends, or `i` where no value lies in it: of calendar days the newest entry
 * within them, of weeks and months the entry so many of them later. To be asked once the column reaches the end of the window.
 */
export function windowEndIndex(column: Column, i: number, { days, longest, ends }: ChangeWindow): number {
  const { period } = column
  if (ends === 'within') return indexAtOrBefore(column, period[i]! + days)
  const end = firstIndex(period.length, (k) => period[k]! >= period[i]! + days)
  return end < period.length && period[end]! - period[i]! <= longest ? end : i
}
