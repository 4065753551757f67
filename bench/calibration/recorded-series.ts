import { metricRows } from '../../data/metrics.ts'
import type { MetricFacts } from '../../pipeline/analysis/metric-facts.ts'
import { csv, fredCsv, type Reader, rows, yahooChart } from './read-history.ts'

/** A recorded history of at least five years, and the facts of the metric it is scored as. */
export interface RecordedSeries {
  readonly facts: MetricFacts
  /** Path below the recorded folder. */
  readonly file: string
  readonly read: Reader
  /** A difference of others on the list, or the same in another rhythm: it does not count in the pool. */
  readonly derived?: boolean
}

type Way = Pick<MetricFacts, 'unit' | 'cadence' | 'window' | 'change'>

const price: Way = { unit: 'USD', cadence: 'business daily', window: '7d', change: 'percent' }
const daily: Way = { ...price, cadence: 'daily' }
const level: Way = { unit: '1', cadence: 'business daily', window: '30d', change: 'percent' }
const rate: Way = { unit: 'percent', cadence: 'business daily', window: '30d', change: 'basis_points' }
const weekly: Way = { ...level, cadence: 'weekly' }
const weeklyUnits: Way = { ...weekly, change: 'unit' }

const derived = new Set(['yield-curve', 'breakeven-10y', 'curve-10y-3mo', 'm2-weekly'])

/** As the product reads it. */
function published(metric: string, file: string, read: Reader): RecordedSeries {
  return { facts: metricRows.find((row) => row.metric === metric)!, file, read, derived: derived.has(metric) }
}

/** Not one of the product's metrics: read as if higher were bullish. */
function other(metric: string, way: Way, file: string, read: Reader): RecordedSeries {
  const facts: MetricFacts = {
    ...way,
    metric,
    title: metric,
    category: 'recorded',
    polarity: 'higher_is_bullish',
    for: 'those who hold it',
    version: 1,
  }
  return { facts, file, read, derived: derived.has(metric) }
}

const graph = (id: string, day: string) => [`fred/fredgraph/${id}_${day}.csv`, fredCsv(id)] as const
const observations = (file: string) => [`fred/api/${file}.json`, rows(['observations'], 'date', 'value')] as const
const coinmetrics = (column: string) => ['btc_network/coinmetrics_csv_btc_to_2026-03-22.csv', csv('time', column)] as const
const ether = (column: string) => ['eth/coinmetrics_csv_eth_to_2020-07.csv', csv('time', column)] as const
const curve = (tenor: string) => ['treasury_yield/daily-treasury-rates_all_1990_2022-03-31.csv', csv('Date', tenor)] as const
const chart = (name: string) => [`prices/yahoo_chart_${name}.json`, yahooChart] as const
const close = (name: string) => [`prices/adjclose_${name}_to_2026-08.csv`, csv('date', 'close')] as const
const adjusted = (name: string) => [`prices/ohlcv_adjusted_${name}_to_2026-06-05.csv`, csv('Date', 'Close')] as const
const energy = (file: string) => [`eia/v2_${file}.json`, rows(['response', 'data'], 'period', 'value')] as const
const positions = (file: string) =>
  [
    `cftc/${file}_2026-08-18.json`,
    rows([], 'report_date_as_yyyy_mm_dd', 'noncomm_positions_long_all', 'noncomm_positions_short_all'),
  ] as const

/**
 * Every recorded history of five years or more, once each: of several recordings the longest, of one thing under two names (a fund and
 * the metal it holds, an index and the fund that follows it, an effective rate by two publishers) one.
 */
