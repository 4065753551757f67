import { alfredGraph } from '../../pipeline/feeds/alfred-graph.ts'
import { beaSchedule } from '../../pipeline/feeds/bea-schedule.ts'
import { beaconchainEthstore } from '../../pipeline/feeds/beaconchain-ethstore.ts'
import { blsCalendar } from '../../pipeline/feeds/bls-calendar.ts'
import { bojPress } from '../../pipeline/feeds/boj-press.ts'
import { bundesbankYields } from '../../pipeline/feeds/bundesbank-yields.ts'
import { cboeVix } from '../../pipeline/feeds/cboe-vix.ts'
import { cftcPositions } from '../../pipeline/feeds/cftc-positions.ts'
import { coinbaseCandles } from '../../pipeline/feeds/coinbase-candles.ts'
import { coingeckoGlobal } from '../../pipeline/feeds/coingecko-global.ts'
import { coingeckoMarkets } from '../../pipeline/feeds/coingecko-markets.ts'
import { coingeckoTreasuries } from '../../pipeline/feeds/coingecko-treasuries.ts'
import { coingeckoTreasuryEntity } from '../../pipeline/feeds/coingecko-treasury-entity.ts'
import { coinmetricsApi } from '../../pipeline/feeds/coinmetrics-api.ts'
import { coinmetricsCsv } from '../../pipeline/feeds/coinmetrics-csv.ts'
import { ecbData } from '../../pipeline/feeds/ecb-data.ts'
import { ecbPress } from '../../pipeline/feeds/ecb-press.ts'
import { edinetList } from '../../pipeline/feeds/edinet-list.ts'
import { eiaGrid } from '../../pipeline/feeds/eia-grid.ts'
import { eiaRetailPower } from '../../pipeline/feeds/eia-retail-power.ts'
import { eiaSpot } from '../../pipeline/feeds/eia-spot.ts'
import { eiaWeekly } from '../../pipeline/feeds/eia-weekly.ts'
import { farsideFlows } from '../../pipeline/feeds/farside-flows.ts'
import { fedPress } from '../../pipeline/feeds/fed-press.ts'
import { federalRegister } from '../../pipeline/feeds/federal-register.ts'
import type { Feed } from '../../pipeline/feeds/feed.ts'
import { fiscaldataAuctions } from '../../pipeline/feeds/fiscaldata-auctions.ts'
import { fiscaldataDebt } from '../../pipeline/feeds/fiscaldata-debt.ts'
import { fiscaldataOperatingCash } from '../../pipeline/feeds/fiscaldata-operating-cash.ts'
import { fiscaldataOwnership } from '../../pipeline/feeds/fiscaldata-ownership.ts'
import { fiscaldataUpcoming } from '../../pipeline/feeds/fiscaldata-upcoming.ts'
import { fomcCalendar } from '../../pipeline/feeds/fomc-calendar.ts'
import { fredApi } from '../../pipeline/feeds/fred-api.ts'
import { fredGraph } from '../../pipeline/feeds/fred-graph.ts'
import { h10 } from '../../pipeline/feeds/h10.ts'
import { isharesHoldings } from '../../pipeline/feeds/ishares-holdings.ts'
import { krakenOhlc } from '../../pipeline/feeds/kraken-ohlc.ts'
import { lidoApr } from '../../pipeline/feeds/lido-apr.ts'
import { mempoolHashrate } from '../../pipeline/feeds/mempool-hashrate.ts'
import { mempoolNow } from '../../pipeline/feeds/mempool-now.ts'
import { nyfedDealers } from '../../pipeline/feeds/nyfed-dealers.ts'
import { nyfedRates } from '../../pipeline/feeds/nyfed-rates.ts'
import { nyfedSoma } from '../../pipeline/feeds/nyfed-soma.ts'
import { okxFunding } from '../../pipeline/feeds/okx-funding.ts'
import { secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { secCurrent } from '../../pipeline/feeds/sec-current.ts'
import { secDailyIndex } from '../../pipeline/feeds/sec-daily-index.ts'
import { secTickers } from '../../pipeline/feeds/sec-tickers.ts'
import { stooqDaily } from '../../pipeline/feeds/stooq-daily.ts'
import { strategytracker } from '../../pipeline/feeds/strategytracker.ts'
import { ticHoldings } from '../../pipeline/feeds/tic-holdings.ts'
import { ticMajorHolders } from '../../pipeline/feeds/tic-major-holders.ts'
import { treasuryAuctionSchedule } from '../../pipeline/feeds/treasury-auction-schedule.ts'
import { treasuryBuybackSchedule } from '../../pipeline/feeds/treasury-buyback-schedule.ts'
import { treasuryParCurve } from '../../pipeline/feeds/treasury-par-curve.ts'
import { treasuryRealCurve } from '../../pipeline/feeds/treasury-real-curve.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import type { SightingRow } from '../../pipeline/tables/series.ts'
import { ownTime } from '../own-time.ts'
import { recordingOf } from '../recorded.ts'
import { flattened } from '../rows.ts'
import { mutated, seeded } from './mutate.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = '2026-11-20T12:00:00Z'

/** Parsers and an address whose body is a page of a few years, or a list. */
export const parsers: readonly (readonly [Feed, string])[] = [
  [
    coinmetricsApi,
    'https://community-api.coinmetrics.io/v4/timeseries/asset-metrics?assets=btc&metrics=PriceUSD,TxCnt&frequency=1d&page_size=700&paging_from=start',
  ],
  [coinmetricsCsv, 'https://raw.githubusercontent.com/coinmetrics/data/master/csv/btc.csv'],
  [fredApi, 'https://api.stlouisfed.org/fred/series/observations?series_id=VIXCLS&file_type=json&observation_start=2024-01-01'],
  [fredGraph, 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=DCOILWTICO'],
  [alfredGraph, 'https://alfred.stlouisfed.org/graph/alfredgraph.csv?id=PAYEMS,PAYEMS&vintage_date=2026-08-31,2026-09-30'],
  [
    treasuryParCurve,
    'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value_month=202610',
  ],
  [
    treasuryRealCurve,
    'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_real_yield_curve&field_tdr_date_value_month=202610',
  ],
  [
    fiscaldataOperatingCash,
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/dts/operating_cash_balance?fields=record_date,account_type,close_today_bal,open_today_bal&filter=record_date:gte:2026-06-01&sort=record_date&page[number]=1&page[size]=10000',
  ],
  [coinbaseCandles, 'https://api.exchange.coinbase.com/products/BTC-USD/candles?granularity=86400'],
  [krakenOhlc, 'https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1440'],
  [okxFunding, 'https://www.okx.com/api/v5/public/funding-rate-history?instId=BTC-USDT-SWAP&limit=100'],
  [mempoolNow, 'https://mempool.space/api/v1/difficulty-adjustment'],
  [mempoolNow, 'https://mempool.space/api/v1/mining/reward-stats/144'],
  [coingeckoGlobal, 'https://api.coingecko.com/api/v3/global'],
  [mempoolHashrate, 'https://mempool.space/api/v1/mining/hashrate/6m'],
  [
    bundesbankYields,
    'https://api.statistiken.bundesbank.de/rest/data/BBSIS/D.I.ZST.ZI.EUR.S1311.B.A604.R10XX.R.A.A._Z._Z.A?format=csv&lang=en&startPeriod=2026-01-01',
  ],
  [ecbData, 'https://data-api.ecb.europa.eu/service/data/EXR/D.USD+JPY+GBP.EUR.SP00.A?format=csvdata&startPeriod=2026-01-01'],
  [coingeckoTreasuries, 'https://api.coingecko.com/api/v3/companies/public_treasury/bitcoin'],
  [coingeckoTreasuryEntity, 'https://api.coingecko.com/api/v3/public_treasury/quartz-placeholder'],
  [strategytracker, 'https://data.strategytracker.com/all.v20261120T120000Z.json'],
  [fedPress, 'https://www.federalreserve.gov/feeds/press_monetary.xml'],
  [ecbPress, 'https://www.ecb.europa.eu/rss/press.html'],
  [bojPress, 'https://www.boj.or.jp/en/rss/whatsnew.xml'],
  [
    federalRegister,
    'https://www.federalregister.gov/api/v1/documents.json?conditions[type][]=RULE&conditions[publication_date][gte]=2026-11-01',
  ],
  [secTickers, 'https://www.sec.gov/files/company_tickers.json'],
  [secDailyIndex, 'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR4/form.20261109.idx'],
  [secCurrent, 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=10-Q&count=100&output=atom'],
  [secCompanyfacts, 'https://data.sec.gov/api/xbrl/companyfacts/CIK0009900001.json'],
  [edinetList, 'https://api.edinet-fsa.go.jp/api/v2/documents.json?date=2026-11-16&type=2'],
  [stooqDaily, 'https://stooq.com/q/d/l/?s=hrbx.us&i=d&o=1111111'],
  [stooqDaily, 'https://stooq.com/q/d/l/?s=ung.us&i=d&o=1111111'],
  [
    h10,
    'https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&lastobs=&from=01/04/2023&to=&filetype=csv&label=include&layout=seriescolumn&type=package',
  ],
  [ticHoldings, 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table1.txt'],
  [ticMajorHolders, 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table5.txt'],
  [
    fiscaldataDebt,
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v2/accounting/od/debt_to_penny?fields=record_date,debt_held_public_amt,intragov_hold_amt,tot_pub_debt_out_amt&filter=record_date:gte:2026-06-01&sort=record_date&page[number]=1&page[size]=10000',
  ],
  [
    fiscaldataOwnership,
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/tb/ofs2_estimated_ownership_treasury_securities?fields=record_date,end_of_month,securities_owner,securities_bil_amt&filter=record_date:gte:2025-06-01&sort=record_date&page[number]=1&page[size]=10000',
  ],
  [beaconchainEthstore, 'https://beaconcha.in/api/v1/ethstore/latest'],
  [coingeckoMarkets, 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=ethereum'],
  [cboeVix, 'https://cdn.cboe.com/api/global/us_indices/daily_prices/VIX_History.csv'],
  [
    fiscaldataAuctions,
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/auctions_query?fields=cusip,security_type,security_term,reopening,auction_date,issue_date,offering_amt,total_accepted,comp_accepted,primary_dealer_accepted,direct_bidder_accepted,indirect_bidder_accepted,bid_to_cover_ratio,high_yield,avg_med_yield,high_discnt_rate,avg_med_discnt_rate,high_discnt_margin,inflation_index_security,floating_rate,cash_management_bill_cmb&filter=auction_date:gte:2026-06-01&sort=auction_date&page[number]=1&page[size]=10000',
  ],
  [
    fiscaldataUpcoming,
    'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/upcoming_auctions?fields=record_date,security_type,security_term,reopening,cusip,offering_amt,announcemt_date,auction_date,issue_date&filter=record_date:gte:2026-11-10&sort=-record_date&page[number]=1&page[size]=10000',
  ],
  [treasuryAuctionSchedule, 'https://home.treasury.gov/system/files/221/Tentative-Auction-Schedule.xml'],
  [treasuryBuybackSchedule, 'https://home.treasury.gov/system/files/221/Tentative-Buyback-Schedule.xml'],
  [blsCalendar, 'https://www.bls.gov/schedule/news_release/bls.ics'],
  [beaSchedule, 'https://www.bea.gov/news/schedule'],
  [fomcCalendar, 'https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm'],
  [farsideFlows, 'https://farside.co.uk/btc/'],
  [
    isharesHoldings,
    'https://www.ishares.com/us/products/333011/ishares-bitcoin-trust-etf/1467271812596.ajax?fileType=csv&fileName=IBIT_holdings&dataType=fund&asOfDate=20261117',
  ],
  [lidoApr, 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma'],
  [eiaWeekly, 'https://api.eia.gov/v2/seriesid/PET.WCESTUS1.W'],
  [eiaSpot, 'https://api.eia.gov/v2/seriesid/PET.RWTC.D'],
  [
    eiaGrid,
    'https://api.eia.gov/v2/electricity/rto/region-data/data/?frequency=hourly&data[0]=value&facets[respondent][]=US48&facets[type][]=D&start=2026-11-01T00&sort[0][column]=period&sort[0][direction]=asc&offset=0&length=4800',
  ],
  [
    eiaRetailPower,
    'https://api.eia.gov/v2/electricity/retail-sales/data/?frequency=monthly&data[0]=price&facets[stateid][]=US&facets[sectorid][]=IND&sort[0][column]=period&sort[0][direction]=asc&offset=0&length=5000',
  ],
  [nyfedDealers, 'https://markets.newyorkfed.org/api/pd/get/PDPOSGST-TOT_PDPOSGS-B.json'],
  [nyfedSoma, 'https://markets.newyorkfed.org/api/soma/summary.json'],
  [nyfedRates, 'https://markets.newyorkfed.org/api/rates/secured/sofr/last/500.json'],
  [
    cftcPositions,
    "https://publicreporting.cftc.gov/resource/72hh-3qpy.json?$select=report_date_as_yyyy_mm_dd,cftc_contract_market_code,open_interest_all,m_money_positions_long_all&$where=cftc_contract_market_code in('088691','084691') AND report_date_as_yyyy_mm_dd >= '2025-06-01T00:00:00.000'&$order=report_date_as_yyyy_mm_dd,cftc_contract_market_code&$limit=50000",
  ],
]

export interface MutationRun {
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

/** Whether a number stands in a text, in whatever unit: to its first 12 digits, for the others a change of unit may round. */
function spells(text: string, number: number): boolean {
  const sought = digitsOf(String(number)).slice(0, 12)
  // a comma parts thousands, or two numbers
  const tokens = [/\d+(?:,\d{3})*\.?\d*(?:e[+-]?\d+)?/gi, /\d+\.?\d*(?:e[+-]?\d+)?/gi].flatMap(
    (pattern) => text.match(pattern) ?? [],
  )
  return tokens.some((token) => digitsOf(token).slice(0, 12) === sought || Number(token) === number)
}

/** Figures that no body spells, worked out of a mutated one anew: in percent of a ratio, or added up. */
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
export async function mutateParser(feed: Feed, url: string, count: number, seed: number): Promise<MutationRun> {
  const { body } = await sampleTransport({ now }).fetch(
    { feed: feed.id, upstream: feed.upstream, url },
    new AbortController().signal,
  )
  const lines = Buffer.from(body).toString('utf8').split('\n')
  const whole = lines.length > 1_200 ? `${lines.slice(0, 1_200).join('\n')}\n` : lines.join('\n')
  const read = (text: string) => flattened(feed.parse(Buffer.from(text), recordingOf(url, text, at)))
  const unmutated = read(whole).sighting
  const clean = new Set(unmutated.map(keyOf))
  const cleanValues = new Set(unmutated.map(({ series, value }) => `${series} ${value}`))
  const random = seeded(seed)
  const run = { refused: 0, read: 0, strange: [] as string[], slowestMs: 0, crashes: [] as string[] }
  for (let n = 0; n < count; n++) {
    const bad = mutated(whole, random)
    const started = ownTime()
    try {
      const parsed = read(bad)
      run.read++
      const filed = parsed.filing.flatMap(({ accession, form, filing_date: day }) => [accession, form, day])
      const named = [...filed, ...parsed.listing.map(({ ticker }) => ticker), ...parsed.next.flatMap(({ tells }) => tells ?? [])]
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
