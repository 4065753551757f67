import { rosterOf } from '../../data/companies.ts'
import { etfSeries } from '../../data/series/etf.ts'
import type { Series } from '../../data/series.ts'
import { firstSessionOf, splitsOf } from '../../data/splits.ts'
import { dayNumber, isoDay, weekday } from '../../pipeline/time/day.ts'
import { isHoliday, sessionsOf } from '../world/history.ts'
import { seriesLevelOf } from '../world/levels.ts'
import { networkDay } from '../world/network.ts'
import { noiseSeedOf, normalNoise, uniformNoise } from '../world/noise.ts'
import { memoizedWalk, pathOf, roundTo } from '../world/random-walk.ts'
import { closesOfCompanies, splitsOfCompanies } from './closes.ts'
import { firstRequestedDay, type SampleAnswers, type SeriesPublication, seriesAnswer } from './publication.ts'

/** Listed shares of no company of the roster, and the VIX, are given for so many days. */
const shortDays = 1_826

/** What one share of `day` was worth in shares of today. */
const sharesSince = (row: Series, day: number): number =>
  splitsOf(row)
    .filter(({ session }) => day < dayNumber(session)!)
    .reduce((shares, { ratio }) => shares * ratio, 1)

const fundDays: Series = etfSeries[0]
/** Days the table of all sessions shows, and the short one. */
const shownDays = { all: 400, short: 20 } as const
const isSession = (day: number): boolean => weekday(day) < 6 && !isHoliday(fundDays, day)

const namesOf = (coin: string): string[] =>
  etfSeries.flatMap(({ key }) => (key.startsWith(`${coin}/`) && key !== `${coin}/Total` ? [key.slice(coin.length + 1)] : []))
const funds: Readonly<Record<string, readonly string[]>> = { btc: namesOf('btc'), eth: namesOf('eth') }

/** Millions of dollars to a tenth: the first fund takes half of what comes, small ones often nothing. */
function flowOf(coin: string, fund: string, day: number): number {
  const seed = noiseSeedOf(`flow ${coin} ${fund}`)
  const share = 0.5 / (funds[coin]!.indexOf(fund) + 1)
  if (uniformNoise(seed, day) > 0.3 + share) return 0
  const size = coin === 'btc' ? 1 : 0.3
  const mood = 220 * Math.log(pathOf('mood of fund buyers')(day)) + 20
  return roundTo(size * share * (mood + 140 * normalNoise(seed ^ 0x2545f491, day)), 1) + 0
}

/** Coins grow by what flows in at the price of the day. */
const coinsOf = (coin: string, fund: string, start: number, price: (day: number) => number): ((day: number) => number) =>
  memoizedWalk(
    () => start,
    (before, day) => (isSession(day) ? Math.max(1_000, before + (1e6 * flowOf(coin, fund, day)) / price(day)) : before),
  )
const bitcoin = (day: number): number => networkDay(day).price
const ether = pathOf('ether price')
const products = {
  IBIT: { perShare: 0.00057, price: bitcoin, coins: coinsOf('btc', 'IBIT', 500_000, bitcoin) },
  ARKB: { perShare: 0.00033, price: bitcoin, coins: coinsOf('btc', 'ARKB', 40_000, bitcoin) },
  GBTC: { perShare: 0.00078, price: bitcoin, coins: coinsOf('btc', 'GBTC', 150_000, bitcoin) },
  BTC: { perShare: 0.00044, price: bitcoin, coins: coinsOf('btc', 'BTC', 50_000, bitcoin) },
  ETHA: { perShare: 0.0076, price: ether, coins: coinsOf('eth', 'ETHA', 3_000_000, ether) },
} as const
/** Cents beside the coins. */
const cash = 334_333
const sessionBefore = (day: number): number => (isSession(day - 1) ? day - 1 : sessionBefore(day - 1))

