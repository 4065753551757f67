import { type Series, series } from '../../data/series.ts'
import { dayMs, dayOf, daysBetween, isoDay, weekday } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { hasMonthPeriods, periodAround, releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { sampleEpoch } from './random-walk.ts'

/** Ten years, three of them leap years. */
const historyDays = 3_653

/** So long before the epoch months and quarters begin: a run of its first days finds one that has been released. */
const leadDays = 190

/** What a run sees of the invented past: day numbers, both included. It ends on the day before the run; `now` in milliseconds UTC. */
export function historyAt(now: number): { readonly first: number; readonly last: number } {
  const last = dayOf(now) - 1
  return { first: Math.max(sampleEpoch, last - historyDays), last }
}

/** Five years, for daily series without a long cycle. */
const shortDays = 1_826
export const shortSeries: ReadonlySet<string> = new Set([
  ...[
    'DGS6MO',
    'DGS1',
    'DGS3',
    'DGS7',
    'DGS20',
    'DFII7',
    'DFII20',
    'DFII30',
    'T5YIE',
    'T10YIE',
    'T5YIFR',
    'EFFR',
    'IORB',
    'DPRIME',
  ],
  ...['bundesbank.germany-10y', 'ecb.YC.SR_2Y', 'ecb.YC.SR_10Y'],
  ...['DCOILBRENTEU', 'eia.RBRTE', 'eia.RWTC', 'eia.RNGWHHD'],
  ...['DEXUSUK', 'DEXSZUS', 'DEXCAUS', 'DEXUSAL', 'DEXMXUS', 'DEXKOUS', 'DEXINUS', 'DEXBZUS'],
])

/** The registered series of an upstream, by its own keys. */
export const seriesByKey = (upstream: string): ReadonlyMap<string, Series> =>
  new Map(series.filter((row: Series) => row.upstream === upstream).map((row) => [row.key, row]))

/** Weekday (1 Monday to 7 Sunday) a weekly series is about, from the rule by which it is released. */
function weekdayOf(row: Series): number {
  const rule = releaseRule(row.rule)
  if (rule.kind === 'business') return rule.weekday ?? 5
  return (((((rule.weekday ?? 3) - rule.days - 1) % 7) + 7) % 7) + 1
}

/** Whether the series has a period that ends on a day; holidays of a business-daily series count, as a missing value. */
function ends(row: Series): (day: number) => boolean {
  if (row.frequency === 'daily') return () => true
  if (hasMonthPeriods(row.frequency)) return (day) => day === periodAround(row.frequency, day).last
  if (row.frequency !== 'weekly') return (day) => weekday(day) < 6
  const on = weekdayOf(row)
  return (day) => weekday(day) === on
}

/** Whether a business-daily series has no value on a day it could have one. */
export function isHoliday(row: Series, day: number): boolean {
  return row.frequency === 'business' && !isBusinessDay(day, row.holidays ?? 'us-market')
}

/** Days by which continued claims came after their rule in a month: a run within it finds them late, a later one that they became known later. */
const [lateKey, lateMonth, lateDays] = ['CCSA', '2026-08', 6]

/** When the value of a period (day number) is published, milliseconds UTC. */
export function publishedAt({ key, rule }: Series, period: number): number {
  const due = releaseTime(releaseRule(rule), period)
  return key === lateKey && isoDay(dayOf(due)).startsWith(lateMonth) ? due + lateDays * dayMs : due
}

/** Periods of the series released by `now` (ms), ascending; holidays of a business-daily series among them. */
export function periodsOf(row: Series, now: number): number[] {
  const { last } = historyAt(now)
  const begins = hasMonthPeriods(row.frequency) ? sampleEpoch - leadDays : sampleEpoch
  const from = Math.max(begins, last - (shortSeries.has(row.id) ? shortDays : historyDays))
  const periods = daysBetween(from, last).filter(ends(row))
  return periods.slice(0, periods.findLastIndex((day) => publishedAt(row, day) <= now) + 1)
}

/** The same without holidays. */
export const sessionsOf = (row: Series, now: number): number[] => periodsOf(row, now).filter((day) => !isHoliday(row, day))
