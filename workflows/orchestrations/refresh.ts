import type { Output } from '../../activities/activity.ts'
import type { FeedsMode, PageRef, RefreshFailure } from '../../activities/feeds.ts'
import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'
import { keepRun, type RunOutcome, type Tally } from './keep-run.ts'

export interface RefreshInput {
  readonly feeds: FeedsMode
  /** Feeds to read; all when empty. */
  readonly only: readonly string[]
  /** Tickers or CIKs of companies to ask the SEC about besides those that are due. */
  readonly companies?: readonly string[]
  /** Day the documents are for, YYYY-MM-DD; null, as a schedule has it, for the UTC day of the run's logical time. */
  readonly asOf: string | null
  /** `later`: the analysts' copy is left to its own schedule; else it is written when something has changed. */
  readonly market?: 'later'
  /** The id of a schedule, or the command that asks; `briefing refresh` unless given. */
  readonly trigger?: string
}

export interface RefreshResult
  extends Readonly<Pick<Output<Activities['load']>, 'recordings' | 'loaded' | 'refused' | 'rejected'>>,
    Readonly<Pick<Output<Activities['plan']>, 'untaken' | 'untakenCount'>>,
    Readonly<Pick<Output<Activities['compute']>, 'stale' | 'missing' | 'held'>> {
  readonly edition: string | null
  /** Day of that edition. */
  readonly asOf: string
  /** Day the run was for. */
  readonly day: string
  readonly failures: readonly RefreshFailure[]
  /** Of each feed with a refused body, why the first was refused. */
  readonly refusals: readonly RefreshFailure[]
  readonly documents: number
  /** Documents left out of the edition because none can hold them, each with the reason. */
  readonly unplaced: readonly string[]
  /** Companies with a briefing. */
  readonly companies: number
}

/** Pages fetched at a time; loads follow one another. */
const window = 4
/** Shards rendered at a time, over all workers there are. */
const renderWindow = 16
/** Batches loaded in one transaction: what is derived after each costs more than the rows of a page. */
const loadedTogether = 24
/** Errors a page may end with for good while the rest of the run continues. */
const tolerated: ReadonlySet<string> = new Set(['UpstreamError', 'InputError', 'TimeoutError'])
/** Rounds of pages that lead to more pages (a list, its older lists, their documents). */
const maxRounds = 40

/**
 * One refresh: ask what is missing, fetch it page by page, load it, follow what it leads to, then compute, render and publish. A page that
 * fails for good is reported and the rest goes on: what is published then says what is stale.
 */
export function refresh(host: Host<Activities>, input: RefreshInput): Promise<RefreshResult> {
  const { trigger = 'briefing refresh', feeds } = input
  return keepRun(host, { kind: 'refresh', trigger, feeds: feeds.kind }, (run, tally) => refreshed(host, input, run, tally))
}

async function refreshed(
  host: Host<Activities>,
  input: RefreshInput,
  run: string,
  tally: Tally,
): Promise<RunOutcome<RefreshResult>> {
  const { activities, log } = host
  const asOf = input.asOf ?? new Date(host.now()).toISOString().slice(0, 10)
  const failures: RefreshFailure[] = []
  const totals = { recordings: 0, loaded: 0, refused: 0, rejected: 0 }
  let changed = false
  const { only, companies = [] } = input
  const plan = await activities.plan({ run, feeds: input.feeds, only, companies, now: host.now() })
  failures.push(...plan.faults)
  tally.failed(plan.faults)
  let pages: readonly PageRef[] = plan.pages
  const asked = new Set(pages.map(({ key }) => key))
  let batches: readonly string[] = plan.batches
  for (let round = 0; pages.length + batches.length > 0; round++) {
    if (round === maxRounds)
      throw Object.assign(new Error(`feeds still request more after ${maxRounds} rounds; narrow them with --only`), {
        name: 'ParseError',
        code: 'FEEDS_LEAD_ON',
      })
    tally.planned(pages)
    const fetched = await inWindow(window, pages, async (page) => {
      try {
        const result = await activities.fetch({ run, page: page.key, feeds: input.feeds, now: host.now() })
        tally.fetched(page, result)
        return result
      } catch (error) {
        const { name, code, message } = error as Error & { code?: string }
        if (!tolerated.has(name)) throw error
        const failed = [{ feed: page.feed, code: code ?? name, message }]
        tally.fetched(page, { ms: 0, failed })
        return { batch: null, failed }
      }
    })
    for (const { failed } of fetched) failures.push(...failed)
    const next: PageRef[] = []
    const arrived = [...batches, ...fetched.flatMap((page) => (page.batch === null ? [] : [page.batch]))]
    for (let at = 0; at < arrived.length; at += loadedTogether) {
      const loaded = await activities.load({ run, batches: arrived.slice(at, at + loadedTogether) })
      tally.loaded(loaded)
      for (const count of ['recordings', 'loaded', 'refused', 'rejected'] as const) totals[count] += loaded[count]
      changed ||= loaded.changed ?? loaded.loaded > 0
      next.push(...loaded.next)
    }
    log.info('round', { round, pages: pages.length, ...totals })
    // several bodies may lead to one page: it is asked for once a run
    pages = input.feeds.kind === 'recorded' ? [] : next.filter(({ key }) => !asked.has(key) && asked.add(key))
    batches = []
  }
  const computed = await activities.compute({
    run,
    asOf,
    now: host.now(),
    sample: input.feeds.kind === 'sample',
    feeds: tally.feeds(),
  })
  const rendered = await inWindow(renderWindow, computed.shards, (shard) => activities.render({ run, shard }))
  const published = await activities.publish({
    run,
    artifacts: rendered.map(({ artifacts }) => artifacts),
    kept: computed.kept,
    releases: computed.releases,
    entries: computed.entries,
    asOf,
    now: host.now(),
    changed: input.market !== 'later' && (changed || computed.readings > 0),
  })
  const result = {
    edition: published.edition,
    asOf: published.asOf,
    day: asOf,
    ...totals,
    untaken: plan.untaken,
    untakenCount: plan.untakenCount,
    failures,
    refusals: tally.feeds().flatMap(({ feed, refused, error }) => (refused > 0 && error !== null ? [{ feed, ...error }] : [])),
    stale: computed.stale,
    missing: computed.missing,
    held: computed.held,
    unplaced: computed.unplaced ?? [],
    documents: rendered.reduce((sum, { count }) => sum + count, computed.unchanged ?? 0),
    companies: computed.companies ?? 0,
  }
  return { result, edition: published.edition }
}

/** Runs `work` over `items`, at most `width` at a time, results in the order of the items; the first failure rejects. */
async function inWindow<T, R>(width: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  let at = 0
  const lane = async () => {
    while (at < items.length) {
      const i = at++
      results[i] = await work(items[i]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return results
}
