import { dayOf } from '../../pipeline/calendar/day.ts'
import { InputError } from '../../pipeline/errors.ts'
import { type Answer, notImitated, notThere, type WireFormat } from './answer.ts'
import { bundesbank } from './bundesbank.ts'
import { beaSchedule, blsCalendar, fomcCalendar } from './calendars.ts'
import { cftcPositions } from './cftc-positions.ts'
import { dartCodes, edinetCodes } from './code-lists.ts'
import { coingeckoGlobal } from './coingecko-global.ts'
import { coingeckoTreasuries } from './coingecko-treasuries.ts'
import { coinmetricsApi, coinmetricsCsv } from './coinmetrics.ts'
import { dartList } from './dart-list.ts'
import { ecbData } from './ecb-data.ts'
import { edinetDocuments } from './edinet-documents.ts'
import { edinetList } from './edinet-list.ts'
import { eia } from './eia.ts'
import { farsideFlows, isharesHoldings } from './etf.ts'
import { beaconchainEthstore, cboeVix, coingeckoMarkets, lidoApr, okxFunding } from './ether.ts'
import { coinbaseCandles, krakenOhlc } from './exchange.ts'
import { federalRegister } from './federal-register.ts'
import { fiscaldataAuctions, fiscaldataUpcoming } from './fiscaldata-auctions.ts'
import { fiscaldataBuybacks } from './fiscaldata-buybacks.ts'
import { fiscaldataDebt } from './fiscaldata-debt.ts'
import { fiscaldataOperatingCash } from './fiscaldata-operating-cash.ts'
import { fiscaldataOwnership } from './fiscaldata-ownership.ts'
import { fredApi } from './fred-api.ts'
import { alfredGraph, fredGraph } from './fred-graph.ts'
import { h10 } from './h10.ts'
import { mempool } from './mempool.ts'
import { nyfed } from './nyfed.ts'
import { bojPress, ecbPress, fedPress } from './press.ts'
import { secCompanyfacts } from './sec-companyfacts.ts'
import { secCompleteSubmissions } from './sec-complete-submissions.ts'
import { secDocuments } from './sec-documents.ts'
import { secCurrent, secDailyIndex, secTickers } from './sec-indexes.ts'
import { secSubmissions } from './sec-submissions.ts'
import { stooqDaily } from './stooq-daily.ts'
import { strategytracker } from './strategytracker.ts'
import { ticHoldings } from './tic-holdings.ts'
import { ticMajorHolders } from './tic-major-holders.ts'
import { treasuryParCurve } from './treasury-par-curve.ts'
import { treasuryAuctionSchedule, treasuryBuybackSchedule } from './treasury-schedules.ts'
import { worldbankPage, worldbankPrices } from './worldbank-prices.ts'

/** Every form of an upstream that is imitated, each a file of this folder. */
const formats: readonly WireFormat[] = [
  coinmetricsApi,
  coinmetricsCsv,
  coinbaseCandles,
  krakenOhlc,
  okxFunding,
  lidoApr,
  beaconchainEthstore,
  coingeckoMarkets,
  cboeVix,
  farsideFlows,
  isharesHoldings,
  mempool,
  coingeckoGlobal,
  fredApi,
  fredGraph,
  alfredGraph,
  treasuryParCurve,
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
  bundesbank,
  cftcPositions,
  nyfed,
  eia,
  ticHoldings,
  ticMajorHolders,
  worldbankPage,
  worldbankPrices,
  secSubmissions,
  secDocuments,
  secCompleteSubmissions,
  secCompanyfacts,
  secTickers,
  secDailyIndex,
  secCurrent,
  coingeckoTreasuries,
  strategytracker,
  stooqDaily,
  h10,
  edinetList,
  edinetDocuments,
  dartList,
  edinetCodes,
  dartCodes,
]

/**
 * What the invented upstreams answer at an address at the time `now` (ms). Throws `NotFoundError` for what an imitated host does not have and
 * `InputError` for a host or a parameter that is not imitated.
 */
export function answerAt(url: URL, now: number): Answer {
  const ofHost = formats.filter(({ host }) => url.protocol === 'https:' && host === url.host)
  if (ofHost.length === 0)
    throw new InputError('SAMPLE_HOST', `the sample feeds do not imitate ${url.host}; ask live feeds`, { host: url.host })
  for (const { path, parameters, answer } of ofHost) {
    const match = path.exec(url.pathname)
    if (!match) continue
    const query = Object.fromEntries(url.searchParams)
    const strange = parameters && Object.keys(query).find((name) => !parameters.includes(name))
    if (strange) throw notImitated(url, `the parameter ${strange}`)
    return answer({ url, query, parts: match.slice(1), now, last: dayOf(now) - 1 })
  }
  throw notThere(url, 'no such page')
}
