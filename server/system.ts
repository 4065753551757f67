import { briefingRows } from '../data/briefings.ts'
import type { EditionView, Entry } from '../pipeline/publish/reader.ts'
import { absences } from './absence.ts'
import { absentList } from './absent-list.ts'
import { freshnessOf } from './catalogues.ts'
import { Refusal } from './errors.ts'
import { publishedCheck } from './health-checks.ts'
import { markdownTable } from './markdown-table.ts'
import type { FeedLine, Health, HealthCheck, Status, Version } from './openapi/schemas/system.ts'

const day = 86_400_000

/**
 * GET /api/health. Down where nothing can be served: no edition, or one of which nothing is known. Degraded where what is served is older
 * or thinner than it should be: an edition from before yesterday (UTC), a document that nothing is known of, a briefing that is stale or
 * has become so since, a held feed; and where a part the server needs is: `others` are the checks of keys and payments.
 */
export function health(view: EditionView | null, now: number, others: readonly HealthCheck[] = []): Health {
  const own =
    view === null ? [noEdition] : [reader(view), publishedCheck(view), age(view, now), documents(view, now), feedCheck(view)]
  const checks = [...own, ...others]
  const worst = (['down', 'degraded'] as const).find((status) => checks.some((check) => check.status === status))
  return { status: worst ?? 'ok', time: instant(now), edition: view?.manifest.edition ?? null, checks }
}

const noEdition: HealthCheck = { name: 'reader', status: 'down', detail: 'No edition is published, or none that is whole.' }

function reader({ manifest, entries }: EditionView): HealthCheck {
  const documents = [...entries.keys()].filter((place) => !place.startsWith('system/')).length
  return { name: 'reader', status: 'ok', detail: `Edition ${manifest.edition}, ${documents} documents.` }
}

function age({ manifest }: EditionView, now: number): HealthCheck {
  const yesterday = instant(now - day).slice(0, 10)
  return {
    name: 'edition',
    status: manifest.as_of >= yesterday ? 'ok' : 'degraded',
    detail: `As of ${manifest.as_of}, published ${manifest.published_at}.`,
  }
}

function documents(view: EditionView, now: number): HealthCheck {
  const published = briefingRows.flatMap(({ id }) => view.entries.get(`briefing/${id}`) ?? [])
  const stale = published
    .filter((entry) => freshnessAt(view, entry, now) === 'stale')
    .map(({ place }) => place.slice('briefing/'.length))
  const detail = `${published.length} of ${briefingRows.length} briefings published${stale.length > 0 ? `; stale: ${stale.join(', ')}` : ''}.`
  return { name: 'briefings', status: stale.length === 0 ? 'ok' : 'degraded', detail }
}

/** When the first reading of each briefing of an edition turns stale, milliseconds; a document tells it once. */
const staleFrom = new WeakMap<EditionView, Map<string, number>>()

/** How fresh a briefing is now: as its edition says, or stale since, because what was due has not come. */
function freshnessAt(view: EditionView, entry: Entry, now: number): string {
  const times = staleFrom.get(view) ?? new Map<string, number>()
  staleFrom.set(view, times)
  let from = times.get(entry.place)
  if (from === undefined) {
    const stored = view.resident(entry.place, 'json')
    const document = stored === null ? {} : (JSON.parse(stored.plain.toString('utf8')) as Readings)
    const all = Object.values(document.readings ?? {}).map(({ freshness }) => Date.parse(freshness.stale_after))
    from = Math.min(Number.POSITIVE_INFINITY, ...all)
    times.set(entry.place, from)
  }
  return now >= from ? 'stale' : freshnessOf(entry)
}

interface Readings {
  readonly readings?: Readonly<Record<string, { readonly freshness: { readonly stale_after: string } }>>
}

/** Only a held feed is trouble: one that is off has no credential, and one that was not read may have another in its place. */
function feedCheck(view: EditionView): HealthCheck {
  const feeds = feedLines(view)
  const aside = feeds.filter(({ status }) => status !== 'ok').map(({ feed, status }) => `${feed} ${status}`)
  return {
    name: 'feeds',
    status: feeds.some(({ status }) => status === 'held') ? 'degraded' : 'ok',
    detail: `${feeds.length} feeds${aside.length > 0 ? `; ${aside.join(', ')}` : ''}.`,
  }
}

function feedLines(view: EditionView): FeedLine[] {
  const stored = view.resident('system/feeds', 'json')
  return stored === null ? [] : JSON.parse(stored.plain.toString('utf8'))
}

/** GET /api/status: feeds and briefings as the run that published left them. */
export function status(view: EditionView): Status {
  return {
    edition: view.manifest.edition,
    published_at: view.manifest.published_at,
    feeds: feedLines(view),
    briefings: briefingRows.flatMap(({ id }) => {
      const entry = view.entries.get(`briefing/${id}`)
      return entry === undefined ? [] : [{ id, as_of: entry.as_of, freshness: freshnessOf(entry) }]
    }),
    absent: [...absences(view)],
  }
}

/** GET /api/calibration. */
export function calibrationText(view: EditionView, format: 'json' | 'md'): string {
  const stored = view.resident('system/calibration', format)
  if (stored !== null) return stored.plain.toString('utf8')
  throw new Refusal('NOT_PUBLISHED', 'The edition holds no calibration. Run briefing refresh.')
}

export interface ServerVersion {
  readonly name: string
  readonly version: string
  readonly commit?: string | null
}

/** GET /api/version. `interface` is the version of the interface specification that is served. */
export function version({ name, version: release, commit = null }: ServerVersion): Version {
  return { name, version: release, interface: '1.0.0', commit }
}

export function healthTable(report: Health): string {
  const table = markdownTable<HealthCheck>(
    [
      { label: 'Check', cell: ({ name }) => name },
      { label: 'Status', cell: (check) => check.status },
      { label: 'Detail', cell: ({ detail }) => detail },
    ],
    report.checks,
  )
  return `# Health: ${report.status}\n\nAt ${report.time}, edition ${report.edition ?? 'none'}.\n\n${table}\n`
}

export function statusTable(report: Status): string {
  const feeds = markdownTable<FeedLine>(
    [
      { label: 'Feed', cell: ({ feed }) => feed },
      { label: 'Upstream', cell: ({ upstream }) => upstream },
      { label: 'Status', cell: (line) => line.status },
      { label: 'Last read', cell: ({ last_read_at }) => last_read_at },
      { label: 'Next due', cell: ({ next_due_at }) => next_due_at },
      { label: 'Note', cell: ({ note }) => note },
    ],
    report.feeds,
  )
  const briefings = markdownTable<Status['briefings'][number]>(
    [
      { label: 'Briefing', cell: ({ id }) => id },
      { label: 'As of', cell: ({ as_of }) => as_of },
      { label: 'Freshness', cell: ({ freshness }) => freshness },
    ],
    report.briefings,
  )
  return `# Status\n\nEdition ${report.edition}, published ${report.published_at}.\n\n## Feeds\n\n${feeds}\n\n## Briefings\n\n${briefings}\n${absentList(report.absent.map(({ place, ...rest }) => ({ id: place, ...rest })))}`
}

export function versionTable(facts: Version): string {
  return `# Version\n\n${markdownTable<[string, string | null]>(
    [
      { label: 'What', cell: ([name]) => name },
      { label: 'Value', cell: ([, value]) => value },
    ],
    Object.entries(facts),
  )}\n`
}

function instant(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`
}
