import type { Series } from '../../data/series.ts'
import { dayMs, dayNumber, dayOf } from '../../pipeline/time/day.ts'
import { nextPeriod, releaseRule } from '../../pipeline/time/release.ts'
import { historyAt, isHoliday, publishedAt, seriesByKey } from './history.ts'
import { seriesLevelOf } from './levels.ts'
import { noiseSeedOf, normalNoise, uniformNoise } from './noise.ts'
import { pathOf, roundTo, sampleEpoch } from './random-walk.ts'

/** Years after which the influence of the short rate on a yield has fallen to a third. */
const decay = 2
/** Days from one meeting that sets the policy rate to the next. */
export const meetingDays = 42

/**
 * Yield in percent of a Treasury of so many years on a day: the curve of Nelson and Siegel (1987), from a short rate, a long rate and a
 * hump that each wander.
 */
export function yieldOf(years: number, day: number): number {
  const fade = Math.exp(-years / decay)
  const weight = (1 - fade) / (years / decay)
  const [short, long] = [pathOf('short rate')(day), pathOf('long rate')(day)]
  return long + (short - long) * weight + (pathOf('curve hump')(day) - 1) * (weight - fade)
}

/** What inflation is expected to be, percent a year; over fewer years more is expected. */
const breakevenOf = (years: number, day: number): number => pathOf('breakeven inflation')(day) * (1.05 - years / 200)

/** Yield of an inflation-indexed Treasury: the nominal one less what inflation is expected to be. */
export const realYield = (years: number, day: number): number => yieldOf(years, day) - breakevenOf(years, day)

/** Balance of a month, USD million: the months in which taxes are due are better by some 300 billion. */
const deficit = (day: number): number => {
  const month = new Date(day * dayMs).getUTCMonth() + 1
  return -160_000 + ([4, 6, 9].includes(month) ? 300_000 : 0) + 20_000 * normalNoise(noiseSeedOf('monthly deficit'), day)
}

/** Upper limit of the target range: the short rate of the last meeting, up to the next quarter. */
function policyRate(day: number): number {
  const meeting = day - ((((day - sampleEpoch) % meetingDays) + meetingDays) % meetingDays)
  return Math.max(0.25, Math.ceil(pathOf('short rate')(meeting) * 4) / 4)
}

/** The German 10-year: below the American by what the policy rates are apart, in part. */
export const germanYield = (day: number): number => 0.35 * pathOf('euro short rate')(day) + 0.55 * (yieldOf(10, day) - 1.2) + 0.3

/** Spot yields of the euro area's AAA governments: a little above the German one, and lower at two years. */
export const euroYield = (years: number, day: number): number =>
  years > 5 ? germanYield(day) + 0.12 : (germanYield(day) + pathOf('euro short rate')(day)) / 2

export const treasuryAccount = (day: number): number => pathOf('Treasury General Account')(day)

/** Day and level of overnight reverse repurchases, USD billion; straight lines between, the last level forever after. */
const reverseRepoKnots = (
  [
    ['2014-01-01', 120],
    ['2018-01-01', 40],
    ['2018-09-01', 3],
    ['2021-03-01', 5],
    ['2021-08-01', 1_000],
    ['2022-06-15', 2_150],
    ['2023-05-15', 2_250],
    ['2024-01-15', 650],
    ['2024-07-15', 400],
    ['2025-06-15', 180],
    ['2025-10-01', 4],
  ] as const
).map(([day, level]) => [dayNumber(day)!, level] as const)

function reverseRepo(day: number): number {
  const next = reverseRepoKnots.findIndex(([from], at) => at > 0 && day < from)
  const [from, low] = reverseRepoKnots.at(next < 0 ? -1 : next - 1)!
  const [to, high] = reverseRepoKnots.at(next)!
  const level = next < 0 ? low : low + ((high - low) * (Math.max(from, day) - from)) / (to - from)
  const soon = new Date((day + 3) * dayMs)
  const lastOfQuarter = soon.getUTCMonth() % 3 === 0 && soon.getUTCDate() <= 3
  const dressing = lastOfQuarter ? 15 + 40 * uniformNoise(noiseSeedOf('quarter end'), day) : 0
  const restless = pathOf('RRPONTSYD deviation')(day)
  return (level > 200 ? level * (1 + (restless - 1) / 12) : level * restless) + dressing
}

/** A slow wave of nine years, USD million: the balance sheet grows and shrinks about a mean. */
const balanceSheet = (day: number): number =>
  (6_450_000 + 1_900_000 * Math.cos((2 * Math.PI * (day - dayNumber('2022-04-15')!)) / (365.25 * 9))) *
  pathOf('WALCL deviation')(day)

/** Securities of one kind that the Federal Reserve owns, USD billion, by the key of the account's summary. */
export const accountHolding = (key: string, day: number): number => pathOf(`account ${key}`, [0, 4_000])(day)
const treasuryKinds = ['bills', 'notesbonds', 'tips', 'tipsInflationCompensation', 'frn']

