import type { FeedsMode } from '../../activities/feeds.ts'
import { homeAt } from '../../activities/home.ts'
import { briefingRows } from '../../data/briefings.ts'
import { companyMarkets } from '../../data/companies/markets.ts'
import { metricRows } from '../../data/metrics.ts'
import { treasuriesSeries } from '../../data/series/treasuries.ts'
import { series } from '../../data/series.ts'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { seriesOf } from '../../pipeline/analysis/formulas/evaluate.ts'
import { isOff } from '../../pipeline/editions/status/standings.ts'
import { BriefingError, NotFoundError } from '../../pipeline/errors.ts'
import { driftNext, driftWords } from '../../pipeline/source/feeds/contract-drift.ts'
import { feedState, feeds } from '../../pipeline/source/feeds/index.ts'
import type { FeedRequest, Transport } from '../../pipeline/source/http/request.ts'
import { dayOf } from '../../pipeline/time/day.ts'
import { contractDrift } from '../../pipeline/warehouse/body-shapes.ts'
import { openMarket } from '../../pipeline/warehouse/market.ts'
import { sampleOrReal } from '../../pipeline/warehouse/recordings.ts'
import { fromMarket } from '../decide.ts'
import { depsFor } from '../deps.ts'
import type { Settings } from '../settings.ts'
import type { Finding } from './home.ts'

const rows: readonly Upstream[] = upstreams
/** What is sold of the companies of the roster, and the series it depends on: what others publish of each, and what a coin is worth. */
const treasuries = {
  routes: ['/api/treasuries', '/api/treasuries/{ticker}'],
  briefing: 'btc.treasury',
  series: new Set<string>([...treasuriesSeries.map(({ id }) => id), ...seriesOf('bitcoin-price')]),
}
/** How long a Temporal server may take to answer a question of health. */
const patienceMs = 3_000

/** What may be sold of what depends on an upstream. */
function termsOf({ id, resale, notice }: Upstream, { licences: declared }: Settings): string {
  if (resale === 'licence')
    return `a licence is required to sell documents based on it${declared.has(id) ? ', and declared' : ''}`
  return notice === null
    ? 'documents based on it may be sold'
    : 'documents based on it may be sold with its notice, which they contain'
}

/** Each upstream's licence and limits and whether its credential is set; one that is missing matters to live feeds only. */
export function credentials(settings: Settings, mode: FeedsMode['kind']): Finding[] {
  return rows.map((row) => {
    const { id, perSecond, concurrency, credential } = row
    const rate = `${perSecond} ${perSecond === 1 ? 'request' : 'requests'} per second, ${concurrency} at a time`
    const limits = `${rate}; ${termsOf(row, settings)}`
    const check = `upstream ${id}`
    if (!credential) return { check, level: 'OK', detail: `no credential needed; ${limits}`, next: null }
    if (settings.credentials.has(credential.setting))
      return { check, level: 'OK', detail: `${credential.setting} is set; ${limits}`, next: null }
    const set = new Set(settings.credentials.keys())
    const off = feeds
      .filter((feed) => feed.needs === credential.setting && isOff(feed, set, mode === 'sample'))
      .map(({ id }) => id)
    const next = `set ${credential.setting}: ${credential.how}`
    return mode === 'live'
      ? { check, level: 'WARN', detail: `${credential.setting} is missing, so ${off.join(', ')} is off; ${limits}`, next }
      : { check, level: 'OK', detail: `${credential.setting} is not set; ${mode} feeds do not need it; ${limits}`, next: null }
  })
}

