import type { Series } from './row.ts'

const weekly = {
  upstream: 'cftc',
  unit: 'contracts',
  frequency: 'weekly',
  rule: 'cot',
  // whole reports are corrected later, rarely
  revised: 'seldom',
  range: [0, 30_000_000],
  url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/index.htm',
} as const

/** A market of the disaggregated report, futures only (`72hh-3qpy`). */
const commodity = <const Market extends string, const Code extends string>(market: Market, code: Code, name: string) =>
  [
    {
      ...weekly,
      id: `cftc.${market}.open-interest`,
      key: `72hh-3qpy/${code}/open_interest_all`,
      title: `${name}: open interest, futures only`,
    },
    {
      ...weekly,
      id: `cftc.${market}.managed-money-long`,
      key: `72hh-3qpy/${code}/m_money_positions_long_all`,
      title: `${name}: long positions of managed money, futures only`,
    },
    {
      ...weekly,
      id: `cftc.${market}.managed-money-short`,
      key: `72hh-3qpy/${code}/m_money_positions_short_all`,
      title: `${name}: short positions of managed money, futures only`,
    },
  ] as const

const weeklyFinancial = { ...weekly, rule: 'cot-financial' } as const

/** A market of the report on traders in financial futures, futures only (`gpe5-46if`). */
const financial = <const Market extends string, const Code extends string>(market: Market, code: Code, name: string) =>
  [
    {
      ...weeklyFinancial,
      id: `cftc.${market}.open-interest`,
      key: `gpe5-46if/${code}/open_interest_all`,
      title: `${name}: open interest, futures only`,
    },
    {
      ...weeklyFinancial,
      id: `cftc.${market}.asset-managers-long`,
      key: `gpe5-46if/${code}/asset_mgr_positions_long`,
      title: `${name}: long positions of asset managers, futures only`,
    },
    {
      ...weeklyFinancial,
      id: `cftc.${market}.asset-managers-short`,
      key: `gpe5-46if/${code}/asset_mgr_positions_short`,
      title: `${name}: short positions of asset managers, futures only`,
    },
    {
      ...weeklyFinancial,
      id: `cftc.${market}.leveraged-funds-long`,
      key: `gpe5-46if/${code}/lev_money_positions_long`,
      title: `${name}: long positions of leveraged funds, futures only`,
    },
    {
      ...weeklyFinancial,
      id: `cftc.${market}.leveraged-funds-short`,
      key: `gpe5-46if/${code}/lev_money_positions_short`,
      title: `${name}: short positions of leveraged funds, futures only`,
    },
  ] as const

/** Positions of dealers in a market of that report: those who sell to the others, and hedge it. */
const dealers = <const Market extends string, const Code extends string>(market: Market, code: Code, name: string) =>
  [
    {
      ...weeklyFinancial,
      id: `cftc.${market}.dealers-long`,
      key: `gpe5-46if/${code}/dealer_positions_long_all`,
      title: `${name}: long positions of dealers, futures only`,
    },
    {
      ...weeklyFinancial,
      id: `cftc.${market}.dealers-short`,
      key: `gpe5-46if/${code}/dealer_positions_short_all`,
      title: `${name}: short positions of dealers, futures only`,
    },
  ] as const

/**
 * Positions on Tuesdays from the Commitments of Traders, in contracts, futures only. The reports of futures and options combined are other
 * figures, whose changes can even have another sign, and are not read. Contracts of different markets are of different sizes: they do not add up.
 *
 * Codes are the Commission's own; names of its markets change.
 */
export const cftcSeries = [
  ...commodity('gold', '088691', 'Gold (COMEX)'),
  ...commodity('silver', '084691', 'Silver (COMEX)'),
  ...commodity('copper', '085692', 'Copper (COMEX)'),
  ...commodity('wheat-srw', '001602', 'Soft red winter wheat (CBOT)'),
  ...commodity('corn', '002602', 'Corn (CBOT)'),
  ...commodity('soybeans', '005602', 'Soybeans (CBOT)'),
  ...commodity('wti', '067651', 'WTI crude oil (NYMEX)'),
  ...commodity('henry-hub', '023651', 'Henry Hub natural gas (NYMEX)'),
  ...financial('treasury-2y', '042601', '2-year Treasury notes (CBOT)'),
  ...financial('treasury-5y', '044601', '5-year Treasury notes (CBOT)'),
  ...financial('treasury-10y', '043602', '10-year Treasury notes (CBOT)'),
  ...financial('treasury-bond', '020601', 'Treasury bonds (CBOT)'),
  ...financial('sp500', '13874A', 'E-mini S&P 500 (CME)'),
  ...financial('vix', '1170E1', 'VIX futures (CFE)'),
  ...financial('bitcoin', '133741', 'Bitcoin (CME, 5 bitcoins a contract)'),
  ...financial('ether', '146021', 'Ether (CME, 50 ether a contract)'),
  ...dealers('ether', '146021', 'Ether (CME, 50 ether a contract)'),
] as const satisfies readonly Series[]
