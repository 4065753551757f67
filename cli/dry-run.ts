import type { FeedsMode } from '../activities/fetch/feeds.ts'
import { feedFilter, initialFeedRequests, readFeedState } from '../activities/fetch/plan.ts'
import { type Upstream, upstreams } from '../data/upstreams.ts'
import { feedFor, feedState, feeds } from '../pipeline/feeds/index.ts'
import { readRecordedFolder } from '../pipeline/recordings/folder.ts'
import { type RecordingSize, recordingSizes } from '../pipeline/warehouse/load/recordings.ts'
import { queryIfLoaded } from './market.ts'
import { tableLines } from './print.ts'

export interface FeedForecast {
  readonly feed: string
  readonly calls: number
  /** By the recordings of the last day the feed was read; null where it never was. */
  readonly rows: number | null
  readonly bytes: number | null
  /** At the rate of its upstream; nothing is waited for where nothing is fetched. */
  readonly minutes: number
  /** Why nothing is asked. */
  readonly off: string | null
}

export interface Forecast {
  readonly feeds: readonly FeedForecast[]
  readonly calls: number
  /** Of the slowest upstream: they are read side by side. */
  readonly minutes: number
}

const rates = new Map((upstreams as readonly Upstream[]).map(({ id, perSecond }) => [id, perSecond]))

/** What a refresh would ask first, from where the analysts' copy stands. Fetches and writes nothing. What the answers lead to comes on top. */
export async function dryRun(
  home: string,
  run: {
    feeds: FeedsMode
    only: readonly string[]
    companies?: readonly string[]
    now: number
    credentials: ReadonlySet<string>
    licences?: ReadonlySet<string>
  },
): Promise<Forecast> {
  const { feeds: mode, only, companies = [], now, credentials, licences = new Set() } = run
  const wanted = feedFilter(only)
  const sample = mode.kind === 'sample'
  const asked = { now, named: companies, credentials, licences, sample }
  const none = { state: feedState({ ...asked, newestPeriod: new Map() }), sizes: new Map<string, RecordingSize>() }
  const { state, sizes } = await queryIfLoaded(home, none, async (store) => ({
    ...{ state: await readFeedState(store, asked), sizes: await recordingSizes(store) },
  }))
  const calls = new Map<string, number>()
  const count = (feed: string) => calls.set(feed, (calls.get(feed) ?? 0) + 1)
  if (mode.kind === 'recorded') {
    for (const { recording } of (await readRecordedFolder(mode.folder)).recordings) {
      const feed = feedFor(recording.url)
      if (feed && wanted(feed.id)) count(feed.id)
    }
  } else for (const { feed } of initialFeedRequests(state, wanted)) count(feed)
  const fetched = mode.kind === 'live'
  const forecasts = feeds
    .filter(({ id }) => wanted(id))
    .map(({ id, upstream, needs }): FeedForecast => {
      const count = calls.get(id) ?? 0
      const size = sizes.get(id)
      return {
        feed: id,
        calls: count,
        rows: size ? Math.round(size.rows * count) : null,
        bytes: size ? Math.round(size.bytes * count) : null,
        minutes: fetched ? minutesOf(upstream, count) : 0,
        off: fetched && needs !== null && !credentials.has(needs) ? `set ${needs}` : null,
      }
    })
  const perUpstream = new Map<string, number>()
  for (const { id, upstream } of feeds) perUpstream.set(upstream, (perUpstream.get(upstream) ?? 0) + (calls.get(id) ?? 0))
  return {
    feeds: forecasts,
    calls: [...calls.values()].reduce((sum, n) => sum + n, 0),
    minutes: fetched ? Math.max(0, ...[...perUpstream].map(([upstream, n]) => minutesOf(upstream, n))) : 0,
  }
}

function minutesOf(upstream: string, calls: number): number {
  return Math.round((calls / rates.get(upstream)! / 60) * 100) / 100
}

export function dryRunLines({ feeds: forecasts, calls, minutes }: Forecast): string[] {
  const rows = forecasts.map(({ feed, calls: asked, rows: expected, bytes, minutes: taken, off }) => [
    ...[feed, asked, expected ?? '?', bytes ?? '?', taken, off],
  ])
  return [
    ...tableLines(['feed', 'calls', 'rows', 'bytes', 'minutes', 'off'], rows),
    `${calls} requests plus follow-ups, at least ${minutes} minutes; dry run, no request was made`,
  ]
}
