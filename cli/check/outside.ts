import type { FeedsMode } from '../../activities/feeds.ts'
import { briefingRows } from '../../data/briefings.ts'
import { companyMarkets } from '../../data/companies/markets.ts'
import { type Company, rosterOf } from '../../data/companies.ts'
import { metricRows } from '../../data/metrics.ts'
import { treasuriesSeries } from '../../data/series/treasuries.ts'
import { series } from '../../data/series.ts'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { seriesOf } from '../../pipeline/analysis/formulas/evaluate.ts'
import { isOff } from '../../pipeline/editions/status/standings.ts'
import { BriefingError } from '../../pipeline/errors.ts'
import { driftNext, driftWords } from '../../pipeline/source/feeds/contract-drift.ts'
import { feedState, feeds } from '../../pipeline/source/feeds/index.ts'
import type { FeedRequest, Transport } from '../../pipeline/source/http/request.ts'
import { dayOf } from '../../pipeline/time/day.ts'
import { contractDrift } from '../../pipeline/warehouse/body-shapes.ts'
import { type Listed, listingsOf } from '../../pipeline/warehouse/companies/listings.ts'
import { sampleOrReal } from '../../pipeline/warehouse/recordings.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { depsFor } from '../deps.ts'
import { ifLoaded } from '../market.ts'
import type { Settings } from '../settings.ts'
import { type Finding, fail, ok, warn } from './home.ts'

const rows: readonly Upstream[] = upstreams
/** Treasury documents for sale and the series they depend on: counts of third parties and the price of bitcoin. */
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
    if (!credential) return ok(check, `no credential needed; ${limits}`)
    if (settings.credentials.has(credential.setting)) return ok(check, `${credential.setting} is set; ${limits}`)
    const set = new Set(settings.credentials.keys())
    const off = feeds
      .filter((feed) => feed.needs === credential.setting && isOff(feed, set, mode === 'sample'))
      .map(({ id }) => id)
    const next = `set ${credential.setting}: ${credential.how}`
    return mode === 'live'
      ? warn(check, `${credential.setting} is missing, so ${off.join(', ')} is off; ${limits}`, next)
      : ok(check, `${credential.setting} is not set; ${mode} feeds do not need it; ${limits}`)
  })
}

/** Documents for sale whose upstream requires a licence to sell that the operator has not declared. Invented data needs none. */
export async function licences(
  folder: string,
  declared: ReadonlySet<string>,
  mode: FeedsMode['kind'] = 'live',
): Promise<Finding[]> {
  const wanted = rows.filter(({ id, resale }) => resale === 'licence' && !declared.has(id))
  // where nothing is loaded yet: what the feeds would bring
  const sample = await ifLoaded(folder, mode === 'sample', isSample)
  if (sample || wanted.length === 0)
    return [ok('licences', sample ? 'not needed for sample data' : 'declared for every upstream that requires one')]
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
    const next = `if you hold one, set BRIEFING_LICENCES=${[...declared, id].join(',')}`
    return warn(`licence ${id}`, `${name} requires a licence to sell: ${sold.join(', ')}`, next)
  })
}

/** Fields of bodies that are not what they always were; a warning, because what cannot be read is refused elsewhere. */
export async function contracts(folder: string, now = Date.now()): Promise<Finding[]> {
  const drift = await ifLoaded(folder, [], (store) => contractDrift(store, now))
  if (drift.length === 0) return [ok('contracts', 'the bodies of all feeds are as they always were')]
  return drift.map((notice) => warn(`contract ${notice.feed}`, driftWords(notice), driftNext))
}

const isSample = async (store: Store) => (await sampleOrReal(store)) === 'sample'

/** Whether the companies of the roster still have their tickers, by the SEC's list of tickers as it was loaded last. */
export async function roster(folder: string): Promise<Finding[]> {
  const none = { listings: [], sample: false }
  const loaded = await ifLoaded(folder, none, async (store) => ({
    ...{ listings: await listingsOf(store), sample: await isSample(store) },
  }))
  if (loaded.listings.length === 0)
    return [warn('roster', 'no ticker list has been loaded yet', 'run "briefing refresh --only sec-tickers"')]
  const own = rosterOf(loaded.sample).filter(({ market }) => market === 'us')
  const findings = rosterFindings(own, loaded.listings)
  return findings.length > 0 ? findings : [ok('roster', `${own.length} companies have the tickers listed by the SEC`)]
}

/** Companies that no longer have their ticker, whether they are listed under another one or not at all. */
export function rosterFindings(companies: readonly Company[], listings: readonly Listed[]): Finding[] {
  const owners = new Map(listings.map((listing) => [listing.code, listing]))
  return companies.flatMap(({ id, code, ticker, name }): Finding[] => {
    const owner = owners.get(ticker)
    if (owner?.company === id) return []
    const own = listings.filter((listing) => listing.company === id)
    const now = own.length > 0 ? `is listed as ${own.map((listing) => listing.code).join(', ')}` : 'is not listed'
    const title = own[0] ? `, ${own[0].name},` : ''
    const taken = owner
      ? `${ticker} is the ticker of ${owner.name} (CIK ${owner.company.slice('us:'.length)})`
      : `no company is listed as ${ticker}`
    const gone = 'find out what happened to it and correct its row in data/companies.ts'
    const next = own.length > 0 ? 'correct its ticker in data/companies.ts' : gone
    return [warn(`roster ${ticker}`, `${taken}; ${name} (CIK ${code})${title} ${now}`, next)]
  })
}

/** Whether the configured Temporal server answers. */
export async function temporal(): Promise<Finding> {
  const { temporalHost } = await import('../../workflows/hosts/temporal.ts')
  const log = { info: () => undefined, warn: () => undefined }
  try {
    const host = await temporalHost({ env: process.env, log, patience: patienceMs })
    await host.close()
    return ok('temporal', `${host.address}, namespace ${host.namespace}, answers`)
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
 * Sends one request for the newest days with each credential that is set, to detect a rejected credential before a refresh. If none is
 * set, asks the first feed that needs none.
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
    if (status < 400) return ok(check, setting === null ? detail : `${setting} is accepted; ${detail}`)
    const next =
      setting === null
        ? 'try again later'
        : `check ${setting}: ${rows.find(({ id }) => id === request.upstream)!.credential!.how}`
    return { ...fail(check, detail, next), outside: true }
  } catch (error) {
    return unreachable(check, error)
  }
}

function unreachable(check: string, error: unknown): Finding {
  const known = error instanceof BriefingError ? error : null
  const detail = known?.code ?? (error instanceof Error ? error.name : 'unknown')
  return { ...fail(check, detail, known?.message ?? 'check the network connection of this machine'), outside: true }
}