/** Documents for sale whose upstream requires a licence to sell that the operator has not declared. Invented data needs none. */
export async function licences(
  folder: string,
  declared: ReadonlySet<string>,
  mode: FeedsMode['kind'] = 'live',
): Promise<Finding[]> {
  const wanted = rows.filter(({ id, resale }) => resale === 'licence' && !declared.has(id))
  const sample = await openMarket(homeAt(folder).market).then(
    async (store) => {
      const kind = await sampleOrReal(store)
      await store.close()
      return kind === 'sample'
    },
    // nothing is loaded yet: what the feeds would bring
    () => mode === 'sample',
  )
  if (sample || wanted.length === 0)
    return [
      {
        check: 'licences',
        level: 'OK',
        detail: sample ? 'not needed for sample data' : 'declared for every upstream that requires one',
        next: null,
      },
    ]
  return wanted.map(({ id, name }) => {
    const own = series.filter(({ upstream }) => upstream === id).map((row): string => row.id)
    const metrics = metricRows
      .filter(({ metric }) => seriesOf(metric).some((each) => own.includes(each)))
      .map(({ metric }) => metric)
    const ofTreasuries = own.some((each) => treasuries.series.has(each))
    const briefings = briefingRows
      .filter((row) => row.metrics.some((metric) => metrics.includes(metric)) || (ofTreasuries && row.id === treasuries.briefing))
      .map((row) => row.id)
    const companies = companyMarkets.filter(({ upstream }) => upstream === id).map(({ title }) => `companies in ${title}`)
    const sold = [...briefings, ...(ofTreasuries ? treasuries.routes : []), ...metrics, ...companies]
    return {
      check: `licence ${id}`,
      level: 'WARN',
      detail: `${name} requires a licence to sell: ${sold.join(', ')}`,
      next: `if you hold one, set BRIEFING_LICENCES=${[...declared, id].join(',')}`,
    }
  })
}

/** Fields of bodies that are not what they always were; a warning, because what cannot be read is refused elsewhere. */
export async function contracts(folder: string, now = Date.now()): Promise<Finding[]> {
  const drift = await fromMarket(folder, (store) => contractDrift(store, now)).catch((error: unknown) => {
    if (error instanceof NotFoundError) return []
    throw error
  })
  if (drift.length === 0)
    return [{ check: 'contracts', level: 'OK', detail: 'the bodies of all feeds are as they always were', next: null }]
  return drift.map((notice) => ({ check: `contract ${notice.feed}`, level: 'WARN', detail: driftWords(notice), next: driftNext }))
}

/** Whether the configured Temporal server answers. */
export async function temporal(): Promise<Finding> {
  const { temporalHost } = await import('../../workflows/hosts/temporal.ts')
  const log = { info: () => undefined, warn: () => undefined }
  try {
    const host = await temporalHost({ env: process.env, log, patience: patienceMs })
    await host.close()
    return { check: 'temporal', level: 'OK', detail: `${host.address}, namespace ${host.namespace}, answers`, next: null }
  } catch (error) {
    return unreachable('temporal', error)
  }
}

/** What `--live` asks, over the transport of a refresh. */
export async function live(settings: Settings): Promise<Finding[]> {
  const now = Date.now()
  const deps = depsFor(settings, settings.home)
  try {
    return await askUpstreams(settings.credentials, await deps.transport({ kind: 'live' }, now), now)
  } catch (error) {
    return [unreachable('live', error)]
  } finally {
    await deps.close()
  }
}

/**
 * Asks every upstream whose credential is set one question, for its newest days, so that one it no longer accepts is known before a refresh;
 * where none is set, the first that needs none.
 */
export async function askUpstreams(credentials: Settings['credentials'], transport: Transport, now: number): Promise<Finding[]> {
  const newestPeriod = new Map(series.map(({ id }) => [id as string, dayOf(now)]))
  const state = feedState({ now, newestPeriod, credentials: new Set(credentials.keys()), sample: false })
  const asked = rows.flatMap(({ credential }) => (credential && credentials.has(credential.setting) ? [credential.setting] : []))
  const findings: Finding[] = []
  for (const needs of asked.length > 0 ? asked : [null]) {
    const [request] = feeds.flatMap((feed) => (feed.needs === needs ? feed.plan(state) : []))
    if (request) findings.push(await answerTo(request, needs, transport))
  }
  return findings
}

async function answerTo(request: FeedRequest, setting: string | null, transport: Transport): Promise<Finding> {
  const check = `live ${request.upstream}`
  try {
    const { status, body } = await transport.fetch(request, AbortSignal.timeout(30_000))
    const detail = `answered ${status}, ${body.byteLength} bytes`
    if (status < 400)
      return { check, level: 'OK', detail: setting === null ? detail : `${setting} is accepted; ${detail}`, next: null }
    const next =
      setting === null
        ? 'try again later'
        : `check ${setting}: ${rows.find(({ id }) => id === request.upstream)!.credential!.how}`
    return { check, level: 'FAIL', detail, next, outside: true }
  } catch (error) {
    return unreachable(check, error)
  }
}

function unreachable(check: string, error: unknown): Finding {
  const known = error instanceof BriefingError ? error : null
  const detail = known?.code ?? (error instanceof Error ? error.name : 'unknown')
  return { check, level: 'FAIL', detail, next: known?.message ?? 'check the network connection of this machine', outside: true }
}
