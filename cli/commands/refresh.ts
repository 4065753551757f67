import { resolve } from 'node:path'
import type { RefreshFailure } from '../../activities/fetch/feeds.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { type RefreshResult, refresh } from '../../workflows/orchestrations/refresh.ts'
import { declare, feedsCliOption as feedsOption, home, hostCliOption, noHostText } from '../command.ts'
import { feedsMode, runMomentOf } from '../day-and-time.ts'
import { exits } from '../exit.ts'
import { homeOf } from '../home-folder.ts'
import { pipelineLog } from '../log.ts'
import { hostRunHome, runOnHost } from '../on-host.ts'
import { print } from '../print.ts'

import { wantedFeeds } from '../wanted.ts'

/** `briefing refresh`: one run, its result on standard output, exit code 2 when something is stale, held or missing; with `--dry-run` what it would ask. */
export const command = declare({
  options: [
    home,
    feedsOption,
    hostCliOption,
    ['--as-of <day>', 'day the documents are for (default: today)'],
    ['--now <time>', 'logical time of the run, such as 2026-07-23T18:00:00Z (default: the clock)'],
    ['--only <feeds>', 'feeds to read, separated by commas (default: all)'],
    [
      '--companies <companies>',
      'addresses of companies to read as well: tickers, codes in Korea or CIKs, separated by commas (default: those due)',
    ],
    ['--record <folder>', 'save every response to this folder for replay'],
    ['--dry-run', 'print the requests it would make, without making them'],
  ],
  examples: [
    'refresh --feeds live --only fred-api,h10',
    'refresh --as-of 2026-07-23',
    'refresh --feeds live --companies AAPL,0000019617',
    'refresh --feeds live --dry-run',
  ],
  trouble: 'an upstream failed, or something is stale, missing or held for review; the rest is published',
  unreachable: noHostText,
  guide: 'docs/feeds.md',
  action: async ({ settings, global, stopping: signal }, options) => {
    const { asOf, now } = runMomentOf(options.asOf, options.now, Date.now())
    const home = options.dryRun ? homeOf(settings, options) : hostRunHome(settings, options)
    const feeds = feedsMode(options.feeds ?? settings.feeds)
    const only = wantedFeeds(options.only)
    const companies = options.companies?.split(',').filter((each) => each !== '') ?? []
    if (options.dryRun) {
      const { dryRun, dryRunLines } = await import('../dry-run.ts')
      const { licences } = settings
      const credentials = new Set(settings.credentials.keys())
      const wouldAsk = await dryRun(home, { feeds, only, companies, now, credentials, licences })
      print(global, wouldAsk, dryRunLines(wouldAsk))
      return
    }
    const record = options.record ? resolve(options.record) : undefined
    const log = pipelineLog(settings.logLevel)
    const run = { settings, home, now, record, host: options.host, signal, log, json: global.json }
    const result = await runOnHost(run, 'refresh', refresh, { feeds, only, companies, asOf })
    print(global, result, refreshLines(result))
    process.exitCode = refreshExitCode(result)
  },
})

/** 2 when something is stale, held or missing, so that a scheduler notices; else 0. A home that reads companies alone misses no metric. */
export function refreshExitCode(result: RefreshResult): number {
  const missing = result.documents === 0 && result.companies > 0 ? [] : result.missing
  const named = [result.stale, missing, result.held, result.unplaced, result.failures].flat()
  return named.length + result.refused + result.rejected > 0 ? exits.dataTrouble : exits.fine
}

const upstreamOf = new Map<string, string>(feeds.map(({ id, upstream }) => [id, upstream]))

/**
 * Failures, one line per upstream with its first error: an unreachable upstream fails every request, and those suspended because of it
 * are not listed. A body that its feed refused is a failure too.
 */
function failuresOf({ failures, refusals }: RefreshResult): string[] {
  const by = new Map<string, RefreshFailure[]>()
  for (const failure of [...failures, ...refusals]) {
    const upstream = upstreamOf.get(failure.feed) ?? failure.feed
    by.set(upstream, [...(by.get(upstream) ?? []), failure])
  }
  return [...by].map(([upstream, all]) => {
    const { code, message } = all.find((failure) => failure.code !== 'UPSTREAM_RESTING') ?? all[0]!
    const times = all.length === 1 ? '' : `, the first of ${all.length}`
    return `failed: ${upstream} (${[...new Set(all.map(({ feed }) => feed))].join(', ')}): ${code}${times}: ${message}`
  })
}

/** What was published and what failed, for a person who waits for a server to have something. */
export function refreshSummaryLines(result: RefreshResult): string[] {
  const { edition, asOf, day, documents, companies } = result
  const none = companies === 0 ? 'no data, nothing was published' : `${companies} companies, no other documents`
  const outcome = documents === 0 ? none : `${documents} documents`
  const earlier = day < asOf ? ` of ${day}: the current edition is later and stays, at most the archive has changed` : ''
  return [`edition ${edition ?? 'none'} as of ${asOf}: ${outcome}${earlier}`, ...failuresOf(result)]
}

/** The result in lines for a person. */
export function refreshLines(result: RefreshResult): string[] {
  const [head, ...failures] = refreshSummaryLines(result) as [string, ...string[]]
  const lines = [
    head,
    `${result.recordings} recordings, ${result.loaded} new, ${result.refused} refused, ${result.rejected} rows in quarantine`,
  ]
  if (result.untakenCount > 0)
    lines.push(`${result.untakenCount} recorded addresses that match no feed`, ...result.untaken.map((url) => `  ${url}`))
  lines.push(...failures)
  if (result.stale.length > 0) lines.push(`stale: ${someOf(result.stale)}`)
  if (result.missing.length > 0) lines.push(`missing: ${someOf(result.missing)}`)
  if (result.unplaced.length > 0) lines.push(`left out of the edition: ${someOf(result.unplaced)}`)
  if (result.held.length > 0) lines.push(`held for review: ${result.held.join(', ')}`)
  return lines
}

/** Names a line of a terminal shows. */
const mostNamed = 20

function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more, which --json names` : ''}`
}
