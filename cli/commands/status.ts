import { readHomeContents } from '../../activities/compute/holdings.ts'
import { keptSeriesIds } from '../../activities/compute/known.ts'
import { type FeedError, feedErrors, readRunsState } from '../../activities/runs/runs-state.ts'
import { companyMarkets } from '../../data/companies/markets.ts'
import { rosterOf } from '../../data/companies.ts'
import { wholeReadings } from '../../pipeline/documents/brief-reading.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { whySaleStopped } from '../../pipeline/documents/company/next-report.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { driftText } from '../../pipeline/feeds/contract-drift.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { briefingLines, metricLines, optionalSeries, type StandingLine, standings } from '../../pipeline/status/standings.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { type Coverage, coverageOf } from '../../pipeline/warehouse/companies/coverage.ts'
import { contractDrift } from '../../pipeline/warehouse/load/body-shapes.ts'
import { readVersions } from '../../pipeline/warehouse/observations.ts'
import { directoryOf } from '../../server/companies/directory.ts'
import { residentDocument } from '../../server/editions/stored-document.ts'
import { declare, home, lockedMarketText, runningGuide } from '../command.ts'
import { runMomentOf } from '../day-and-time.ts'
import { exits } from '../exit.ts'
import { currentEdition } from '../home-folder.ts'
import { analystCopyHome, isSampleStore, queryAnalystCopy } from '../market.ts'
import { openBlobs } from '../open-blobs.ts'
import { print, tableLines } from '../print.ts'

export type StatusReport = Awaited<ReturnType<typeof readStatusReport>>

const kinds = ['feeds', 'briefings', 'metrics', 'series'] as const
type Kind = (typeof kinds)[number]

/**
 * Whether a line needs attention: late, stale, held, or a missing metric or briefing. A missing series is seen in those that lack it, and an
 * optional one needs attention only if it is held.
 */
function needsSomebody(kind: Kind, { id, status }: StandingLine): boolean {
  if (status === 'held') return true
  if (kind === 'series' && optionalSeries.has(id)) return false
  return status === 'late' || status === 'stale' || (status === 'missing' && (kind === 'metrics' || kind === 'briefings'))
}

/** How fresh everything in a home is at `now` (milliseconds). Reads the analysts' copy and the edition, never the live warehouse. */
export async function readStatusReport(
  folder: string,
  credentials: ReadonlySet<string>,
  now: number,
  blobs: Blobs = folderBlobs(folder),
) {
  const { holdings, versions, drift, coverage } = await queryAnalystCopy(folder, async (store) => {
    const versions = await readVersions(store, keptSeriesIds)
    const sample = await isSampleStore(store)
    const roster = rosterOf(sample).map(({ id }) => id)
    const coverage = await coverageOf(store, { now, roster, credentials, sample })
    const holdings = await readHomeContents(store, { sample, credentials }, now)
    return { holdings, versions, coverage, drift: await contractDrift(store, now) }
  })
  const known = standings(holdings, feeds, now)
  const lines = { ...known, metrics: metricLines(holdings, feeds, { ...known, versions }, now) }
  const errors = feedErrors(await readRunsState(blobs), [], isoTime(now))
  const view = await currentEdition(blobs)
  const briefings = briefingLines((id) => {
    const place = `briefing/${id}`
    const document = view && residentDocument<BriefingDocument>(view, place)
    if (!document) return null
    const readings = wholeReadings(document.readings, view.resident(place, 'apart.json')?.plain.toString() ?? null)
    return { document: { ...document, readings }, facts: view.entries.get(place)!.facts }
  }, now)
  const all = { ...lines, briefings }
  const trouble = kinds.flatMap((kind) => all[kind].filter((line) => needsSomebody(kind, line)))
  return {
    time: isoTime(now),
    edition: view?.manifest.edition ?? null,
    sample: holdings.sample,
    /** Lines that need somebody: late, stale, held, or a metric or briefing that is missing. */
    trouble: trouble.length,
    ...lines,
    feeds: lines.feeds.map(({ turns: _, ...line }) => ({
      ...line,
      last_error: errors.get(line.id) ?? null,
      drift: drift.filter(({ feed }) => feed === line.id).map(driftText),
    })),
    briefings,
    /** Companies of the edition by market, and how far the reading of those listed has come. */
    companies: withCoverage(view ? companyCountsByMarket(view) : [], coverage),
  }
}

/** Companies of a market; the reading of those listed is left out where no list of them is read. */
type Companies = ReturnType<typeof companyCountsByMarket>[number] & Partial<Coverage>

function withCoverage(published: ReturnType<typeof companyCountsByMarket>, coverage: readonly Coverage[]): Companies[] {
  const all = [...published.map(({ market }) => market), ...coverage.map(({ market }) => market)]
  return [...new Set(all)].map((market) => ({
    ...(published.find((row) => row.market === market) ?? { market, covered: 0, not_covered: 0 }),
    ...coverage.find((row) => row.market === market),
  }))
}

/** Companies of an edition, by market; one that lacks two annual reports is not covered. */
export function companyCountsByMarket(view: EditionView) {
  const { companies } = directoryOf(view)
  return companyMarkets.flatMap(({ market }) => {
    const own = companies.filter(({ company }) => company.startsWith(`${market}:`))
    const covered = own.filter((row) => row.blocks.length > 0 && whySaleStopped(row, view.manifest.as_of) === null).length
    return own.length === 0 ? [] : [{ market: market as string, covered, not_covered: own.length - covered }]
  })
}

