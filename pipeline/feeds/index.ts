import { rosterOf } from '../../data/companies.ts'
import { alfredGraph } from './alfred-graph.ts'
import { arkHoldings } from './ark-holdings.ts'
import { beaSchedule } from './bea-schedule.ts'
import { beaconchainEthstore } from './beaconchain-ethstore.ts'
import { blsCalendar } from './bls-calendar.ts'
import { bojPress } from './boj-press.ts'
import { bseCloses } from './bse-closes.ts'
import { bseResults } from './bse-results.ts'
import { bundesbankYields } from './bundesbank-yields.ts'
import { cboeVix } from './cboe-vix.ts'
import { cftcPositions } from './cftc-positions.ts'
import { coinbaseCandles } from './coinbase-candles.ts'
import { coingeckoGlobal } from './coingecko-global.ts'
import { coingeckoMarkets } from './coingecko-markets.ts'
import { coingeckoTreasuries } from './coingecko-treasuries.ts'
import { coingeckoTreasuryEntity } from './coingecko-treasury-entity.ts'
import { coinmetricsApi } from './coinmetrics-api.ts'
import { coinmetricsCsv } from './coinmetrics-csv.ts'
import { dartAccounts } from './dart-accounts.ts'
import { dartCodes } from './dart-codes.ts'
import { dartCompany } from './dart-company.ts'
import { dartList } from './dart-list.ts'
import { dartShares } from './dart-shares.ts'
import { defillamaYield } from './defillama-yield.ts'
import { ecbData } from './ecb-data.ts'
import { ecbPress } from './ecb-press.ts'
import { edinetCodes } from './edinet-codes.ts'
import { edinetDocuments } from './edinet-documents.ts'
import { edinetList } from './edinet-list.ts'
import { eiaGrid } from './eia-grid.ts'
import { eiaRetailPower } from './eia-retail-power.ts'
import { eiaSpot } from './eia-spot.ts'
import { eiaWeekly } from './eia-weekly.ts'
import { esefIndex } from './esef-index.ts'
import { esefReport } from './esef-report.ts'
import { euronextCloses } from './euronext-closes.ts'
import { farsideFlows } from './farside-flows.ts'
import { fedPress } from './fed-press.ts'
import { federalRegister } from './federal-register.ts'
import type { Feed, FeedState } from './feed.ts'
import { fiscaldataAuctions } from './fiscaldata-auctions.ts'
import { fiscaldataBuybacks } from './fiscaldata-buybacks.ts'
import { fiscaldataDebt } from './fiscaldata-debt.ts'
import { fiscaldataOperatingCash } from './fiscaldata-operating-cash.ts'
import { fiscaldataOwnership } from './fiscaldata-ownership.ts'
import { fiscaldataUpcoming } from './fiscaldata-upcoming.ts'
import { fomcCalendar } from './fomc-calendar.ts'
import { fredApi } from './fred-api.ts'
import { fredGraph } from './fred-graph.ts'
import { fscCloses } from './fsc-closes.ts'
import { grayscaleFunds } from './grayscale-funds.ts'
import { h10 } from './h10.ts'
import { isharesHistory } from './ishares-history.ts'
import { isharesHoldings } from './ishares-holdings.ts'
import { jquantsCloses } from './jquants-closes.ts'
import { krakenOhlc } from './kraken-ohlc.ts'
import { lidoApr } from './lido-apr.ts'
import { massiveCloses } from './massive-closes.ts'
import { mempoolHashrate } from './mempool-hashrate.ts'
import { mempoolNow } from './mempool-now.ts'
import { nseCloses } from './nse-closes.ts'
import { nseResults } from './nse-results.ts'
import { nseShareholding } from './nse-shareholding.ts'
import { nyfedDealers } from './nyfed-dealers.ts'
import { nyfedRates } from './nyfed-rates.ts'
import { nyfedSoma } from './nyfed-soma.ts'
import { okxFunding } from './okx-funding.ts'
import { secCompanyFilings } from './sec-company-filings.ts'
import { secCompanyfacts } from './sec-companyfacts.ts'
import { secCompleteSubmissions } from './sec-complete-submissions.ts'
import { secCurrent } from './sec-current.ts'
import { secDailyIndex } from './sec-daily-index.ts'
import { secDocuments } from './sec-documents.ts'
import { secFails } from './sec-fails.ts'
import { secOwnership } from './sec-ownership.ts'
import { secSubmissions } from './sec-submissions.ts'
import { secTickers } from './sec-tickers.ts'
import { stooqDaily } from './stooq-daily.ts'
import { strategytracker } from './strategytracker.ts'
import { ticHoldings } from './tic-holdings.ts'
import { ticMajorHolders } from './tic-major-holders.ts'
import { treasuryAuctionSchedule } from './treasury-auction-schedule.ts'
import { treasuryBuybackSchedule } from './treasury-buyback-schedule.ts'
import { treasuryParCurve } from './treasury-par-curve.ts'
import { treasuryRealCurve } from './treasury-real-curve.ts'
import { tseDigest } from './tse-digest.ts'
import { twentyoneSharesHistory } from './twentyone-shares-history.ts'
import { worldbankPrices } from './worldbank-prices.ts'

