import type { Series } from './row.ts'

const usual = { frequency: 'business', holidays: 'us-market', rule: 'fund-flows' } as const
const table = { ...usual, upstream: 'farside', unit: 'USD mn', revised: 'seldom', range: [-20_000, 20_000] } as const

/** Net flow of one fund, by the table of a coin; `Total` is that of all its funds, also of one that is not registered here. */
const flow = <const Coin extends string, const Fund extends string>(coin: Coin, fund: Fund) =>
  ({
    ...table,
    id: `farside.${coin}.${fund}`,
    key: `${coin}/${fund}`,
    title: fund === 'Total' ? `Net flow of all ${coin} funds, day complete` : `Net flow of the fund ${fund}`,
    url: `https://farside.co.uk/${coin}/`,
  }) as const satisfies Series

/** Figures an issuer states of its fund. `coin` is the unit of the coins. */
const figures = {
  shares: { title: 'Shares of FUND outstanding', unit: 'shares', range: [1, 1e12] },
  nav: { title: 'Net assets of one share of FUND', unit: 'USD', range: [0.01, 1e5] },
  coins: { title: 'Coins held by FUND', unit: 'coin', range: [0, 1e9] },
  worth: { title: 'Value of the coins held by FUND', unit: 'USD', range: [0, 1e13] },
  assets: { title: 'Assets of FUND', unit: 'USD', range: [0, 1e13] },
} as const

/** What an issuer states of its fund in its own files; days are those of the files. */
const stated =
  <const Publisher extends 'ishares' | 'grayscale' | 'twentyone-shares' | 'ark'>(
    upstream: Publisher,
    rule: 'fund-flows' | 'settled-funds' = 'fund-flows',
  ) =>
  <const Fund extends string, const Name extends keyof typeof figures>(fund: Fund, coin: string, url: string, ...names: Name[]) =>
    names.map((name) => {
      const { title, unit, range } = figures[name]
      return {
        ...usual,
        ...{ upstream, rule, range, url, revised: 'seldom' },
        id: `${upstream}.${fund}.${name}` as `${Publisher}.${Fund}.${Name}`,
        key: `${fund}/${name}` as `${Fund}/${Name}`,
        title: title.replace('FUND', fund),
        unit: unit === 'coin' ? coin : unit,
      } as const satisfies Series
    })
const ishares = stated('ishares')
const grayscale = stated('grayscale', 'settled-funds')
const fundsOfIshares = 'https://www.ishares.com/us/products'

/** Spot funds of bitcoin and of ether listed in the USA. */
export const etfSeries = [
  flow('btc', 'IBIT'),
  flow('btc', 'FBTC'),
  flow('btc', 'BITB'),
  flow('btc', 'ARKB'),
  flow('btc', 'BTCO'),
  flow('btc', 'EZBC'),
  flow('btc', 'BRRR'),
  flow('btc', 'HODL'),
  flow('btc', 'BTCW'),
  flow('btc', 'MSBT'),
  flow('btc', 'GBTC'),
  flow('btc', 'BTC'),
  flow('btc', 'Total'),
  flow('eth', 'ETHA'),
  flow('eth', 'ETHB'),
  flow('eth', 'FETH'),
  flow('eth', 'ETHW'),
  flow('eth', 'TETH'),
  flow('eth', 'ETHV'),
  flow('eth', 'QETH'),
  flow('eth', 'EZET'),
  flow('eth', 'ETHE'),
  flow('eth', 'ETH'),
  flow('eth', 'Total'),
  ...ishares('IBIT', 'BTC', `${fundsOfIshares}/333011/ishares-bitcoin-trust-etf`, 'shares', 'nav', 'coins', 'worth', 'assets'),
  ...ishares('ETHA', 'ETH', `${fundsOfIshares}/337614/ishares-ethereum-trust-etf`, 'shares', 'nav', 'coins', 'worth', 'assets'),
  ...stated('ark')('ARKB', 'BTC', 'https://www.ark-funds.com/funds/arkb', 'coins', 'worth'),
  ...stated('twentyone-shares')('ARKB', 'BTC', 'https://www.21shares.com/en-us/product/arkb', 'shares', 'nav'),
  ...grayscale('GBTC', 'BTC', 'https://etfs.grayscale.com/gbtc', 'shares', 'nav'),
  ...grayscale('BTC', 'BTC', 'https://etfs.grayscale.com/btc', 'shares', 'nav'),
] as const satisfies readonly Series[]

/** Where Grayscale has a workbook of each of its funds. */
export const grayscaleFolder = 'https://reporting-prod-20231113144948145500000003.s3.us-east-1.amazonaws.com/product-performance'