export const recordedSeries: readonly RecordedSeries[] = [
  published(
    'bitcoin-price',
    'rebuilt/coinmetrics_asset_metrics_btc_2010-07-18_2026-07-26.json',
    rows(['data'], 'time', 'PriceUSD'),
  ),
  published('bitcoin-hash-rate', ...coinmetrics('HashRate')),
  published('bitcoin-tx-count', ...coinmetrics('TxCnt')),
  published('bitcoin-active-addresses', ...coinmetrics('AdrActCnt')),
  published('vix', 'datasets/finance-vix_vix-daily.csv', csv('DATE', 'CLOSE')),
  published('wti-spot', 'datasets/oil-prices_wti-daily.csv', csv('Date', 'Price')),
  published('henry-hub-spot', 'datasets/natural-gas_daily.csv', csv('Date', 'Price')),
  published('fed-balance', ...graph('WALCL', '2026-08-03')),
  published('tga', ...graph('WTREGEN', '2026-09-17_millions')),
  published('rrp', ...graph('RRPONTSYD', '2026-08-03')),
  published('bank-reserves', ...graph('WRESBAL', '2026-05-27')),
  published('m2-supply', ...graph('M2SL', '2026-05-27')),
  published('treasury-3mo', ...graph('DGS3MO', '2026-08-22')),
  published('treasury-2y', ...graph('DGS2', '2026-08-21')),
  published('treasury-5y', ...graph('DGS5', '2026-08-22')),
  published('treasury-10y', ...graph('DGS10', '2026-08-21')),
  published('treasury-30y', ...graph('DGS30', '2026-08-21')),
  published('real-yield-10y', ...graph('DFII10', '2026-08-21')),
  published('yield-curve', ...graph('T10Y2Y', '2026-08-21')),
  published('breakeven-5y', ...graph('T5YIE', '2026-05-27')),
  published('breakeven-10y', ...graph('T10YIE', '2026-08-21')),
  published('sofr', ...graph('SOFR', '2026-08-03')),
  published('dollar-index', ...graph('DTWEXBGS', '2026-08-22')),
  published('eur-usd', ...graph('DEXUSEU', '2026-08-22')),
  published('cny-usd', ...graph('DEXCHUS', '2026-08-22')),
  published('jpy-usd', ...graph('DEXJPUS', '2026-08-22')),
  published('financial-conditions', ...graph('NFCI', '2026-05-27')),
  published('unemployment', ...graph('UNRATE', '2026-08-21')),
  other('bitcoin-difficulty', daily, 'btc_network/coinmetrics_csv_btc_to_2019-10.csv', csv('date', 'DiffMean')),
  published('bitcoin-fees-day', ...coinmetrics('FeeTotNtv')),
  published('ether-price', ...ether('PriceUSD')),
  published('ether-tx-count', ...ether('TxCnt')),
  other('ether-hash-rate', daily, ...ether('HashRate')),
  other('nasdaq-composite', price, ...graph('NASDAQCOM', '2026-08-21')),
  other('sp500', price, ...graph('SP500', '2026-08-22')),
  other('gold', price, 'prices/lbma_gold_pm_usd_1968_2026-08-21.csv', csv('date', 'usd')),
  published('slv-share', ...chart('SLV_1d_2015-01-02_2026-08-20')),
  other('strategy-share', price, ...chart('MSTR_1d_2015-01-02_2026-08-20')),
  other('exxon-share', price, ...chart('XOM_1d_2015-01-02_2026-08-14')),
  other('chevron-share', price, ...chart('CVX_1d_2015-01-02_2026-08-14')),
  other('communication-fund', price, ...chart('XLC_1d_5y_2026-03-24')),
  other('adm-share', price, ...close('ADM')),
  other('bunge-share', price, ...close('BG')),
  other('newmont-share', price, ...close('NEM')),
  other('freeport-share', price, ...close('FCX')),
  other('cf-share', price, ...close('CF')),
  other('long-treasury-fund', price, ...close('TLT')),
  published('iwm-share', ...close('IWM')),
  published('cper-share', ...adjusted('CPER')),
  published('weat-share', ...adjusted('WEAT')),
  other('bill-rate-3mo', rate, ...graph('DTB3', '2026-03-30')),
  other('fed-funds-effective', rate, 'h15/FRB_H15_FF_effective_1954_2026-05.csv', csv('Time Period', 'RIFSPFF_N.D', 5)),
  other('treasury-1mo', rate, ...observations('DGS1MO_2015_2026-07-23')),
  other('treasury-6mo', rate, ...curve('6 Mo')),
  other('treasury-1y', rate, ...curve('1 Yr')),
  other('treasury-7y', rate, ...curve('7 Yr')),
  other('treasury-20y', rate, ...curve('20 Yr')),
  published('real-yield-5y', ...observations('DFII5_2015_2026-07-23')),
  other('real-yield-30y', rate, ...observations('DFII30_2015_2026-07-23')),
  other('corporate-spread', rate, ...graph('BAA10Y', '2026-08-03')),
  other('high-yield-spread', rate, ...graph('BAMLH0A0HYM2', '2026-03-30')),
  other('curve-10y-3mo', rate, ...graph('T10Y3M', '2026-08-03')),
  published('initial-claims', ...graph('ICSA', '2026-05-27')),
  published('financial-stress', ...graph('STLFSI4', '2026-05-27')),
  other('m2-weekly', weekly, ...graph('WM2NS', '2026-01-03')),
  other('fed-treasuries', weekly, ...observations('TREAST_5y_2026-08-21')),
  other('fed-mortgages', weekly, ...observations('WSHOMCB_5y_2026-08-21')),
  published(
    'federal-debt',
    'fiscaldata/debt_to_penny_2015_2026-08-20.json',
    rows(['data'], 'record_date', 'tot_pub_debt_out_amt'),
  ),
  published('crude-stocks', ...energy('PET.WCESTUS1.W_1982-08-20_2026-08-14')),
  published('distillate-stocks', ...energy('PET.WDISTUS1.W_2015-01-02_2026-08-14')),
  published('gasoline-stocks', ...energy('PET.WGTSTUS1.W_2015-01-02_2026-08-14')),
  published('gas-storage', ...energy('NG.NW2_EPG0_SWO_R48_BCF.W_2010-01-01_2026-08-14')),
  other('gold-net-positions', weeklyUnits, ...positions('legacy_futures_only_gold_1986')),
  other('copper-net-positions', weeklyUnits, ...positions('legacy_combined_copper_1995')),
  published('consumer-prices', ...graph('CPIAUCSL', '2026-05-27')),
  published('payrolls', ...graph('PAYEMS', '2026-05-27')),
]