/** Every feed there is. A file of this folder that declares a feed and is missing here fails a test. */
export const feeds: readonly Feed[] = [
  coinmetricsApi,
  coinmetricsCsv,
  coinbaseCandles,
  krakenOhlc,
  okxFunding,
  lidoApr,
  defillamaYield,
  beaconchainEthstore,
  mempoolNow,
  mempoolHashrate,
  coingeckoGlobal,
  coingeckoMarkets,
  fredApi,
  fredGraph,
  alfredGraph,
  treasuryParCurve,
  treasuryRealCurve,
  fiscaldataOperatingCash,
  fiscaldataDebt,
  fiscaldataOwnership,
  fiscaldataAuctions,
  fiscaldataUpcoming,
  fiscaldataBuybacks,
  treasuryAuctionSchedule,
  treasuryBuybackSchedule,
  blsCalendar,
  beaSchedule,
  fomcCalendar,
  fedPress,
  ecbPress,
  bojPress,
  federalRegister,
  ecbData,
  bundesbankYields,
  cftcPositions,
  nyfedDealers,
  nyfedSoma,
  nyfedRates,
  ticHoldings,
  ticMajorHolders,
  worldbankPrices,
  eiaWeekly,
  eiaSpot,
  eiaGrid,
  eiaRetailPower,
  secSubmissions,
  secDocuments,
  secCompanyfacts,
  secCompanyFilings,
  secTickers,
  secDailyIndex,
  secCurrent,
  secCompleteSubmissions,
  secOwnership,
  coingeckoTreasuries,
  coingeckoTreasuryEntity,
  strategytracker,
  massiveCloses,
  secFails,
  fscCloses,
  bseCloses,
  nseCloses,
  jquantsCloses,
  euronextCloses,
  stooqDaily,
  cboeVix,
  farsideFlows,
  isharesHoldings,
  isharesHistory,
  grayscaleFunds,
  arkHoldings,
  twentyoneSharesHistory,
  h10,
  edinetList,
  edinetDocuments,
  edinetCodes,
  tseDigest,
  dartList,
  dartCompany,
  dartAccounts,
  dartShares,
  dartCodes,
  esefIndex,
  esefReport,
  nseResults,
  nseShareholding,
  bseResults,
]

/** The feed that takes a recorded address, or null. */
export function feedFor(url: string): Feed | null {
  if (!URL.canParse(url)) return null
  const address = new URL(url)
  return feeds.find((feed) => feed.match(address)) ?? null
}

/**
 * What feeds plan from in a home of sample data or of real data: its companies, the credentials and licences that count (the sample wants none), and the
 * year its upstreams begin with (the sample's world shows ten years, the first of them cut).
 */
export function feedState(
  home: Omit<FeedState, 'roster' | 'companies' | 'firstYear'> &
    Partial<Pick<FeedState, 'companies'>> & { readonly sample: boolean },
): FeedState {
  const { sample, ...given } = home
  const year = new Date(home.now).getUTCFullYear()
  const every = {
    credentials: new Set(feeds.flatMap(({ needs }) => needs ?? [])),
    licences: new Set(feeds.map(({ upstream }) => upstream)),
  }
  return {
    companies: { facts: [], indexes: [] },
    ...given,
    ...(sample && every),
    roster: rosterOf(sample),
    firstYear: sample ? Math.max(2014, year - 9) : 0,
  }
}
