import { briefingRows } from '../../data/briefings.ts'
import { isSold } from '../../pipeline/documents/company/company.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { isLow, megabytes } from '../../pipeline/source/store/space.ts'
import { absences, absentList } from '../editions/absence.ts'
import { feedsAt, isCurrent, standingAt, turnsPassed } from '../editions/freshness.ts'
import { type Cell, markdownTable, right } from '../http/markdown-table.ts'
import { oncePer } from '../http/once.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import type { FeedRun, Health, HealthCheck, ServedFeed, Status, Version } from '../schemas/system.ts'
import type { StateCondition } from '../state/condition.ts'
import { type HomeSpace, roomToReserve } from '../state/reserve.ts'

/**
 * GET /api/health. Down where nothing can be served: no edition, or one of which nothing is known. Degraded where what is served is older
 * or thinner than it should be: an edition from before yesterday (UTC), a document that nothing is known of, a briefing that is stale or
 * has become so since, a held feed; and where a part the server needs is: `others` are the checks of keys and payments.
 */
export function health(view: EditionView | null, now: number, others: readonly HealthCheck[] = []): Health {
  const checks = [...(view === null ? [noEdition] : checksAt(view, now)), ...others]
  const worst = (['down', 'degraded'] as const).find((status) => checks.some((check) => check.status === status))
  return { status: worst ?? 'ok', time: instant(now), edition: view?.manifest.edition ?? null, checks }
}

const checked = oncePer((_: EditionView) => new Map<string, readonly HealthCheck[]>())

/** What an edition says of itself, written once for as long as no word of it changes: monitors ask often. */
function checksAt(view: EditionView, now: number): readonly HealthCheck[] {
  const before = checked(view)
  const name = `${turnsPassed(view, now)} ${isCurrent(view, now)}`
  const checks = before.get(name) ?? [
    ...[reader(view), publishedCheck(view), archiveCheck(view), age(view, now)],
    ...[documents(view, now), feedCheck(view, now)],
  ]
  before.set(name, checks)
  return checks
}

const noEdition: HealthCheck = { name: 'reader', status: 'down', detail: 'No complete edition is published.' }

function reader({ manifest, entries }: EditionView): HealthCheck {
  const documents = [...entries.keys()].filter((place) => !place.startsWith('system/')).length
  return { name: 'reader', status: 'ok', detail: `Edition ${manifest.edition}, ${documents} documents.` }
}

function age(view: EditionView, now: number): HealthCheck {
  const { manifest } = view
  return {
    name: 'edition',
    status: isCurrent(view, now) ? 'ok' : 'degraded',
    detail: `As of ${manifest.as_of}, published ${manifest.published_at}.`,
  }
}

function documents(view: EditionView, now: number): HealthCheck {
  const published = briefingRows.flatMap(({ id }) => view.entries.get(`briefing/${id}`) ?? [])
  const stale = published
    .filter((entry) => standingAt(view, entry, now).word === 'stale')
    .map(({ place }) => place.slice('briefing/'.length))
  const detail = `${published.length} of ${briefingRows.length} briefings published${stale.length > 0 ? `; stale: ${stale.join(', ')}` : ''}.`
  return { name: 'briefings', status: stale.length === 0 ? 'ok' : 'degraded', detail }
}

/** Only a held feed is trouble here: the documents tell what is late, and a feed that is off or unread may have another in its place. */
function feedCheck(view: EditionView, now: number): HealthCheck {
  const feeds = feedsAt(view, now)
  const aside = feeds.filter(({ status }) => status !== 'fresh').map(({ feed, status }) => `${feed} ${status}`)
  return {
    name: 'feeds',
    status: feeds.some(({ status }) => status === 'held') ? 'degraded' : 'ok',
    detail: `${feeds.length} feeds${aside.length > 0 ? `; ${aside.join(', ')}` : ''}.`,
  }
}

/** What the newest run of each feed did, by feed. */
export type FeedRuns = Readonly<Record<string, { readonly last_run?: FeedRun }>>

/** GET /api/status: feeds and briefings of the edition, as they stand at `now`. Runs are no part of an edition: `runs` are those of the home. */
export function status(view: EditionView, now: number, runs: FeedRuns = {}): Status {
  return {
    edition: view.manifest.edition,
    published_at: view.manifest.published_at,
    feeds: feedsAt(view, now).map((line) => ({ ...line, drift: [...line.drift], last_run: runs[line.feed]?.last_run ?? null })),
    briefings: briefingRows.flatMap(({ id }) => {
      const entry = view.entries.get(`briefing/${id}`)
      return entry === undefined ? [] : [{ id, as_of: entry.as_of, freshness: standingAt(view, entry, now).word }]
    }),
    absent: [...absences(view)],
  }
}

export interface ServerVersion {
  readonly name: string
  readonly version: string
  readonly commit?: string | null
}

/** GET /api/version. `interface` is the version of the interface specification implemented. */
export function version({ name, version: release, commit = null }: ServerVersion): Version {
  return { name, version: release, interface: '1.0.0', commit }
}

export function healthTable(report: Health): string {
  const rows = report.checks.map(({ name, status, detail }) => [name, status, detail])
  const table = markdownTable(['Check', 'Status', 'Detail'], rows)
  return `# Health: ${report.status}\n\nAt ${report.time}, edition ${report.edition ?? 'none'}.\n\n${table}\n`
}

const feedHeads = [
  ...['Feed', 'Upstream', 'Licence', 'Read', 'Newest', 'Status', 'Last read', 'Next due', 'Last run', right('Rows')],
  ...['Note', 'Last error'],
]

