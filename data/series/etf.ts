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

/** What an issuer states of its fund in its file of holdings: shares, coins, and the value of all it holds. */
const stated = <const Fund extends string>(fund: Fund, coin: string, url: string) => {
  const figure = <const Name extends string>(name: Name, title: string, unit: string, range: Series['range']) =>
    ({
      ...usual,
      upstream: 'ishares',
      id: `ishares.${fund}.${name}`,
      key: `${fund}/${name}`,
      title,
      unit,
      revised: 'seldom',
      range,
      url,
    }) as const
  return [
    figure('shares', `Shares of ${fund} outstanding`, 'shares', [1, 1e12]),
    figure('coins', `Coins held by ${fund}`, coin, [0, 1e9]),
    figure('assets', `Assets of ${fund}`, 'USD', [0, 1e13]),
  ] as const satisfies readonly Series[]
}

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
  ...stated('IBIT', 'BTC', 'https://www.ishares.com/us/products/333011/ishares-bitcoin-trust-etf'),
  ...stated('ETHA', 'ETH', 'https://www.ishares.com/us/products/337614/ishares-ethereum-trust-etf'),
] as const satisfies readonly Series[]