/** What issuers state of their funds on the newest sessions; `settled` where shares count the trades of the session before. */
const issuer = (decimals: number, settled: boolean, keys: SeriesPublication['keys'] = /./) =>
  seriesAnswer({
    keys,
    days: (row, { now, last }) => sessionsOf(row, now).filter((day) => day >= last - shownDays.all),
    value: ({ key }, day) => {
      const [fund, figure] = key.split('/')
      const { perShare, price, coins } = products[fund as keyof typeof products]
      const worth = Math.round(100 * coins(day) * price(day)) / 100
      const figures: Readonly<Record<string, number>> = {
        shares: Math.round(coins(settled ? sessionBefore(day) : day) / perShare),
        nav: roundTo(price(day) * perShare, 4),
        coins: roundTo(coins(day), decimals),
        worth,
        assets: (Math.round(100 * worth) + cash) / 100,
      }
      return figures[figure!]!
    },
  })

/** A close as traded, the same by every provider. */
const closeOf = (row: Series, day: number): number =>
  roundTo(pathOf(row.key, row.range)(day) * sharesSince(row, day), seriesLevelOf(row.key, row.range).decimals)

const invented = rosterOf(true)

/** All lines of the USA on the session that is asked for. */
const sessionOfAll = seriesAnswer({
  keys: /\.us$/,
  days: (row, { url, now }) =>
    row.company === undefined || invented.includes(row.company)
      ? sessionsOf(row, now).filter((day) => day === firstRequestedDay(url))
      : [],
  value: closeOf,
})

export const markets: SampleAnswers = {
  'massive-closes': (asked) =>
    asked.url.pathname.endsWith('/splits')
      ? { rows: { split: splitsOfCompanies(asked.feed, 'us', asked.last) } }
      : { ...sessionOfAll(asked), rows: { close: closesOfCompanies(asked.feed, 'us', asked) } },
  /** Closes of listed shares, not adjusted. */
  'stooq-daily': seriesAnswer({
    keys: (url) => new RegExp(`^${url.searchParams.get('s')?.replaceAll('.', '\\.')}$`),
    days: (row, { now, last }) => {
      const sessions = sessionsOf(row, now)
      if (row.company) return sessions
      const read = sessions.filter((day) => day >= last - shortDays && isoDay(day) >= firstSessionOf(row))
      return read.length > 0 ? read : sessions
    },
    value: closeOf,
  }),
  /** The close is FRED's. */
  'cboe-vix': seriesAnswer({
    days: (row, { now, last }) => sessionsOf(row, now).filter((day) => day >= last - shortDays),
    value: (_, day) => roundTo(pathOf('VIXCLS')(day), 2),
  }),
  /** Contracts open on a day; each kind of trader has some share of them on either side. */
  'cftc-positions': seriesAnswer({
    value: ({ key, range }, day) => {
      const size = pathOf(key.slice(0, key.lastIndexOf('/')), range)(day)
      const open = Math.round(10 * size)
      if (key.endsWith('/open_interest_all')) return open
      const own = pathOf(key, range)(day)
      return Math.round((open * own) / (own + 3 * size))
    },
  }),
  /** Flows of the funds of a coin and their sum; days without any flow are left out. */
  'farside-flows': seriesAnswer({
    keys: ({ pathname }) => (pathname.startsWith('/b') ? /^btc\// : /^eth\//),
    days: ({ key }, { url, now, last }) => {
      const coin = key.slice(0, 3)
      const from = last - shownDays[url.pathname.length > 5 ? 'all' : 'short']
      return sessionsOf(fundDays, now).filter((day) => day >= from && funds[coin]!.some((fund) => flowOf(coin, fund, day) !== 0))
    },
    value: ({ key }, day) => {
      const [coin = '', fund = ''] = key.split('/')
      const flows = (fund === 'Total' ? funds[coin]! : [fund]).map((each) => flowOf(coin, each, day))
      return roundTo(
        flows.reduce((sum, flow) => sum + flow, 0),
        1,
      )
    },
  }),
  'ishares-holdings': issuer(5, true, ({ pathname }) => (pathname.includes('bitcoin') ? /^IBIT\/(?!nav)/ : /^ETHA\/(?!nav)/)),
  'ishares-history': issuer(5, true, ({ searchParams }) =>
    searchParams.get('portfolioId') === '333011' ? /^IBIT\/(?:nav|shares)/ : /^ETHA\/(?:nav|shares)/,
  ),
  'grayscale-funds': issuer(0, true, ({ pathname }) => (pathname.includes('672e88c7') ? /^GBTC\// : /^BTC\//)),
  'ark-holdings': issuer(0, false),
  'twentyone-shares-history': issuer(0, false),
}
