import { readFileSync } from 'node:fs'
import { feedFor } from '../../../pipeline/source/feeds/index.ts'
import { sampleTransport } from '../../../pipeline/source/http/sample.ts'
import type { SightingRow } from '../../../pipeline/warehouse/tables/series.ts'
import { ownTime } from '../../own-time.ts'
import { recordingOf } from '../../recording-of.ts'
import { flattened } from '../../rows.ts'
import { mutated, seeded } from './mutate.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = '2026-11-20T12:00:00Z'

/** Short bodies in the form of each upstream, by file, and their addresses. */
const written: readonly (readonly [file: string, address: string])[] = [
  [
    'json/coinmetrics-api',
    'https://community-api.coinmetrics.io/v4/timeseries/asset-metrics?assets=btc&metrics=PriceUSD,TxCnt&frequency=1d&page_size=700&paging_from=start&start_time=2026-11-15',
  ],
  ['csv/coinmetrics-csv', 'https://raw.githubusercontent.com/coinmetrics/data/master/csv/btc.csv'],
  [
    'json/fred-api',
    'https://api.stlouisfed.org/fred/series/observations?series_id=VIXCLS&file_type=json&observation_start=2026-11-11',
  ],
  ['csv/fred-graph', 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=DCOILWTICO&cosd=2026-11-08'],
  ['csv/alfred-graph', 'https://alfred.stlouisfed.org/graph/alfredgraph.csv?id=PAYEMS,PAYEMS&vintage_date=2026-08-31,2026-09-30'],
  [
    'markup/treasury-par-curve',
    'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value_month=202610',
  ],
  [
    'markup/treasury-real-curve',
    'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_real_yield_curve&field_tdr_date_value_month=202610',
  ],
  [
    'json/fiscaldata-operating-cash',
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/dts/operating_cash_balance?fields=record_date,account_type,close_today_bal,open_today_bal&filter=record_date:gte:2026-11-17&sort=record_date&page[number]=1&page[size]=10000',
  ],
  ['json/coinbase-candles', 'https://api.exchange.coinbase.com/products/BTC-USD/candles?granularity=86400'],
  ['json/kraken-ohlc', 'https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1440'],
  ['json/okx-funding', 'https://www.okx.com/api/v5/public/funding-rate-history?instId=BTC-USDT-SWAP&limit=14'],
  ['json/mempool-now', 'https://mempool.space/api/v1/difficulty-adjustment'],
  ['json/mempool-now-2', 'https://mempool.space/api/v1/mining/reward-stats/144'],
  ['json/coingecko-global', 'https://api.coingecko.com/api/v3/global'],
  ['json/mempool-hashrate', 'https://mempool.space/api/v1/mining/hashrate/6m'],
  [
    'csv/bundesbank-yields',
    'https://api.statistiken.bundesbank.de/rest/data/BBSIS/D.I.ZST.ZI.EUR.S1311.B.A604.R10XX.R.A.A._Z._Z.A?format=csv&lang=en&startPeriod=2026-11-13',
  ],
  [
    'csv/ecb-data',
    'https://data-api.ecb.europa.eu/service/data/EXR/D.USD+JPY+GBP.EUR.SP00.A?format=csvdata&startPeriod=2026-11-13',
  ],
  ['json/coingecko-treasuries', 'https://api.coingecko.com/api/v3/companies/public_treasury/bitcoin'],
  ['json/coingecko-treasury-entity', 'https://api.coingecko.com/api/v3/public_treasury/quartz-placeholder'],
  ['json/strategytracker', 'https://data.strategytracker.com/all.v20261120T120000Z.json'],
  ['markup/fed-press', 'https://www.federalreserve.gov/feeds/press_monetary.xml'],
  ['markup/ecb-press', 'https://www.ecb.europa.eu/rss/press.html'],
  ['markup/boj-press', 'https://www.boj.or.jp/en/rss/whatsnew.xml'],
  [
    'json/federal-register',
    'https://www.federalregister.gov/api/v1/documents.json?conditions[type][]=RULE&conditions[publication_date][gte]=2026-11-01',
  ],
  ['csv/stooq-daily', 'https://stooq.com/q/d/l/?s=hrbx.us&i=d&o=1111111'],
  ['csv/stooq-daily-2', 'https://stooq.com/q/d/l/?s=ung.us&i=d&o=1111111'],
  [
    'csv/h10',
    'https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&lastobs=&from=11/09/2026&to=&filetype=csv&label=include&layout=seriescolumn&type=package',
  ],
  ['csv/tic-holdings', 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table1.txt'],
  ['csv/tic-major-holders', 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table5.txt'],
  [
    'json/fiscaldata-debt',
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v2/accounting/od/debt_to_penny?fields=record_date,debt_held_public_amt,intragov_hold_amt,tot_pub_debt_out_amt&filter=record_date:gte:2026-11-17&sort=record_date&page[number]=1&page[size]=10000',
  ],
  [
    'json/fiscaldata-ownership',
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/tb/ofs2_estimated_ownership_treasury_securities?fields=record_date,end_of_month,securities_owner,securities_bil_amt&filter=record_date:gte:2026-07-01&sort=record_date&page[number]=1&page[size]=10000',
  ],
  ['json/beaconchain-ethstore', 'https://beaconcha.in/api/v1/ethstore/latest'],
  ['json/coingecko-markets', 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=ethereum'],
  ['csv/cboe-vix', 'https://cdn.cboe.com/api/global/us_indices/daily_prices/VIX_History.csv'],
  [
    'json/fiscaldata-auctions',
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/auctions_query?fields=cusip,security_type,security_term,reopening,auction_date,issue_date,offering_amt,total_accepted,comp_accepted,primary_dealer_accepted,direct_bidder_accepted,indirect_bidder_accepted,bid_to_cover_ratio,high_yield,avg_med_yield,high_discnt_rate,avg_med_discnt_rate,high_discnt_margin,inflation_index_security,floating_rate,cash_management_bill_cmb&filter=auction_date:gte:2026-11-10&sort=auction_date&page[number]=1&page[size]=10000',
  ],
  [
    'json/fiscaldata-upcoming-auctions',
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/upcoming_auctions?fields=record_date,security_type,security_term,reopening,cusip,offering_amt,announcemt_date,auction_date,issue_date&filter=record_date:gte:2026-11-19&sort=-record_date&page[number]=1&page[size]=10000',
  ],
  ['markup/treasury-auction-schedule', 'https://home.treasury.gov/system/files/221/Tentative-Auction-Schedule.xml'],
  ['markup/treasury-buyback-schedule', 'https://home.treasury.gov/system/files/221/Tentative-Buyback-Schedule.xml'],
  ['markup/bls-calendar', 'https://www.bls.gov/schedule/news_release/bls.ics'],
  ['markup/bea-schedule', 'https://www.bea.gov/news/schedule'],
  ['markup/fomc-calendar', 'https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm'],
  ['markup/farside-flows', 'https://farside.co.uk/btc/'],
  [
    'csv/ishares-holdings',
    'https://www.ishares.com/us/products/333011/ishares-bitcoin-trust-etf/1467271812596.ajax?fileType=csv&fileName=IBIT_holdings&dataType=fund&asOfDate=20261117',
  ],
  ['json/lido-apr', 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma'],
  ['json/eia-weekly', 'https://api.eia.gov/v2/seriesid/PET.WCESTUS1.W'],
  ['json/eia-spot', 'https://api.eia.gov/v2/seriesid/PET.RWTC.D'],
  [
    'json/eia-grid',
    'https://api.eia.gov/v2/electricity/rto/region-data/data/?frequency=hourly&data[0]=value&facets[respondent][]=US48&facets[type][]=D&start=2026-11-17T00&sort[0][column]=period&sort[0][direction]=asc&offset=0&length=4800',
  ],
  [
    'json/eia-retail-power',
    'https://api.eia.gov/v2/electricity/retail-sales/data/?frequency=monthly&data[0]=price&facets[stateid][]=US&facets[sectorid][]=IND&sort[0][column]=period&sort[0][direction]=asc&offset=0&length=5000',
  ],
  ['json/nyfed-dealers', 'https://markets.newyorkfed.org/api/pd/get/PDPOSGST-TOT_PDPOSGS-B.json'],
  ['json/nyfed-soma', 'https://markets.newyorkfed.org/api/soma/summary.json'],
  ['json/nyfed-rates', 'https://markets.newyorkfed.org/api/rates/secured/sofr/last/4.json'],
  [
    'json/cftc-positions',
    "https://publicreporting.cftc.gov/resource/72hh-3qpy.json?$select=report_date_as_yyyy_mm_dd,cftc_contract_market_code,open_interest_all,m_money_positions_long_all&$where=cftc_contract_market_code in('088691','084691') AND report_date_as_yyyy_mm_dd >= '2026-10-20T00:00:00.000'&$order=report_date_as_yyyy_mm_dd,cftc_contract_market_code&$limit=50000",
  ],
]

/** Filings and their indexes, which the sample feeds give in their forms. */
const invented = [
  'https://www.sec.gov/files/company_tickers.json',
  'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR4/form.20261109.idx',
  'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&count=100&output=atom',
  'https://data.sec.gov/api/xbrl/companyfacts/CIK0009900001.json',
  'https://api.edinet-fsa.go.jp/api/v2/documents.json?date=2026-11-16&type=2',
]

/** Feeds, addresses, and how to get their bodies. */
export const parsers = [
  ...written.map(
    ([file, url]) => [feedFor(url)!, url, async () => readFileSync(new URL(`bodies/${file}.txt`, import.meta.url))] as const,
  ),
  ...invented.map((url) => [feedFor(url)!, url, () => inventedBody(url)] as const),
]

async function inventedBody(url: string): Promise<Uint8Array> {
  const { id, upstream } = feedFor(url)!
  return (await sampleTransport({ now }).fetch({ feed: id, upstream, url }, new AbortController().signal)).body
}

export interface MutationRun {
  /** Rows, reports and leads of the unmutated body. */
  readonly rows: number
  readonly refused: number
  readonly read: number
  /** Rows that are neither one of the unmutated body nor spelt in the mutated one. */
  readonly strange: string[]
  readonly slowestMs: number
  /** Errors that are not a `ParseError`. */
  readonly crashes: string[]
}

/** Digits of a number without its sign, point, exponent and outer zeros: what a change of unit leaves alone. */
const digitsOf = (number: string): string =>
  number
    .replace(/e.*$/i, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '')

/** Whether a text contains a number, in any unit: to its first 12 digits, for the others a change of unit may round. */
function spells(text: string, number: number): boolean {
  const sought = digitsOf(String(number)).slice(0, 12)
  // a comma parts thousands, or two numbers
  const tokens = [/\d+(?:,\d{3})*\.?\d*(?:e[+-]?\d+)?/gi, /\d+\.?\d*(?:e[+-]?\d+)?/gi].flatMap(
    (pattern) => text.match(pattern) ?? [],
  )
  return tokens.some((token) => digitsOf(token).slice(0, 12) === sought || Number(token) === number)
}

/** Figures that no body spells, recomputed from a mutated one: a ratio in percent, or a sum. */
const workedOut: Readonly<Record<string, (text: string) => number[]>> = {
  'okx.BTC-USDT-SWAP.funding': (text) => {
    const sums = new Map<number, number>()
    for (const [payment] of text.matchAll(/\{[^{}]*\}/g)) {
      const day = Math.floor(Number(/.*"fundingTime":\s*"(\d+)"/s.exec(payment)?.[1]) / 86_400_000)
      sums.set(day, (sums.get(day) ?? 0) + Number(/.*"realizedRate":\s*"([^"]*)"/s.exec(payment)?.[1]))
    }
    return [...sums.values()]
  },
  'mempool.adjustment': (text) =>
    [...text.matchAll(/"adjustment":\s*([\d.e+-]+)/gi)].map(([, ratio]) => 100 * (Number(ratio) - 1)),
  'ishares.IBIT.assets': (text) => [
    [...text.matchAll(/^(?:"[^"\n]*",){4}"([\d,.]+)",/gm)].reduce(
      (sum, [, value]) => sum + Number(value!.replaceAll(',', '')),
      0,
    ),
  ],
  'eia.grid.US48': (text) => {
    const sums = new Map<string, number>()
    for (const [, day, value] of text.matchAll(/"period":"([\d-]{10})T\d\d".*?"value":"?(\d+)/gs))
      sums.set(day!, (sums.get(day!) ?? 0) + Number(value))
    return [...sums.values()]
  },
}

/** To the last digits, which adding up in another order may round. */
const isWorkedOut = ({ series, value }: SightingRow, text: string): boolean =>
  (workedOut[series]?.(text) ?? []).some((figure) => Math.abs(figure - value) <= 1e-8 * Math.max(1, Math.abs(value)))

const keyOf = (row: SightingRow): string => `${row.series} ${row.period} ${row.value}`

/** Parses `count` mutations of a body and judges every row: as unmutated, or carrying a mutated cell, or not there. */
export async function mutateParser(
  [feed, url, body]: (typeof parsers)[number],
  count: number,
  seed: number,
): Promise<MutationRun> {
  const lines = Buffer.from(await body())
    .toString('utf8')
    .split('\n')
  const whole = lines.length > 1_200 ? `${lines.slice(0, 1_200).join('\n')}\n` : lines.join('\n')
  const read = (text: string) => flattened(feed.parse(Buffer.from(text), recordingOf(url, text, at)))
  const { sighting: unmutated, ...others } = read(whole)
  const rows = Object.values(others).reduce((sum, { length }) => sum + length, unmutated.length - others.rejected.length)
  const clean = new Set(unmutated.map(keyOf))
  const cleanValues = new Set(unmutated.map(({ series, value }) => `${series} ${value}`))
  const random = seeded(seed)
  const run = { rows, refused: 0, read: 0, strange: [] as string[], slowestMs: 0, crashes: [] as string[] }
  for (let n = 0; n < count; n++) {
    const bad = mutated(whole, random)
    const started = ownTime()
    try {
      const parsed = read(bad)
      run.read++
      const filed = parsed.filing.flatMap(({ accession, form, filing_date: day }) => [accession, form, day])
      const named = [...filed, ...parsed.listing.map(({ code }) => code), ...parsed.next.flatMap(({ tells }) => tells ?? [])]
      for (const text of named) if (!bad.includes(text)) run.strange.push(`${n}: ${text}`)
      for (const { company } of parsed.listing) {
        const cik = Number(company.slice('us:'.length))
        if (!bad.includes(String(cik)) && !spells(bad, cik)) run.strange.push(`${n}: ${company}`)
      }
      for (const row of parsed.sighting) {
        if (clean.has(keyOf(row))) continue
        // a share is spelt nowhere: under a mutated day it is still that of its auction
        const isClean = cleanValues.has(`${row.series} ${row.value}`)
        const spelt = isClean || bad.includes(String(row.value)) || spells(bad, row.value) || isWorkedOut(row, bad)
        if (!spelt) run.strange.push(`${n}: ${keyOf(row)}`)
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'ParseError') run.refused++
      else run.crashes.push(`${n}: ${String(error)}`)
    }
    run.slowestMs = Math.max(run.slowestMs, ownTime() - started)
  }
  return run
}