/**
 * `briefing status`: what needs somebody at the clock's now or at `--now`, with `--all` every feed, briefing, metric and series, with `--companies` whose statements are to be read next; exit code 2
 * when something needs somebody.
 */
export const command = declare({
  options: [
    home,
    ['--all', 'show every feed, series, metric and briefing'],
    ['--companies', 'show the companies to be read next, each with its day'],
    ['--now <time>', 'time to judge freshness at, such as 2026-07-23T18:00:00Z (default: the clock)'],
  ],
  examples: ['status', 'status --all', 'status --companies', 'status --now 2026-07-23T18:00:00Z'],
  trouble: 'something is late, stale or held, or a metric or briefing is missing',
  unreachable: lockedMarketText,
  guide: runningGuide,
  action: async ({ settings, global }, options) => {
    const { now } = runMomentOf(undefined, options.now, Date.now())
    const folder = analystCopyHome(settings, options)
    const report = await readStatusReport(folder, new Set(settings.credentials.keys()), now, await openBlobs(settings, folder))
    print(global, report, options.companies ? nextLines(report) : statusLines(report, options.all))
    process.exitCode = report.trouble > 0 ? exits.dataTrouble : exits.fine
  },
})

function notesOf(line: StandingLine | StatusReport['feeds'][number]): string[] {
  const error = 'last_error' in line && line.last_error ? [errorWords(line.last_error)] : []
  return [...(line.note === null ? [] : [line.note]), ...error, ...('drift' in line ? line.drift : [])]
}

function errorWords({ at, code, text }: FeedError): string {
  return `last error ${at}: ${code}: ${text}`
}

/** Lines of a terminal, with the counts above and the line below. */
const mostRows = 32

/** What needs somebody, worst first, then feeds with an error or a changed contract, in at most 40 lines; with `all` every line, these first. */
export function statusLines(report: StatusReport, all = false): string[] {
  const rank = (line: StandingLine) => ['held', 'stale', 'missing', 'late'].indexOf(line.status)
  const lines = kinds.flatMap((kind) => report[kind].map((line) => ({ kind, line })))
  const wrong = lines.filter(({ kind, line }) => needsSomebody(kind, line)).sort((a, b) => rank(a.line) - rank(b.line))
  const noted = report.feeds.filter(
    (line) => !needsSomebody('feeds', line) && (line.last_error !== null || line.drift.length > 0),
  )
  const first = [...wrong, ...noted.map((line) => ({ kind: 'feeds' as const, line }))]
  const shown = all
    ? [...first, ...lines.filter(({ line }) => !first.some((each) => each.line === line))]
    : first.slice(0, mostRows)
  const rows = shown.map(({ kind, line }) => [
    kind === 'series' ? kind : kind.slice(0, -1),
    line.id,
    line.status,
    line.last_read_at,
    line.newest,
    line.next_due_at,
    notesOf(line).join('; ') || null,
  ])
  const more = first.length - shown.length
  const rest = more > 0 ? `${more} more; ` : ''
  return [
    `${report.sample ? 'SAMPLE DATA, ' : ''}edition ${report.edition ?? 'none'}, judged at ${report.time}: ${attentionWords(wrong.length)}`,
    ...kinds.map((kind) => `${kind}: ${countsOf(kind, report[kind])}`),
    ...(report.companies.length === 0 ? [] : [`companies: ${report.companies.map(coverageWords).join('; ')}`]),
    ...(rows.length === 0 ? [] : tableLines(['what', 'id', 'status', 'last read', 'newest', 'next due', 'note'], rows)),
    ...(all ? [] : [`${rest}every line: briefing status --all`]),
  ]
}

const coverageWords = ({ market, covered, not_covered, ...coverage }: Companies): string =>
  [`${market} ${covered} covered`, `${not_covered} not covered`, ...readingWords(coverage)].join(', ')

function readingWords({ listed, read = 0, waiting = 0, again = 0, failed = 0, per_night, nights, last_on }: Partial<Coverage>) {
  if (listed === undefined) return []
  const plan = last_on ? [`${waiting + again} to be read by ${last_on} (${per_night} per night, nights left: ${nights})`] : []
  return [`${listed} listed`, `${read} read`, ...plan, ...(failed === 0 ? [] : [`${failed} failed`])]
}

/** Companies to be read next, by market in the order of the plan. */
function nextLines({ companies }: StatusReport): string[] {
  const rows = companies.flatMap(({ next = [] }) =>
    next.map(({ company, name, why, failures, expected_on: on }) => [on, company, why, failures || null, name]),
  )
  const none = 'no company is to be read: all that are listed were, and none has filed since'
  return tableLines(['day', 'company', 'why', 'failed', 'name'], rows, none)
}

function attentionWords(count: number): string {
  if (count === 0) return 'nothing needs attention'
  return count === 1 ? '1 line needs attention' : `${count} lines need attention`
}

const troubles: readonly string[] = ['late', 'stale', 'held', 'missing']

/** Lines by status; where some of them need no attention, how many do. */
function countsOf(kind: Kind, lines: readonly StandingLine[]): string {
  const states = [...new Set(lines.map(({ status }) => status))].sort()
  const counts = states.map((state) => {
    const those = lines.filter(({ status }) => status === state)
    const wrong = those.filter((line) => needsSomebody(kind, line)).length
    const words = wrong === 0 ? 'none needs attention' : `${wrong} ${wrong === 1 ? 'needs' : 'need'} attention`
    return `${those.length} ${state}${troubles.includes(state) && wrong < those.length ? ` (${words})` : ''}`
  })
  return counts.join(', ')
}
