import { briefingRows } from '../../data/briefings.ts'
import { isSoldCompany } from '../../pipeline/documents/company/company.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView, ReaderState } from '../../pipeline/editions/reader.ts'
import { isSpaceLow, megabytes } from '../../pipeline/store/space.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { absentDocuments, absentList } from '../editions/absence.ts'
import { feedsAt, freshnessTurnsPassed, isCurrent, servedFreshnessAt } from '../editions/freshness.ts'
import { type MarkdownCell, markdownTable, rightColumn } from '../http/markdown-table.ts'
import { memoize } from '../http/once.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import type { FeedRun, Health, HealthCheck, ServedFeed, Status, Version } from '../schemas/system.ts'
import type { StateCondition } from '../state/condition.ts'
import { type HomeSpace, roomToReserve } from '../state/reserve.ts'

/**
 * GET /api/health. Down where nothing can be served: no edition, or one without data. Degraded where what is served is older
 * or thinner than it should be: an edition from before yesterday (UTC), a document without data, a briefing that is stale or
 * has become so since, a held feed; and where a part the server needs is: `others` are the checks of keys and payments. One of the name of a
 * check of the edition replaces it.
 */
export function healthReport(view: EditionView | null, now: number, others: readonly HealthCheck[] = []): Health {
  const own = view === null ? [noEdition] : checksAt(view, now)
  const replacing = new Map(others.map((check) => [check.name, check]))
  const kept = own.map((check) => replacing.get(check.name) ?? check)
  const checks = [...kept, ...others.filter(({ name }) => !own.some((check) => check.name === name))]
  const worst = (['down', 'degraded'] as const).find((status) => checks.some((check) => check.status === status))
  return { status: worst ?? 'ok', time: isoTime(now), edition: view?.manifest.edition ?? null, checks }
}

function checkOf(name: string, isFine: boolean, detail: string): HealthCheck {
  return { name, status: isFine ? 'ok' : 'degraded', detail }
}

const checked = memoize((_: EditionView) => new Map<string, readonly HealthCheck[]>())

/** What an edition says of itself, written once for as long as no word of it changes: monitors ask often. */
function checksAt(view: EditionView, now: number): readonly HealthCheck[] {
  const before = checked(view)
  const name = `${freshnessTurnsPassed(view, now)} ${isCurrent(view, now)}`
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
  return checkOf('reader', true, `Edition ${manifest.edition}, ${documents} documents.`)
}

/** A pointer that was not read for so long is trouble: a look or two at it may fail. */
const unreadTooLongMs = 60_000

/** What is wrong with the way to what is published; nothing where all is well, and the edition says the rest. */
export function readingCheck({ unreadMs, refused }: ReaderState, view: EditionView | null, now: number): readonly HealthCheck[] {
  const name = 'reader'
  const status = view === null ? 'down' : 'degraded'
  const served = view === null ? 'No edition is served' : `Edition ${view.manifest.edition} is served`
  if (unreadMs === null) {
    const detail = 'The store has not been read since this server started: no edition is served.'
    return view === null ? [{ name, status, detail }] : []
  }
  if (unreadMs >= unreadTooLongMs) {
    const detail = `${served}; the store has not been read since ${isoTime(now - unreadMs)}, so newer editions are missed.`
    return [{ name, status, detail }]
  }
  if (refused === null) return []
  const detail = `${served}; the store holds edition ${refused.sequence}, older than edition ${refused.served} that was served before. Restore the store, or start the server with --accept-older.`
  return [{ name, status, detail }]
}

function age(view: EditionView, now: number): HealthCheck {
  const { as_of, published_at } = view.manifest
  return checkOf('edition', isCurrent(view, now), `As of ${as_of}, published ${published_at}.`)
}

function documents(view: EditionView, now: number): HealthCheck {
  const published = briefingRows.flatMap(({ id }) => view.entries.get(`briefing/${id}`) ?? [])
  const stale = published
    .filter((entry) => servedFreshnessAt(view, entry, now).word === 'stale')
    .map(({ place }) => place.slice('briefing/'.length))
  const detail = `${published.length} of ${briefingRows.length} briefings published${stale.length > 0 ? `; stale: ${stale.join(', ')}` : ''}.`
  return checkOf('briefings', stale.length === 0, detail)
}

/** Only a held feed is trouble here: the documents tell what is late, and a feed that is off or unread may have another instead. */
function feedCheck(view: EditionView, now: number): HealthCheck {
  const feeds = feedsAt(view, now)
  const aside = feeds.filter(({ status }) => status !== 'fresh').map(({ feed, status }) => `${feed} ${status}`)
  const detail = `${feeds.length} feeds${aside.length > 0 ? `; ${aside.join(', ')}` : ''}.`
  return checkOf('feeds', !feeds.some(({ status }) => status === 'held'), detail)
}

/** What the newest run of each feed did, by feed. */
export type FeedRuns = Readonly<Record<string, { readonly last_run?: FeedRun }>>

/** GET /api/status: feeds and briefings of the edition, as they stand at `now`. Runs are not part of an edition: `runs` are those of the home. */
export function statusReport(view: EditionView, now: number, runs: FeedRuns = {}): Status {
  return {
    edition: view.manifest.edition,
    published_at: view.manifest.published_at,
    feeds: feedsAt(view, now).map((line) => ({ ...line, drift: [...line.drift], last_run: runs[line.feed]?.last_run ?? null })),
    briefings: briefingRows.flatMap(({ id }) => {
      const entry = view.entries.get(`briefing/${id}`)
      return entry === undefined ? [] : [{ id, as_of: entry.as_of, freshness: servedFreshnessAt(view, entry, now).word }]
    }),
    absent: [...absentDocuments(view)],
  }
}

