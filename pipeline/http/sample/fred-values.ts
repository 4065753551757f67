import { sampleBalanceSheet, sampleReverseRepo } from '../../../data/sample-levels.ts'
import { type Series, series } from '../../../data/series.ts'
import { dayMs, dayNumber, dayOf } from '../../calendar/day.ts'
import { isBusinessDay } from '../../calendar/holiday.ts'
import { nextPeriod, releaseRule, releaseTime } from '../../calendar/release.ts'
import { historyAt, isPeriod, lastReleased } from './history.ts'
import { levelOf, pathOf } from './level.ts'
import { seedOf, uniform } from './noise.ts'

/** One value of one period as it stood from day number `since` on, until the next. */
export interface Vintage {
  readonly since: number
  readonly text: string
}

const rows = new Map<string, Series>(series.filter((row) => row.upstream === 'fred').map((row) => [row.key, row]))

export const fredSeries = (key: string): Series | null => rows.get(key) ?? null

const isHoliday = (row: Series, day: number): boolean =>
  row.frequency === 'business' && !isBusinessDay(day, row.holidays ?? 'us-market')

const peak = dayNumber(sampleBalanceSheet.peak)!
const knots = sampleReverseRepo.map(([day, level]) => [dayNumber(day)!, level] as const)

function reverseRepo(day: number): number {
  let level: number = knots.at(-1)![1]
  for (let i = 1; i < knots.length; i++) {
    const [[from, low], [to, high]] = [knots[i - 1]!, knots[i]!]
    if (day < to) {
      level = low + ((high - low) * (Math.max(from, day) - from)) / (to - from)
      break
    }
  }
  const soon = new Date((day + 3) * dayMs)
  const lastOfQuarter = soon.getUTCMonth() % 3 === 0 && soon.getUTCDate() <= 3
  const dressing = lastOfQuarter ? 15 + 40 * uniform(seedOf('quarter end'), day) : 0
  const restless = pathOf('RRPONTSYD deviation')(day)
  return (level > 200 ? level * (1 + (restless - 1) / 12) : level * restless) + dressing
}

const models: Readonly<Record<string, (day: number) => number>> = {
  WALCL: (day) =>
    (sampleBalanceSheet.mean +
      sampleBalanceSheet.swing * Math.cos((2 * Math.PI * (day - peak)) / (365.25 * sampleBalanceSheet.yearsPerWave))) *
    pathOf('WALCL deviation')(day),
  WDTGAL: (day) => pathOf('Treasury General Account')(day),
  WTREGEN: (day) => {
    let sum = 0
    for (let back = 0; back < 7; back++) sum += pathOf('Treasury General Account')(day - back)
    return sum / 7
  },
  RRPONTSYD: reverseRepo,
}

const decimals: Readonly<Record<string, number>> = { WALCL: 0, WDTGAL: 0, WTREGEN: 0, RRPONTSYD: 3 }

function text(row: Series, day: number, thousands = 0): string {
  const level = levelOf(row.key, row.range)
  const value = (models[row.key] ?? pathOf(row.key, row.range))(day)
  const places = decimals[row.key] ?? level.decimals
  if (places >= 0) return value.toFixed(places)
  return String((Math.round(value / 10 ** -places) + thousands) * 10 ** -places)
}

/** How far, in thousands, the first print of a week was from what the next release made of it: often not at all. */
function firstMiss(row: Series, day: number): number {
  const size = row.key === 'CCSA' ? 9 : 3
  return Math.round((uniform(seedOf(`${row.key} first print`), day) - 0.6) * 2 * size)
}

/** Periods of the series that `now` (ms) can see, ascending; holidays of a business-daily series among them. */
export function periodsOf(row: Series, now: number): number[] {
  const last = lastReleased(row, now)
  const periods: number[] = []
  for (let at = historyAt(now).first; at <= last; at++) if (isPeriod(row, at)) periods.push(at)
  return periods
}

/**
 * All values the period has had by `now`, oldest first, with the day each was published. Series with vintages are printed once and
 * revised with the next release; the others stand as first printed. `.` is a missing value.
 */
export function vintagesOf(row: Series, period: number, now: number): Vintage[] {
  const rule = releaseRule(row.rule)
  const released = releaseTime(rule, period)
  if (isHoliday(row, period)) return [{ since: dayOf(released), text: '.' }]
  if (!row.vintages) return [{ since: dayOf(released), text: text(row, period) }]
  const revised = releaseTime(rule, nextPeriod({ frequency: row.frequency, rule }, period))
  const first = { since: dayOf(released), text: text(row, period, firstMiss(row, period)) }
  const second = { since: dayOf(revised), text: text(row, period) }
  return revised > now || first.text === second.text ? [first] : [first, second]
}

/** What the period's value is as of `now`. Whatever is older than two releases has had its revision: no need to date it. */
export function latestOf(row: Series, period: number, now: number): string {
  if (isHoliday(row, period)) return '.'
  return row.vintages && historyAt(now).last - period < 60 ? vintagesOf(row, period, now).at(-1)!.text : text(row, period)
}
