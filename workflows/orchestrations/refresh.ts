import type { ActivityOutput } from '../../activities/activity.ts'
import type { FeedsMode, RefreshFailure } from '../../activities/fetch/feeds.ts'
import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'
import { mapInFairWindow } from './fair-window.ts'
import { gatherInto, reportedFailures } from './gather.ts'
import { keepRun, type RunOutcome } from './keep-run.ts'
import type { Tally } from './tally.ts'

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
  extends Readonly<Pick<ActivityOutput<Activities['load']>, 'recordings' | 'loaded' | 'refused' | 'rejected'>>,
    Readonly<Pick<ActivityOutput<Activities['plan']>, 'untaken' | 'untakenCount'>>,
    Readonly<Pick<ActivityOutput<Activities['compute']>, 'stale' | 'missing' | 'held'>> {
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

/**
 * One refresh: ask what is missing, fetch it page by page, load it, follow what it leads to, then compute, render and publish. A page that
 * fails for good is reported and the rest continues: what is published then says what is stale.
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
  const { activities, windows } = host
  const asOf = input.asOf ?? new Date(host.now()).toISOString().slice(0, 10)
  const { only, companies = [] } = input
  const plan = await activities.plan({ run, feeds: input.feeds, only, companies, now: host.now() })
  tally.failed(plan.faults)
  const got = await gatherInto(tally, host, { run, feeds: input.feeds, pages: plan.pages, batches: plan.batches, round: 0 })
  const { changed, totals } = got
  const failures = [...plan.faults, ...reportedFailures(got)]
  const computed = await activities.compute({
    run,
    asOf,
    now: host.now(),
    sample: input.feeds.kind === 'sample',
    feeds: tally.feeds(),
  })
  const renders = { all: windows.render, each: windows.render }
  const rendered = await mapInFairWindow(renders, computed.shards, oneKind, (shard) => activities.render({ run, shard }))
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

const oneKind = () => 'shard'
