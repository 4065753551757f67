import { series } from '../../data/series.ts'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { ParseError, UpstreamError } from '../../pipeline/errors.ts'
import type { Feed, FeedState, ParsedBody } from '../../pipeline/feeds/feed.ts'
import { feedState, feeds } from '../../pipeline/feeds/index.ts'
import { faultDescription } from '../../pipeline/http/faults.ts'
import type { FeedRequest, RawResponse, Transport } from '../../pipeline/http/request.ts'
import { recordingId, sha256Hex } from '../../pipeline/recordings/recording.ts'
import { dayOf, isoDay } from '../../pipeline/time/day.ts'
import { depsFor } from '../deps.ts'
import type { Settings } from '../settings.ts'
import { type Finding, failFinding, ok, warnFinding } from './home.ts'
import { unreachableFinding } from './outside.ts'

/** Days since the newest value that a question is planned from: of daily values, and of those published once a month. */
const ages = [7, 70]
/** How long a probe waits for an answer, in milliseconds. */
const patienceMs = 30_000

type Declared = Pick<Settings, 'credentials' | 'licences'>

/** What `--probe` asks, over the transport of a refresh. Nothing is stored. */
export async function probe(settings: Settings): Promise<Finding[]> {
  const now = Date.now()
  const deps = await depsFor(settings, settings.home)
  try {
    return await probeUpstreams(settings, await deps.transport({ kind: 'live' }, now), now)
  } catch (error) {
    return [unreachableFinding('probe', error)]
  } finally {
    await deps.close()
  }
}

/** One finding per upstream: what it answered to one small request that its feeds plan, as the feed that asks reads the body. */
export async function probeUpstreams(settings: Declared, transport: Transport, now: number): Promise<Finding[]> {
  const states = ages.map((age) => {
    const newestPeriod = new Map(series.map(({ id }) => [id as string, dayOf(now) - age]))
    const { credentials, licences } = settings
    return feedState({ now, newestPeriod, credentials: new Set(credentials.keys()), licences, sample: false })
  })
  return await Promise.all(
    (upstreams as readonly Upstream[]).map(async (row) => {
      const asked = questionTo(row, states)
      return asked === null ? notAsked(row, settings) : await answerTo(row, asked, settings, transport)
    }),
  )
}

interface Question {
  readonly feed: Feed
  readonly request: FeedRequest
}

/** The first request that a feed of an upstream plans with the credentials that are set, of its feed `probe` rather than of another. */
function questionTo({ id, probe }: Upstream, states: readonly FeedState[]): Question | null {
  const own = feeds
    .filter(({ upstream }) => upstream === id)
    .sort((one, other) => Number(other.id === probe) - Number(one.id === probe))
  for (const state of states)
    for (const feed of own) {
      const [request] = feed.needs === null || state.credentials.has(feed.needs) ? feed.plan(state) : []
      if (request !== undefined) return { feed, request }
    }
  return null
}

function notAsked(row: Upstream, { credentials, licences }: Declared): Finding {
  const check = `probe ${row.id}`
  const { credential } = row
  if (credential && !credential.optional && !credentials.has(credential.setting))
    return warnFinding(check, `key missing: ${credential.setting} is not set`, `set ${credential.setting}: ${credential.how}`)
  if (row.resale === 'licence' && !licences.has(row.id))
    return warnFinding(
      check,
      'not asked: no request is planned without a declared licence',
      `BRIEFING_LICENCES=${row.id} declares one`,
    )
  return warnFinding(check, 'not asked: its feeds plan no request', 'recordings of it can be read with --feeds recorded:FOLDER')
}

async function answerTo(row: Upstream, { feed, request }: Question, settings: Declared, transport: Transport): Promise<Finding> {
  const check = `probe ${row.id}`
  const { credential } = row
  const isSet = credential !== null && settings.credentials.has(credential.setting)
  const key = credential === null ? null : `${isSet ? 'check' : 'set'} ${credential.setting}: ${credential.how}`
  const without = credential && !credential.optional && !isSet ? `without ${credential.setting}: ` : ''
  const failed = (detail: string, next: string) => ({
    ...failFinding(check, `${without}${detail}`, next),
    outside: true as const,
  })
  const look = key ?? `see ${row.url}: the address may have moved, or refuse programs`
  try {
    const response = await transport.fetch(request, AbortSignal.timeout(patienceMs))
    const answered = `answered ${response.status}, ${response.body.byteLength.toLocaleString('en-US')} bytes`
    if (response.status === 404) return ok(check, `${answered}: nothing is published there yet`)
    if (response.status >= 400) return failed(answered, look)
    try {
      const read = contentOf(feed.parse(response.body, recordingOf(response)))
      if (read !== null) return ok(check, `${without}${answered}, ${read}`)
      // right for a list of filings on a day without any
      return warnFinding(check, `${without}${answered}, without a row of ${feed.id}`, 'repeat it on the next business day')
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      const promise = error.message.replace('; inspect the recording', '')
      return failed(`${answered}, but not as promised: ${promise}${reported(row)}`, look)
    }
  } catch (error) {
    if (error instanceof DOMException)
      return failed(`no answer within ${patienceMs / 1_000} s`, 'check the network, or try later')
    if (!(error instanceof UpstreamError)) return unreachableFinding(check, error)
    const { status, means } = error.facts
    const elsewhere = 'it may answer another network; feeds that depend on it stay stale until it does'
    return failed(
      `${status ?? error.code}: ${row.name} ${faultDescription(error)}${reported(row)}`,
      // what happened is in the detail
      status === 401 || status === 403 || means === 'key' ? (key ?? elsewhere) : error.message.replace(/^.*?\)\. /, ''),
    )
  }
}

/** What is reported of an upstream that did not answer as it should. */
const reported = ({ servers }: Upstream) => (servers === null ? '' : `; reported ${servers.on}: ${servers.says}`)

const recordingOf = ({ url, at, status, headers, body }: RawResponse) => {
  const sha256 = sha256Hex(body)
  return { id: recordingId(url, at, sha256), url, at, status, headers, sha256, bytes: body.byteLength, sample: false }
}

/** What a feed has read in a body, in words; null where that is nothing. */
function contentOf({ rows, reports = [], documents = [], next }: ParsedBody): string | null {
  const newest = Math.max(...(rows.sighting ?? []).map(({ period }) => period))
  if (Number.isFinite(newest)) return `newest day ${isoDay(newest)}`
  const count = Object.values(rows).reduce((sum, each) => sum + each.length, reports.length + documents.length)
  if (count > 0) return `${count.toLocaleString('en-US')} rows`
  return next.length > 0 ? `leads to ${next.length} more` : null
}
