import { dayOf, isoDay, isoTime } from '../../calendar/day.ts'
import { InputError } from '../../errors.ts'
import type { Transport } from '../request.ts'
import { alfredGraph } from './alfred-graph.ts'
import { notThere, type WireFormat } from './answer.ts'
import { coingeckoGlobal } from './coingecko-global.ts'
import { coingeckoTreasuries } from './coingecko-treasuries.ts'
import { coinmetricsApi } from './coinmetrics-api.ts'
import { coinmetricsCsv } from './coinmetrics-csv.ts'
import { ecbData } from './ecb-data.ts'
import { edinetDocuments } from './edinet-documents.ts'
import { edinetList } from './edinet-list.ts'
import { coinbaseCandles, krakenOhlc } from './exchange.ts'
import { fiscaldataOperatingCash } from './fiscaldata-operating-cash.ts'
import { fredApi } from './fred-api.ts'
import { fredGraph } from './fred-graph.ts'
import { h10 } from './h10.ts'
import { mempool } from './mempool.ts'
import { epoch } from './path.ts'
import { secCompanyfacts } from './sec-companyfacts.ts'
import { secCompleteSubmissions } from './sec-complete-submissions.ts'
import { secCurrent } from './sec-current.ts'
import { secDailyIndex } from './sec-daily-index.ts'
import { secDocuments } from './sec-documents.ts'
import { secSubmissions } from './sec-submissions.ts'
import { secTickers } from './sec-tickers.ts'
import { stooqDaily } from './stooq-daily.ts'
import { strategytracker } from './strategytracker.ts'
import { treasuryParCurve } from './treasury-par-curve.ts'

const formats: readonly WireFormat<string | Uint8Array>[] = [
  coinmetricsApi,
  coinmetricsCsv,
  coinbaseCandles,
  krakenOhlc,
  mempool,
  coingeckoGlobal,
  fredApi,
  fredGraph,
  alfredGraph,
  treasuryParCurve,
  fiscaldataOperatingCash,
  ecbData,
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
]
const hosts = new Set(formats.map((format) => format.host))

/** By this day every series has a value. */
const firstDay = epoch + 60
/** Decades later the growing hash rate would leave what is believable. */
const lastYear = 2060

const encoder = new TextEncoder()

/**
 * The upstreams as the sample feeds imagine them: bodies in the true wire formats, with invented issuers and values, ten years of history
 * that end on the day before `now` (milliseconds UTC, the run's logical time). The same URL and time give the same bytes, and the value
 * of a past day is the same whatever the time. Every answer carries the header `x-sample: SAMPLE DATA`.
 *
 * Throws `NotFoundError` for what an imitated host does not have and `InputError` for a host, a parameter or a time that is not imitated.
 */
export function sampleTransport({ now }: { readonly now: number }): Transport {
  const day = dayOf(now)
  if (!(day >= firstDay) || new Date(now).getUTCFullYear() > lastYear)
    throw new InputError(
      'SAMPLE_TIME',
      `the sample feeds run from ${isoDay(firstDay)} to ${lastYear}-12-31; choose a time between`,
      {
        now,
      },
    )
  const at = isoTime(now)
  return {
    name: 'sample',
    async fetch(request, signal) {
      signal.throwIfAborted()
      if (!URL.canParse(request.url))
        throw new InputError('SAMPLE_URL', 'what was asked for is not a URL; check the feed that asks', { feed: request.feed })
      const url = new URL(request.url)
      if (url.protocol !== 'https:' || !hosts.has(url.host))
        throw new InputError('SAMPLE_HOST', `the sample feeds do not imitate ${url.host}; ask live feeds`, { host: url.host })
      const format = formats.find((each) => each.host === url.host && each.path(url.pathname))
      if (!format) throw notThere(url, 'no such page')
      const { status, type, body } = format.answer(url, now)
      return {
        url: request.url,
        at,
        status,
        headers: { 'content-type': type, 'x-sample': 'SAMPLE DATA' },
        body: typeof body === 'string' ? encoder.encode(body) : body,
      }
    },
  }
}
