import type { Series } from './row.ts'

const weekly = {
  upstream: 'cftc',
  unit: 'contracts',
  frequency: 'weekly',
  // whole reports are corrected later, rarely
  revised: 'seldom',
  range: [0, 30_000_000],
  url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/index.htm',
} as const

/** What a report gives of a market, by the column of its data set: the name in the id, and what it is. */
type Columns = Readonly<Record<string, readonly [column: string, what: string]>>

/** Figures of a market, futures only. */
const market = <const Market extends string, const Of extends Columns>(
  columns: Of,
  report: Pick<Series, 'rule'> & { readonly set: string },
  name: Market,
  code: string,
  title: string,
) =>
  Object.entries(columns).map(([figure, [column, what]]) => ({
    ...weekly,
    id: `cftc.${name}.${figure}` as `cftc.${Market}.${keyof Of & string}`,
    key: `${report.set}/${code}/${column}`,
    rule: report.rule,
    title: `${title}: ${what}, futures only`,
  }))

/** The disaggregated report, and that on traders in financial futures. */
const disaggregated = { set: '72hh-3qpy', rule: 'cot' } as const
const inFinancial = { set: 'gpe5-46if', rule: 'cot-financial' } as const

const commodity = <const Market extends string>(name: Market, code: string, title: string) =>
  market(
    {
      'open-interest': ['open_interest_all', 'open interest'],
      'managed-money-long': ['m_money_positions_long_all', 'long positions of managed money'],
      'managed-money-short': ['m_money_positions_short_all', 'short positions of managed money'],
    },
    disaggregated,
    name,
    code,
    title,
  )

const financial = <const Market extends string>(name: Market, code: string, title: string) =>
  market(
    {
      'open-interest': ['open_interest_all', 'open interest'],
      'asset-managers-long': ['asset_mgr_positions_long', 'long positions of asset managers'],
      'asset-managers-short': ['asset_mgr_positions_short', 'short positions of asset managers'],
      'leveraged-funds-long': ['lev_money_positions_long', 'long positions of leveraged funds'],
      'leveraged-funds-short': ['lev_money_positions_short', 'short positions of leveraged funds'],
    },
    inFinancial,
    name,
    code,
    title,
  )

/** Dealers are those who sell to the others, and hedge it. */
const dealers = <const Market extends string>(name: Market, code: string, title: string) =>
  market(
    {
      'dealers-long': ['dealer_positions_long_all', 'long positions of dealers'],
      'dealers-short': ['dealer_positions_short_all', 'short positions of dealers'],
    },
    inFinancial,
    name,
    code,
    title,
  )

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
