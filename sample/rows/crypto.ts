import type { Series } from '../../data/series.ts'
import { type NetworkDay, networkDay, wholeCents } from '../world/network.ts'
import { noiseSeedOf, normalNoise } from '../world/noise.ts'
import { pathOf, roundTo, sampleEpoch } from '../world/random-walk.ts'
import { dayOfRun, lastDays, requestedSessions, type SampleAnswers, seriesAnswer } from './publication.ts'

/** As Coin Metrics prints a number: at most nine decimals. */
const plain = (value: number): number => roundTo(value, Math.abs(value) < 1e12 ? 9 : 3)

/** What coins last moved at: an even mix of the prices of the last two years. */
const realisedPrice = (at: number): number => {
  const moved = [0, 45, 90, 180, 270, 365, 450, 540, 630, 730]
  return moved.reduce((sum, days) => sum + networkDay(at - days).price, 0) / moved.length
}

const columns: Readonly<Record<string, (day: NetworkDay, at: number) => number>> = {
  AdrActCnt: (day) => day.addresses,
  BlkCnt: (day) => day.blocks,
  CapMVRVCur: (day, at) => day.price / realisedPrice(at),
  CapMrktCurUSD: (day) => wholeCents(day.price) * day.supply,
  DiffMean: (day) => day.difficulty,
  FeeTotNtv: (day) => roundTo(day.fees, 8),
  HashRate: (day) => day.hashRate,
  IssTotNtv: (day) => day.issued,
  PriceUSD: (day) => wholeCents(day.price),
  SplyCur: (day) => day.supply,
  TxCnt: (day) => day.transactions,
  TxTfrCnt: (day) => Math.round(2.4 * day.transactions),
}
/** Days of ether that are given; those of bitcoin are given from the first on. */
const etherDays = 1_826
const etherPrice = pathOf('ether price')

function coinmetrics({ key, range, unit }: Series, at: number): number {
  const column = columns[key]
  if (column) return plain(column(networkDay(at), at))
  if (key === 'eth/SplyCur') return plain(120_000_000 * 1.005 ** ((at - sampleEpoch) / 365.25 - 10))
  if (key === 'eth/PriceUSD') return wholeCents(etherPrice(at))
  const value = pathOf(key, range)(at)
  return unit === '1' ? Math.round(value) : key.startsWith('eth/') ? plain(value) : wholeCents(value)
}

/** How far apart exchanges close, as a share of the price. */
const spread = 0.0003

/** Closes on an exchange, whose name of a market begins with the coin. */
const closes = (exchange: string, count: number, decimals: number) =>
  seriesAnswer({
    days: (_, { last }) => lastDays(count, last),
    value: ({ key }, day) => {
      const [market, price] = key.startsWith('ETH')
        ? [`ether on ${exchange}`, etherPrice(day)]
        : [exchange, networkDay(day).price]
      return roundTo(wholeCents(price * (1 + spread * normalNoise(noiseSeedOf(`closes on ${market}`), day))), decimals)
    },
  })

const hundredPaymentsDays = 32

const stakingRate = (day: number): number => pathOf('staking', [0, 4_000_000])(day) / 1_500
/** Milliseconds after midnight at which Lido has the rate of the day. */
const noon = 44_520_000

const marketFigures: Readonly<Record<string, (day: number) => number>> = {
  btc: pathOf('bitcoin dominance'),
  usdt: pathOf('tether dominance'),
  current_price: (day) => wholeCents(etherPrice(day)),
  market_cap: (day) => Math.round(wholeCents(etherPrice(day)) * 120_000_000),
  total_volume: (day) => Math.round(pathOf('ether volume')(day)),
}
const marketNow = (keys: RegExp) => seriesAnswer({ keys, days: dayOfRun, value: ({ key }, day) => marketFigures[key]!(day) })

export const crypto: SampleAnswers = {
  /** Daily figures of one asset; the difficulty needs a paid plan. */
  'coinmetrics-api': seriesAnswer({
    keys: ({ searchParams: query }) => {
      const asset = query.get('assets') === 'eth' ? 'eth/' : ''
      return new RegExp(`^${asset}(?:${query.get('metrics')?.replaceAll(',', '|')})$`)
    },
    days: (row, asked) =>
      requestedSessions(row, asked).filter((day) => !row.key.startsWith('eth/') || day >= asked.last - etherDays),
    value: coinmetrics,
  }),
  /** The whole history of bitcoin. */
  'coinmetrics-csv': seriesAnswer({ keys: /^(?!eth\/)/, value: coinmetrics }),
  'coinbase-candles': closes('Coinbase', 299, 2),
  'kraken-ohlc': closes('Kraken', 719, 1),
  /** Three equal payments a day. */
  'okx-funding': seriesAnswer({
    days: (_, { last }) => lastDays(hundredPaymentsDays, last),
    value: ({ key }, day) => {
      const rate = roundTo((pathOf(`funding ${key}`, [0, 4_000_000])(day) / 4_000) * 0.0001 - 0.00005, 16)
      return roundTo(rate + rate + rate, 10)
    },
  }),
  /** The rates of three years, of days that are over. */
  'defillama-yield': seriesAnswer({ value: (_, day) => roundTo(stakingRate(day), 5) }),
  /** The rates of seven days. */
  'lido-apr': seriesAnswer({
    days: (_, { now, last }) => lastDays(7, now % 86_400_000 >= noon ? last + 1 : last),
    value: (_, day) => roundTo(stakingRate(day), 5),
  }),
  /** What validators earned, before a fee. */
  'beaconchain-ethstore': seriesAnswer({
    days: (_, { last }) => [last],
    value: (_, day) => roundTo(stakingRate(day) / 0.9, 6),
  }),
  /** Shares of the value of all crypto assets. */
  'coingecko-global': marketNow(/^(?:btc|usdt)$/),
  /** Ether over all venues. */
  'coingecko-markets': marketNow(/^(?:current_price|market_cap|total_volume)$/),
}