export interface ServerVersion {
  readonly name: string
  readonly version: string
  readonly commit?: string | null
}

/** GET /api/version. `interface` is the version of the interface specification implemented. */
export function versionReport({ name, version: release, commit = null }: ServerVersion): Version {
  return { name, version: release, interface: '1.0.0', commit }
}

export function healthTable(report: Health): string {
  const rows = report.checks.map(({ name, status, detail }) => [name, status, detail])
  const table = markdownTable(['Check', 'Status', 'Detail'], rows)
  return `# Health: ${report.status}\n\nAt ${report.time}, edition ${report.edition ?? 'none'}.\n\n${table}\n`
}

const feedHeads = [
  ...['Feed', 'Upstream', 'Licence', 'Read', 'Newest', 'Status', 'Last read', 'Next due', 'Last run', rightColumn('Rows')],
  ...['Note', 'Last error'],
]

function feedCells({ last_run: run, last_error: error, note, drift, ...feed }: ServedFeed): MarkdownCell[] {
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

const catalogued = kinds.filter(({ catalogue }) => catalogue !== null).sort((a, b) => (a.kind < b.kind ? -1 : 1))
const members = new Intl.ListFormat('en-GB').format(catalogued.map(({ catalogue }) => catalogue!.member))

/** Documents named one by one. */
const named = 12

/**
 * What there is to read of briefings and metrics. Down where there is nothing: a server that answers every priced path with 503 is not
 * serving. Degraded where something is missing that a refresh may bring, with the reasons; what this home never has is left out.
 */
function publishedCheck(view: EditionView): HealthCheck {
  const never = new Set(absentDocuments(view).flatMap(({ place, never }) => (never ? place : [])))
  const registered = catalogued.flatMap((kind) => kind.rows(view.manifest.sample).map(({ id }) => placeOf(kind, id)))
  const wanted = registered.filter((place) => view.entries.has(place) || !never.has(place))
  const missing = wanted.filter((place) => !view.entries.has(place))
  const name = 'published'
  const companies = [...view.packedEntries].filter(([place, entry]) => isSoldCompany(place, entry)).length
  const count = `${wanted.length - missing.length} of ${wanted.length} ${members} published${companies === 0 ? '' : `, and ${companies} companies`}`
  if (missing.length === 0) return { name, status: 'ok', detail: `${count}.` }
  const reasons = absentDocuments(view).flatMap(({ place, why }) => (missing.includes(place) ? why.split('; ') : []))
  const reason = [...new Set(reasons)].join('; ')
  const detail = `${count}: no data for ${listed(missing.map((place) => place.slice(place.indexOf('/') + 1)))}${reason === '' ? '' : ` (${reason})`}.`
  return { name, status: missing.length === wanted.length && companies === 0 ? 'down' : 'degraded', detail }
}

/**
 * Past days and what else is read when asked for. Degraded once a document was asked for whose pack is gone or altered, which is answered with
 * EDITION_DAMAGED: servers do not look at packs that nobody asks for, "briefing doctor" does.
 */
function archiveCheck({ packs: { named, missing } }: EditionView): HealthCheck {
  if (missing === 0) return checkOf('archive', true, `${named} packs.`)
  return checkOf('archive', false, `${missing} of ${named} packs are missing or damaged. Restore a backup.`)
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, named)
  const more = names.length - some.length
  return more === 0 ? some.join(', ') : `${some.join(', ')} and ${more} more`
}

/** Keys, limits and the ledger. Documents are there without them, and nobody can prove a right to read one: degraded. */
export function stateCheck({ sound, detail }: StateCondition): HealthCheck {
  return checkOf('state', sound, detail)
}

/** Room for what is refreshed. What is published is served on a full disk too, and the state store has its reserve: degraded. */
export function diskCheck(space: HomeSpace | null): HealthCheck {
  if (space === null) return checkOf('disk', true, 'The system does not report free space.')
  const free = `${megabytes(space.free)} free`
  const { reserve } = space
  const low = `${free}, of which ${megabytes(reserve)} are kept for keys and payments: refreshes stop until some space is freed.`
  if (isSpaceLow(space)) return checkOf('disk', false, low)
  if (space.isReserved) return checkOf('disk', true, `${free}.`)
  const detail = `${free}; ${megabytes(reserve)} for keys and payments are not set aside until ${megabytes(roomToReserve * reserve)} are free.`
  return checkOf('disk', false, detail)
}

/**
 * Payments are part of health: degraded while the state store cannot record them and, where they are real, while the facilitator does not answer
 * or refuses this server, for then no call can be paid for. `now`: milliseconds since 1970.
 */
export function paymentsCheck(
  { enabled, sandbox, facilitator: { reachable, checked_at, trouble } }: PaymentStatus,
  hasEdition: boolean,
  { unsoundMs }: StateCondition,
  now: number,
): HealthCheck {
  const check = (isFine: boolean, detail: string) => checkOf('payments', isFine, detail)
  if (!enabled && !hasEdition) return check(true, 'Nothing is sold until the first edition is published.')
  if (!enabled) return check(true, 'Single calls are not for sale; an API key is required.')
  if (unsoundMs !== null)
    return check(false, `Payments cannot be recorded since ${isoTime(now - unsoundMs)}, so no call is for sale; see state.`)
  if (sandbox) return check(true, 'Sandbox: play money on a test network.')
  if (checked_at === null) return check(true, 'The facilitator has not been checked yet.')
  const at = `as of ${checked_at.slice(0, 19)}Z`
  if (reachable) return check(true, `The facilitator responds, ${at}.`)
  return check(false, `The facilitator ${trouble ?? 'does not respond'}, ${at}: payments may fail. API keys work.`)
}
