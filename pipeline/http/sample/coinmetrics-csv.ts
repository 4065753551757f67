import { dayMs, isoDay } from '../../calendar/day.ts'
import type { WireFormat } from './answer.ts'
import { metricText, referenceRate } from './coinmetrics-columns.ts'
import { historyAt } from './history.ts'

/** The layout of 2026, and DiffMean, which stood between these columns until 2019 and which no other sample feed could give. */
const header =
  'time,AdrActCnt,AdrBalCnt,AssetCompletionTime,AssetEODCompletionTime,BlkCnt,CapMVRVCur,CapMrktCurUSD,CapMrktEstUSD,DiffMean,FeeTotNtv,FlowInExNtv,FlowInExUSD,FlowOutExNtv,FlowOutExUSD,HashRate,IssTotNtv,IssTotUSD,PriceBTC,PriceUSD,ROI1yr,ROI30d,ReferenceRate,ReferenceRateETH,ReferenceRateEUR,ReferenceRateUSD,SplyCur,SplyExNtv,SplyExUSD,SplyExpFut10yr,TxCnt,TxTfrCnt,volume_reported_spot_usd_1d'

const names = header.split(',')

/** Completion of a day in the source's files, unix seconds: some forty minutes into the next one. */
const completed = (at: number): string => String(((at + 1) * dayMs) / 1_000 + 2_401)

const cell = (name: string, at: number): string => {
  if (name === 'time') return isoDay(at)
  if (name === 'AssetCompletionTime' || name === 'AssetEODCompletionTime') return completed(at)
  return metricText(name, at) ?? ''
}

/** The day of the run: it has begun, so only its reference rates are known. */
const begun = (name: string, at: number): string => {
  if (name === 'time') return isoDay(at)
  return name === 'ReferenceRate' || name === 'ReferenceRateUSD' ? referenceRate(at) : ''
}

/** `csv/btc.csv` of github.com/coinmetrics/data: the whole history, columns we invent nothing for empty, the last line a partial day. */
export const coinmetricsCsv: WireFormat = {
  host: 'raw.githubusercontent.com',
  path: (pathname) => pathname === '/coinmetrics/data/master/csv/btc.csv',
  answer(_url, now) {
    const { first, last } = historyAt(now)
    const lines = [header]
    for (let at = first; at <= last; at++) lines.push(names.map((name) => cell(name, at)).join(','))
    lines.push(names.map((name) => begun(name, last + 1)).join(','))
    return { status: 200, type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` }
  },
}
