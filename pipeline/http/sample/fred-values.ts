import { sampleBalanceSheet, sampleReverseRepo } from '../../../data/sample-levels.ts'
import { type Series, series } from '../../../data/series.ts'
import { dayMs, dayNumber, dayOf } from '../../calendar/day.ts'
import { nextPeriod, releaseRule, releaseTime } from '../../calendar/release.ts'
import { historyAt, isHoliday } from './history.ts'
import { levelOf, pathOf } from './level.ts'
import { seedOf, uniform } from './noise.ts'
import { policyRate, realYield, secured, yieldOf } from './yield-curve.ts'

/** One value of one period as it stood from day number `since` on, until the next. */
export interface Vintage {
  readonly since: number
  readonly text: string
}

const rows = new Map<string, Series>(series.filter((row) => row.upstream === 'fred').map((row) => [row.key, row]))

export const fredSeries = (key: string): Series | null => rows.get(key) ?? null

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
  DGS1MO: (day) => yieldOf(1 / 12, day),
  DGS3MO: (day) => yieldOf(1 / 4, day),
  DGS2: (day) => yieldOf(2, day),
  DGS5: (day) => yieldOf(5, day),
  DGS10: (day) => yieldOf(10, day),
  DGS30: (day) => yieldOf(30, day),
  DFII5: (day) => realYield(5, day),
  DFII10: (day) => realYield(10, day),
  SOFR: secured,
  DFEDTARU: policyRate,
  DFEDTARL: (day) => policyRate(day) - 0.25,
}

const decimals: Readonly<Record<string, number>> = { WALCL: 0, WDTGAL: 0, WTREGEN: 0, RRPONTSYD: 3 }

/** How far at most, in units of the last printed place, a first print is from what the next release makes of it. */
const misses: Readonly<Record<string, number>> = { ICSA: 3, CCSA: 9, NFCI: 900, M2SL: 150, PAYEMS: 40, CPIAUCSL: 120 }

/** The value as printed, `miss` units of its last place off. */
function text(row: Series, day: number, miss = 0): string {
  const level = levelOf(row.key, row.range)
  const value = (models[row.key] ?? pathOf(row.key, row.range))(day)
  const places = decimals[row.key] ?? level.decimals
  if (places >= 0) return (value + miss * 10 ** -places).toFixed(places)
  return String((Math.round(value / 10 ** -places) + miss) * 10 ** -places)
}

/** How far the first print of a period was off: often not at all. */
function firstMiss(row: Series, day: number): number {
  return Math.round((uniform(seedOf(`${row.key} first print`), day) - 0.6) * 2 * (misses[row.key] ?? 0))
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
  if (second.since === first.since) return [second]
  return revised > now || first.text === second.text ? [first] : [first, second]
}

/** What the period's value is as of `now`. Whatever is older than two releases has had its revision: no need to date it. */
export function latestOf(row: Series, period: number, now: number): string {
  if (isHoliday(row, period)) return '.'
  return row.vintages && historyAt(now).last - period < 120 ? vintagesOf(row, period, now).at(-1)!.text : text(row, period)
}
