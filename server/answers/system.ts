import { briefingRows } from '../../data/briefings.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { absences, absentList } from '../editions/absence.ts'
import { feedsAt, freshnessAt, isCurrent } from '../editions/freshness.ts'
import { markdownTable } from '../http/markdown-table.ts'
import type { FeedRun, Health, HealthCheck, ServedFeed, Status, Version } from '../schemas/system.ts'
import { archiveCheck, publishedCheck } from './health-checks.ts'

/**
 * GET /api/health. Down where nothing can be served: no edition, or one of which nothing is known. Degraded where what is served is older
 * or thinner than it should be: an edition from before yesterday (UTC), a document that nothing is known of, a briefing that is stale or
 * has become so since, a held feed; and where a part the server needs is: `others` are the checks of keys and payments.
 */
export function health(view: EditionView | null, now: number, others: readonly HealthCheck[] = []): Health {
  const own =
    view === null
      ? [noEdition]
      : [reader(view), publishedCheck(view), archiveCheck(view), age(view, now), documents(view, now), feedCheck(view, now)]
  const checks = [...own, ...others]
  const worst = (['down', 'degraded'] as const).find((status) => checks.some((check) => check.status === status))
  return { status: worst ?? 'ok', time: instant(now), edition: view?.manifest.edition ?? null, checks }
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
    .filter((entry) => freshnessAt(entry, now) === 'stale')
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
      return entry === undefined ? [] : [{ id, as_of: entry.as_of, freshness: freshnessAt(entry, now) }]
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
  const feeds = markdownTable<ServedFeed>(
    [
      { label: 'Feed', cell: ({ feed }) => feed },
      { label: 'Upstream', cell: ({ upstream }) => upstream },
      { label: 'Licence', cell: ({ licence }) => licence },
      { label: 'Read', cell: ({ cadence }) => cadence },
      { label: 'Newest', cell: ({ newest }) => newest },
      { label: 'Status', cell: (line) => line.status },
      { label: 'Last read', cell: ({ last_read_at }) => last_read_at },
      { label: 'Next due', cell: ({ next_due_at }) => next_due_at },
      { label: 'Last run', cell: ({ last_run }) => last_run?.at ?? null },
      { label: 'Rows', cell: ({ last_run }) => last_run?.rows ?? null, right: true },
      {
        label: 'Note',
        cell: ({ note, drift }) => [...(note === null ? [] : [note]), ...drift.map(({ text }) => text)].join('; '),
      },
      { label: 'Last error', cell: ({ last_error }) => last_error && `${last_error.at} ${last_error.code}: ${last_error.text}` },
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
