import type { FeedsMode } from '../../activities/fetch/feeds.ts'
import { type Company, rosterOf } from '../../data/companies.ts'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { BriefingError } from '../../pipeline/errors.ts'
import { driftAdvice, driftText } from '../../pipeline/feeds/contract-drift.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { isFeedOff } from '../../pipeline/status/standings.ts'
import { type ListedCode, listingsOf } from '../../pipeline/warehouse/companies/listings.ts'
import { contractDrift } from '../../pipeline/warehouse/load/body-shapes.ts'
import { isSampleStore, queryIfLoaded } from '../market.ts'
import type { Settings } from '../settings.ts'
import { type Finding, failFinding, ok, warnFinding } from './home.ts'

const rows: readonly Upstream[] = upstreams
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

/** The limit of an upstream in words, such as `12 requests per minute`. */
export function rateLimitText({ perSecond }: Pick<Upstream, 'perSecond'>): string {
  if (perSecond < 0.5) return `${Number((perSecond * 60).toFixed(1))} requests per minute`
  return `${perSecond} ${perSecond === 1 ? 'request' : 'requests'} per second`
}

/** Each upstream's licence and limits and whether its credential is set; one that is missing matters to live feeds only. */
export function checkCredentials(settings: Settings, mode: FeedsMode['kind']): Finding[] {
  return rows.map((row) => {
    const { id, credential } = row
    const limits = `${rateLimitText(row)}, ${row.concurrency} at a time; ${termsOf(row, settings)}`
    const check = `upstream ${id}`
    if (!credential) return ok(check, `no credential needed; ${limits}`)
    if (settings.credentials.has(credential.setting)) return ok(check, `${credential.setting} is set; ${limits}`)
    const set = new Set(settings.credentials.keys())
    const off = feeds
      .filter((feed) => feed.needs === credential.setting && isFeedOff(feed, set, mode === 'sample'))
      .map(({ id }) => id)
    const next = `set ${credential.setting}: ${credential.how}`
    if (off.length === 0) return ok(check, `${credential.setting} is not set: ${credential.how}; ${limits}`)
    return mode === 'live'
      ? warnFinding(check, `${credential.setting} is missing, so ${off.join(', ')} is off; ${limits}`, next)
      : ok(check, `${credential.setting} is not set; ${mode} feeds do not need it; ${limits}`)
  })
}

/** Fields of bodies that are not what they always were; a warning, because what cannot be read is refused elsewhere. */
export async function checkFeedContracts(folder: string, now = Date.now()): Promise<Finding[]> {
  const drift = await queryIfLoaded(folder, [], (store) => contractDrift(store, now))
  if (drift.length === 0) return [ok('contracts', 'the bodies of all feeds are as they always were')]
  return drift.map((notice) => warnFinding(`contract ${notice.feed}`, driftText(notice), driftAdvice))
}

/** Whether the companies of the roster still have their tickers, by the SEC's list of tickers as it was loaded last. */
export async function checkRoster(folder: string): Promise<Finding[]> {
  const none = { listings: [], sample: false }
  const loaded = await queryIfLoaded(folder, none, async (store) => ({
    ...{ listings: await listingsOf(store), sample: await isSampleStore(store) },
  }))
  if (loaded.listings.length === 0)
    return [warnFinding('roster', 'no ticker list has been loaded yet', 'run "briefing refresh --only sec-tickers"')]
  const own = rosterOf(loaded.sample).filter(({ market }) => market === 'us')
  const findings = rosterFindings(own, loaded.listings)
  return findings.length > 0 ? findings : [ok('roster', `${own.length} companies have the tickers listed by the SEC`)]
}

/** Companies that no longer have their ticker, whether they are listed under another one or not at all. */
export function rosterFindings(companies: readonly Company[], listings: readonly ListedCode[]): Finding[] {
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
    return [warnFinding(`roster ${ticker}`, `${taken}; ${name} (CIK ${code})${title} ${now}`, next)]
  })
}

/** Whether the configured Temporal server answers. */
export async function checkTemporal({ installation }: Pick<Settings, 'installation'>): Promise<Finding> {
  const { temporalHost } = await import('../../workflows/hosts/temporal.ts')
  const log = { info: () => undefined, warn: () => undefined }
  try {
    const host = await temporalHost({ env: process.env, log, installation, patience: patienceMs })
    await host.close()
    return ok('temporal', `${host.address}, namespace ${host.namespace}, answers`)
  } catch (error) {
    return unreachableFinding('temporal', error)
  }
}

/** What a service that cannot be reached is shown as: the code of the error, and its next step. */
export function unreachableFinding(check: string, error: unknown): Finding {
  const known = error instanceof BriefingError ? error : null
  const detail = known?.code ?? (error instanceof Error ? error.name : 'unknown')
  return { ...failFinding(check, detail, known?.message ?? 'check the network connection of this machine'), outside: true }
}