function feedCells({ last_run: run, last_error: error, note, drift, ...feed }: ServedFeed): Cell[] {
  const notes = [...(note === null ? [] : [note]), ...drift.map(({ text }) => text)]
  return [
    ...[feed.feed, feed.upstream, feed.licence, feed.cadence, feed.newest, feed.status, feed.last_read_at, feed.next_due_at],
    ...[run?.at ?? null, run?.rows ?? null, notes.join('; '), error && `${error.at} ${error.code}: ${error.text}`],
  ]
}

export function statusTable(report: Status): string {
  const feeds = markdownTable(feedHeads, report.feeds.map(feedCells))
  const rows = report.briefings.map(({ id, as_of, freshness }) => [id, as_of, freshness])
  const briefings = markdownTable(['Briefing', 'As of', 'Freshness'], rows)
  return `# Status\n\nEdition ${report.edition}, published ${report.published_at}.\n\n## Feeds\n\n${feeds}\n\n## Briefings\n\n${briefings}\n${absentList(report.absent.map(({ place, ...rest }) => ({ id: place, ...rest })))}`
}

export function versionTable(facts: Version): string {
  return `# Version\n\n${markdownTable(['What', 'Value'], Object.entries(facts))}\n`
}

function instant(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`
}

const catalogued = kinds.filter(({ catalogue }) => catalogue !== null).sort((a, b) => (a.kind < b.kind ? -1 : 1))
const members = new Intl.ListFormat('en-GB').format(catalogued.map(({ catalogue }) => catalogue!.member))

/** Documents named one by one. */
const named = 12

/**
 * What there is to read of briefings and metrics. Down where there is nothing: a server that answers every priced path with 503 is no
 * server. Degraded where something is missing that a refresh may bring, with the reasons; what this home never has is left out.
 */
function publishedCheck(view: EditionView): HealthCheck {
  const never = new Set(absences(view).flatMap(({ place, never }) => (never ? place : [])))
  const registered = catalogued.flatMap((kind) => kind.rows(view.manifest.sample).map(({ id }) => placeOf(kind, id)))
  const wanted = registered.filter((place) => view.entries.has(place) || !never.has(place))
  const missing = wanted.filter((place) => !view.entries.has(place))
  const name = 'published'
  const companies = [...view.packedEntries].filter(([place, entry]) => isSold(place, entry)).length
  const count = `${wanted.length - missing.length} of ${wanted.length} ${members} published${companies === 0 ? '' : `, and ${companies} companies`}`
  if (missing.length === 0) return { name, status: 'ok', detail: `${count}.` }
  const reasons = absences(view).flatMap(({ place, why }) => (missing.includes(place) ? why.split('; ') : []))
  const reason = [...new Set(reasons)].join('; ')
  const detail = `${count}: no data for ${listed(missing.map((place) => place.slice(place.indexOf('/') + 1)))}${reason === '' ? '' : ` (${reason})`}.`
  return { name, status: missing.length === wanted.length && companies === 0 ? 'down' : 'degraded', detail }
}

/** Past days and what else is read when asked for. Degraded where a pack is gone: what is in it is answered with EDITION_DAMAGED. */
function archiveCheck({ packs: { named, missing } }: EditionView): HealthCheck {
  const name = 'archive'
  if (missing === 0) return { name, status: 'ok', detail: `${named} packs.` }
  return { name, status: 'degraded', detail: `${missing} of ${named} packs are missing or truncated. Restore a backup.` }
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, named)
  const more = names.length - some.length
  return more === 0 ? some.join(', ') : `${some.join(', ')} and ${more} more`
}

/** Keys, limits and the ledger. Documents are there without them, and nobody can prove a right to read one: degraded. */
export function stateCheck({ sound, detail }: StateCondition): HealthCheck {
  return { name: 'state', status: sound ? 'ok' : 'degraded', detail }
}

/** Room for what is refreshed. What is published is served on a full disk too, and the state store has its reserve: degraded. */
export function diskCheck(space: HomeSpace | null): HealthCheck {
  const name = 'disk'
  if (space === null) return { name, status: 'ok', detail: 'The system does not report free space.' }
  const free = `${megabytes(space.free)} free`
  const { reserve } = space
  if (isLow(space)) {
    const detail = `${free}, of which ${megabytes(reserve)} are kept for keys and payments: refreshes stop until some space is freed.`
    return { name, status: 'degraded', detail }
  }
  if (space.isReserved) return { name, status: 'ok', detail: `${free}.` }
  const detail = `${free}; ${megabytes(reserve)} for keys and payments are not set aside until ${megabytes(roomToReserve * reserve)} are free.`
  return { name, status: 'degraded', detail }
}

/** Payments are part of health where they are real: degraded while the facilitator does not answer or refuses this server, for then no call can be paid. */
export function paymentsCheck(
  { enabled, sandbox, facilitator: { reachable, checked_at, trouble } }: PaymentStatus,
  hasEdition: boolean,
): HealthCheck {
  const name = 'payments'
  if (!enabled && !hasEdition) return { name, status: 'ok', detail: 'Nothing is sold until the first edition is published.' }
  if (!enabled) return { name, status: 'ok', detail: 'Single calls are not for sale; an API key is required.' }
  if (sandbox) return { name, status: 'ok', detail: 'Sandbox: play money on a test network.' }
  if (checked_at === null) return { name, status: 'ok', detail: 'The facilitator has not been checked yet.' }
  const at = `as of ${checked_at.slice(0, 19)}Z`
  return reachable
    ? { name, status: 'ok', detail: `The facilitator responds, ${at}.` }
    : {
        name,
        status: 'degraded',
        detail: `The facilitator ${trouble ?? 'does not respond'}, ${at}: payments may fail. API keys work.`,
      }
}