/** Yields of so many years, each under its number of years behind `name`. */
const ofYears = (name: string, all: readonly number[], yieldAt: (years: number, day: number) => number) =>
  Object.fromEntries(all.map((years) => [`${name}${years}`, (day: number) => yieldAt(years, day)]))

/** What is not its own path, by the name FRED has for it. */
const models: Readonly<Record<string, (day: number) => number>> = {
  WALCL: balanceSheet,
  TREAST: (day) => 1_000 * treasuryKinds.reduce((sum, kind) => sum + accountHolding(`soma/${kind}`, day), 0),
  WDTGAL: treasuryAccount,
  WTREGEN: (day) => {
    let sum = 0
    for (let back = 0; back < 7; back++) sum += treasuryAccount(day - back)
    return sum / 7
  },
  RRPONTSYD: reverseRepo,
  DGS1MO: (day) => yieldOf(1 / 12, day),
  DGS3MO: (day) => yieldOf(1 / 4, day),
  DGS6MO: (day) => yieldOf(1 / 2, day),
  ...ofYears('DGS', [1, 2, 3, 5, 7, 10, 20, 30], yieldOf),
  ...ofYears('DFII', [5, 7, 10, 20, 30], realYield),
  T5YIE: (day) => breakevenOf(5, day),
  T10YIE: (day) => breakevenOf(10, day),
  T5YIFR: (day) => 2 * breakevenOf(10, day) - breakevenOf(5, day),
  EFFR: (day) => policyRate(day) - 0.17,
  IORB: (day) => policyRate(day) - 0.1,
  DPRIME: (day) => policyRate(day) + 3,
  MTSDS133FMS: (day) => deficit(day),
  SOFR: (day) => policyRate(day) - 0.14 + 0.02 * normalNoise(noiseSeedOf('overnight rates'), day),
  DCOILBRENTEU: (day) => pathOf('DCOILWTICO')(day) + pathOf('Brent over WTI')(day),
  DFEDTARU: policyRate,
  DFEDTARL: (day) => policyRate(day) - 0.25,
}
const decimals: Readonly<Record<string, number>> = { WALCL: 0, TREAST: 0, WDTGAL: 0, WTREGEN: 0, RRPONTSYD: 3, MTSDS133FMS: 0 }

/** How far at most, in units of the last printed place, a first print is from what the next release makes of it. */
const misses: Readonly<Record<string, number>> = {
  ICSA: 3,
  CCSA: 9,
  NFCI: 900,
  M2SL: 150,
  PAYEMS: 40,
  CPIAUCSL: 120,
  CPILFESL: 100,
  PCEPI: 40,
  PCEPILFE: 40,
  GDPC1: 30_000,
  INDPRO: 2_000,
  RSAFS: 2_000,
  JTSJOL: 90,
}

const rows = seriesByKey('fred')
export const economicSeries = (key: string): Series | null => rows.get(key) ?? null

/** The value as printed, `miss` units of its last place off. */
function printed(row: Series, day: number, miss = 0): number {
  const value = (models[row.key] ?? pathOf(row.key, row.range))(day)
  const places = decimals[row.key] ?? seriesLevelOf(row.key, row.range).decimals
  return roundTo(value + miss * 10 ** -places, places)
}

/** How far the first print of a period was off: often not at all. */
const firstMiss = ({ key }: Series, day: number): number =>
  Math.round((uniformNoise(noiseSeedOf(`${key} first print`), day) - 0.6) * 2 * (misses[key] ?? 0))

/** One value of one period as it stood from day number `since` on, until the next. */
interface Vintage {
  readonly since: number
  readonly value: number
}

/**
 * All values the period has had by `now`, oldest first, with the day each was published. Series with vintages are printed once and
 * revised with the next release; the others stand as first printed. A holiday has none.
 */
export function vintagesOf(row: Series, period: number, now: number): Vintage[] {
  const since = dayOf(publishedAt(row, period))
  if (isHoliday(row, period)) return []
  const value = printed(row, period)
  if (!row.vintages) return [{ since, value }]
  const revised = publishedAt(row, nextPeriod({ frequency: row.frequency, rule: releaseRule(row.rule) }, period))
  if (dayOf(revised) === since) return [{ since, value }]
  const first = { since, value: printed(row, period, firstMiss(row, period)) }
  return revised > now || first.value === value ? [first] : [first, { since: dayOf(revised), value }]
}

/** What the period's value is as of `now`. Whatever is older than two releases has had its revision: no need to date it. */
export function latestOf(row: Series, period: number, now: number): number | null {
  if (isHoliday(row, period)) return null
  return row.vintages && historyAt(now).last - period < 120 ? vintagesOf(row, period, now).at(-1)!.value : printed(row, period)
}
