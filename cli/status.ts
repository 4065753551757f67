import { holdingsOf } from '../activities/holdings.ts'
import { homeAt } from '../activities/home.ts'
import { type FeedError, feedErrors, readRunsState } from '../activities/runs-state.ts'
import { filedSeries } from '../data/companies.ts'
import { series } from '../data/series.ts'
import { asTold, briefingLines, type Holdings, type Line, standings } from '../pipeline/briefings/standings.ts'
import { isoTime } from '../pipeline/calendar/day.ts'
import type { BriefingDocument } from '../pipeline/documents/briefing.ts'
import { type Drift, driftWords } from '../pipeline/feeds/contract-drift.ts'
import { feeds } from '../pipeline/feeds/index.ts'
import { openReader } from '../pipeline/publish/reader.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { contractDrift } from '../pipeline/warehouse/body-shapes.ts'
import { openMarket } from '../pipeline/warehouse/market.ts'
import { readVersions } from '../pipeline/warehouse/observations.ts'
import { sampleOrReal } from '../pipeline/warehouse/recordings.ts'
import { momentOf } from './day-and-time.ts'
import { exits } from './exit.ts'
import { homeOf } from './home-folder.ts'
import { print, tableLines } from './print.ts'
import type { Settings } from './settings.ts'

export interface StatusReport {
  readonly time: string
  readonly edition: string | null
  readonly sample: boolean
  /** Lines that need somebody: late, stale, held, or a metric or briefing that is missing. */
  readonly trouble: number
  readonly feeds: readonly (Line & { readonly last_error: FeedError | null; readonly drift: readonly string[] })[]
  readonly series: readonly Line[]
  readonly metrics: readonly Line[]
  readonly briefings: readonly Line[]
}

/** How fresh everything in a home is at `now` (milliseconds). Reads the analysts' copy and the edition, never the live warehouse. */
export async function statusOf(folder: string, credentials: ReadonlySet<string>, now: number): Promise<StatusReport> {
  const { holdings, drift } = await readMarket(homeAt(folder).market, credentials, now)
  const lines = standings(holdings, feeds, now)
  const errors = feedErrors(await readRunsState(folderBlobs(folder)), [], isoTime(now))
  const reader = await openReader(folderBlobs(folder), { pollMs: 60_000, log: { info: () => undefined, warn: () => undefined } })
  const view = reader.current()
  reader.close()
  const briefings = briefingLines((id) => {
    const stored = view?.resident(`briefing/${id}`, 'json')
    return stored ? (JSON.parse(stored.plain.toString('utf8')) as BriefingDocument) : null
  }, now)
  const behind = ({ status }: Line) => status === 'late' || status === 'stale' || status === 'held'
  const trouble = [
    ...lines.feeds.filter(behind),
    ...lines.series.filter((line) => behind(line) && (line.status === 'held' || !asTold.has(line.id))),
    ...[...lines.metrics, ...briefings].filter((line) => behind(line) || line.status === 'missing'),
  ]
  return {
    time: isoTime(now),
    edition: view?.manifest.edition ?? null,
    sample: holdings.sample,
    trouble: trouble.length,
    ...lines,
    feeds: lines.feeds.map(({ turns: _, ...line }) => ({
      ...line,
      last_error: errors.get(line.id) ?? null,
      drift: drift.filter(({ feed }) => feed === line.id).map(driftWords),
    })),
    briefings,
  }
}

async function readMarket(
  market: string,
  credentials: ReadonlySet<string>,
  now: number,
): Promise<{ holdings: Holdings; drift: readonly Drift[] }> {
  const store = await openMarket(market)
  try {
    const names = [...series.map(({ id }) => id), ...filedSeries]
    const versions = await readVersions(store, names)
    const sample = (await sampleOrReal(store)) === 'sample'
    const holdings = await holdingsOf(store, { versions, sample, credentials }, now)
    return { holdings, drift: await contractDrift(store, now) }
  } finally {
    await store.close()
  }
}

/** `briefing status`: freshness of every feed, series, metric and briefing at the clock's now or at `--now`; exit code 2 when something needs somebody. */
export async function status(
  settings: Settings,
  options: { home?: string; now?: string },
  global: { json?: boolean },
): Promise<void> {
  const { now } = momentOf(undefined, options.now, Date.now())
  const folder = homeOf(settings, options)
  const report = await statusOf(folder, new Set(settings.credentials.keys()), now)
  print(global, report, linesOf(report))
  process.exitCode = report.trouble > 0 ? exits.dataTrouble : exits.fine
}

function notesOf(line: Line | StatusReport['feeds'][number]): string[] {
  const error = 'last_error' in line && line.last_error ? [errorWords(line.last_error)] : []
  return [...(line.note === null ? [] : [line.note]), ...error, ...('drift' in line ? line.drift : [])]
}

function errorWords({ at, code, text }: FeedError): string {
  return `last error ${at}: ${code}: ${text}`
}

function linesOf(report: StatusReport): string[] {
  const kinds = ['feeds', 'series', 'metrics', 'briefings'] as const
  const rows = kinds.flatMap((kind) =>
    report[kind].map((line) => [
      kind === 'series' ? kind : kind.slice(0, -1),
      line.id,
      line.status,
      line.last_read_at,
      line.newest,
      line.next_due_at,
      notesOf(line).join('; ') || null,
    ]),
  )
  return [
    ...tableLines(['what', 'id', 'status', 'last read', 'newest', 'next due', 'note'], rows),
    `${report.sample ? 'SAMPLE DATA, ' : ''}edition ${report.edition ?? 'none'}, judged at ${report.time}: ${report.trouble === 0 ? 'nothing needs attention' : `${report.trouble} lines need attention`}`,
  ]
}
