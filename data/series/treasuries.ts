import { type Company, companies } from '../companies.ts'
import { closesSeries } from './closes.ts'
import type { Series } from './row.ts'

const coins = { unit: 'BTC', range: [0, 21_000_000] } as const
const thirdParty = { frequency: 'daily', rule: 'third-party', revised: 'never' } as const
const coingecko = { ...thirdParty, upstream: 'coingecko', url: 'https://www.coingecko.com/en/treasuries/bitcoin' } as const
const listings = {
  us: {
    market: 'us',
    symbol: '.US',
    suffix: '.us',
    frequency: 'business',
    holidays: 'us-market',
    rule: 'us-close',
    revised: 'seldom',
    unit: 'USD',
    range: [0.0001, 10_000_000],
  },
  tokyo: {
    market: 'jp',
    symbol: '.T',
    suffix: '.jp',
    frequency: 'business',
    rule: 'tokyo-close',
    revised: 'seldom',
    unit: 'JPY',
    range: [0.1, 100_000_000],
  },
} as const

/** What third parties publish of a company: two counts of its bitcoin and an mNAV, each the newest of its UTC day. */
function witnesses(company: Company): Series[] {
  const { ticker, name, exchange } = company
  const symbol = `${ticker}${listings[exchange].symbol}`
  return [
    {
      ...coingecko,
      ...coins,
      company,
      id: `${ticker}.bitcoin.coingecko`,
      key: `total_holdings ${symbol}`,
      title: `Bitcoin held by ${name}, as counted by CoinGecko`,
    },
    {
      ...coingecko,
      company,
      id: `${ticker}.mnav.coingecko`,
      key: `m_nav ${symbol}`,
      title: `Market value of ${name} over the value of its coins, as published by CoinGecko`,
      unit: '1',
      range: [0.001, 100_000],
    },
    {
      ...thirdParty,
      ...coins,
      company,
      id: `${ticker}.bitcoin.strategytracker`,
      upstream: 'strategytracker',
      key: exchange === 'tokyo' ? symbol : ticker,
      title: `Bitcoin held by ${name}, as counted by StrategyTracker`,
      url: 'https://strategytracker.com/',
    },
  ]
}

/** The close of a session of a company's listed share, in the shares of that day: not adjusted for later splits. */
function close(company: Company): Series {
  const { ticker, name, exchange } = company
  const { suffix, market, symbol: _, ...listing } = listings[exchange]
  const symbol = `${ticker.toLowerCase()}${suffix}`
  return {
    ...listing,
    company,
    id: `${ticker}.close`,
    upstream: 'providers',
    key: symbol,
    line: { market, code: ticker },
    title: `Share of ${name}, close of the session, not adjusted for splits`,
    url: null,
  }
}

const listed = new Set<string>(closesSeries.map(({ id }) => id))

/** Series of the companies of the roster; closes that metrics read too are in `closes.ts`. */
export const treasuriesSeries: readonly Series[] = companies.flatMap((company) => [
  ...witnesses(company),
  ...(listed.has(`${company.ticker}.close`) ? [] : [close(company)]),
])
