import type { Series } from '../../data/series.ts'
import { dayNumber, dayOf, isoDay } from '../../pipeline/time/day.ts'
import { periodAround, releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { economicSeries, latestOf } from '../world/economy.ts'
import { noiseSeedOf, normalNoise } from '../world/noise.ts'
import { pathOf, roundTo } from '../world/random-walk.ts'
import { type SampleAnswers, seriesAnswer } from './publication.ts'

/** Stocks fill and empty with the seasons; gas most. */
const season = (day: number, share: number): number => 1 + share * Math.sin((2 * Math.PI * (day - 100)) / 365.25)

const seasonal = ({ key, range }: Series, day: number, share: number, decimals: number): number =>
  roundTo(pathOf(key, range)(day) * season(day, share), decimals)

/** Spot prices, by the names FRED has for them. */
const prices: Readonly<Record<string, string>> = {
  'PET.RWTC.D': 'DCOILWTICO',
  'PET.RBRTE.D': 'DCOILBRENTEU',
  'NG.RNGWHHD.D': 'DHHNGSP',
}

const hourSeed = noiseSeedOf('hours of demand')

/** What is also traded elsewhere: the path of its price there, times so much. */
const traded: Readonly<Record<string, readonly [path: string, times: number]>> = {
  'worldbank.brent': ['DCOILWTICO', 1.05],
  'worldbank.wti': ['DCOILWTICO', 1],
  'worldbank.gas-us': ['DHHNGSP', 1],
  'worldbank.gold': ['gld.us', 10.9],
  'worldbank.silver': ['slv.us', 1.1],
  'worldbank.copper': ['cper.us', 330],
  'worldbank.wheat-srw': ['weat.us', 9.5],
  'worldbank.wheat-hrw': ['weat.us', 11],
}

/** Mean of the days of the month that ends on `last`. */
function meanOf(row: Series, last: number): number {
  const [path, times] = traded[row.id] ?? [`month of ${row.key}`, 1]
  const { first } = periodAround('monthly', last)
  let total = 0
  for (let day = first; day <= last; day++) total += pathOf(path, row.range)(day)
  return roundTo((times * total) / (last - first + 1), 2)
}

/** What the grid takes in an hour, most in the evening. */
function demandOf(day: number, hour: number): number {
  const ofHour = 1 + 0.15 * Math.sin((2 * Math.PI * (hour - 15)) / 24)
  const load = 450_000 * season(day, 0.08) * pathOf('weather of the grid')(day) * ofHour
  return Math.round(load * (1 + 0.02 * normalNoise(hourSeed, 24 * day + hour)))
}

const monthlyPrices = seriesAnswer({ value: meanOf })

export const commodities: SampleAnswers = {
  'eia-weekly': seriesAnswer({
    value: (row, day) => seasonal(row, day, row.unit === 'bcf' ? 0.3 : 0.03, row.unit === 'percent' ? 1 : 0),
  }),
  'eia-spot': seriesAnswer({ value: ({ key }, day, { now }) => latestOf(economicSeries(prices[key]!)!, day, now) }),
  'eia-grid': seriesAnswer({
    value: (_, day) => Array.from({ length: 24 }, (_each, hour) => demandOf(day, hour)).reduce((sum, each) => sum + each, 0),
  }),
  /** Prices are higher in summer. */
  'eia-retail-power': seriesAnswer({ value: (row, day) => seasonal(row, day, 0.06, 2) }),
  /** The edition says on which day the newest month was published. */
  'worldbank-prices': (asked) => {
    const { observations = [] } = monthlyPrices(asked)
    const newest = observations.at(-1)
    if (newest === undefined) return {}
    const edition = isoDay(dayOf(releaseTime(releaseRule('pink-sheet'), dayNumber(newest.date)!)))
    return { observations: [...observations.slice(0, -1), { ...newest, realtime_published: edition }] }
  },
}
