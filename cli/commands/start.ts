import type { Log } from '../../activities/activity.ts'
import type { Deps } from '../../activities/deps.ts'
import type { FeedsMode } from '../../activities/fetch/feeds.ts'
import { type Activities, createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { removeAbandonedRuns } from '../../activities/runs/runs.ts'
import { type Schedule, schedules } from '../../data/schedules.ts'
import { archivedMonth, currentManifest } from '../../pipeline/editions/on-record.ts'
import { codeAndMessage, InputError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { dayNumber, daysBetween, endOfMonth, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { createAccount, derivedKey, listAccounts, listKeys, revokeKey } from '../../server/state/accounts.ts'
import type { State } from '../../server/state/open.ts'
import type { Orchestration } from '../../workflows/host.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { selectHost } from '../../workflows/hosts/select.ts'
import { type BackfillRequest, type BackfillResult, backfill } from '../../workflows/orchestrations/backfill.ts'
import { market } from '../../workflows/orchestrations/market.ts'
import { type RefreshResult, refresh } from '../../workflows/orchestrations/refresh.ts'
import { keepSchedules, readCursor, type SchedulerOptions, scheduledRefresh, writeCursor } from '../../workflows/scheduler.ts'
import { declare, feedsCliOption, historyCliOption, home, hostCliOption, portCliOption, runningGuide } from '../command.ts'
import { feedsMode } from '../day-and-time.ts'
import { depsFor } from '../deps.ts'
import { exits } from '../exit.ts'
import { homeOf, makeHome } from '../home-folder.ts'
import { pipelineLog } from '../log.ts'
import { type HostRun, runOnHost, withProgress } from '../on-host.ts'
import { openBlobs } from '../open-blobs.ts'
import { openProgress, printAboveProgress } from '../progress.ts'
import { serverProcess } from '../server-process.ts'
import { historyOf, portOf, type Settings } from '../settings.ts'
import { withStateStore } from './keys.ts'
import { refreshSummaryLines } from './refresh.ts'

/** What the runs and keys that a start makes are known by. */
const trigger = 'briefing start'

interface Work extends Pick<HostRun, 'settings' | 'home' | 'host' | 'log' | 'signal'> {
  readonly feeds: FeedsMode
  /** Past days to add behind the first edition. */
  readonly history: number
}

/**
 * `briefing start`: the server in a separate process and the pipeline in this one. The server answers immediately; until the first
 * edition is published it says so. The addresses to open are printed once a document can be read.
 */
export const command = declare({
  options: [home, feedsCliOption, hostCliOption, portCliOption, historyCliOption],
  examples: ['start', 'start --feeds live --home /srv/briefing', 'start --port 9000 --history 0'],
  trouble: 'the first run failed',
  unreachable: 'the port is taken, or the Temporal server does not answer',
  guide: runningGuide,
  action: async ({ settings, stopping: signal }, options) => {
    const home = homeOf(settings, options)
    const port = portOf(options.port) ?? settings.port
    const feeds = feedsMode(options.feeds ?? settings.feeds)
    const usual = feeds.kind === 'sample' ? defaultHistoryDays.sample : defaultHistoryDays.others
    const history = historyOf(options.history) ?? settings.history ?? usual
    const working = selectHost(options.host ?? settings.host, process.env) === 'temporal' ? workOnTemporal : workHere
    await makeHome(home)
    const key = await keyToShow(settings, home, feeds)
    const server = serverProcess(['--home', home, '--port', String(port)])
    void Promise.all([server.listening, server.readable]).then(([address]) =>
      printAboveProgress(startupLines({ address, feeds: feeds.kind, key, home })),
    )
    const stopped = new Promise<'stopped'>((done) => signal.addEventListener('abort', () => done('stopped'), { once: true }))
    const ended = server.ended.then((code) => ({ code }))
    // a pipeline without its server would go on unseen
    const alone = new AbortController()
    const until = AbortSignal.any([signal, alone.signal])
    const worked = working({
      settings,
      home,
      feeds,
      host: options.host,
      history,
      log: pipelineLog(settings.logLevel),
      signal: until,
    })
    try {
      const end = await Promise.race([ended, stopped, worked.then(() => stopped)])
      if (end !== 'stopped') process.exitCode = end.code === 0 ? exits.fine : exits.unreachable
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      alone.abort()
      await server.stop()
      await worked.catch(() => undefined)
    }
  },
})

interface FirstLines {
  /** URL of the front page, ending in a slash. */
  readonly address: string
  readonly feeds: FeedsMode['kind']
  /** The key made for a sandbox; null where keys are created by hand. */
  readonly key: string | null
  readonly home: string
}

const dataOf = {
  sample: 'sample data: every figure is invented',
  live: 'live data',
  recorded: 'recorded data',
} as const satisfies Record<FeedsMode['kind'], string>

/** What a person sees first: the page to open and what to type, in a sandbox a read with a key and a purchase with play money. */
export function startupLines({ address, feeds, key, home }: FirstLines): string[] {
  const steps =
    key === null
      ? [`Create a key:         npx --no-install briefing keys create --plan pro --name me --home ${home}`]
      : [
          `Read with a key:      curl -H 'Authorization: Bearer ${key}' ${address}api/btc`,
          `Buy with play money:  npx --no-install briefing buy ${address}api/btc`,
        ]
  return ['', `Market Briefing is running on ${dataOf[feeds]}.`, '', `Open this page:       ${address}`, ...steps, '']
}

/** The key made for a sandbox. Elsewhere null, and an earlier one stops working: it was shown on a terminal and reads everything. */
async function keyToShow(settings: Settings, home: string, feeds: FeedsMode): Promise<string | null> {
  if (feeds.kind === 'sample' && settings.payments === null) return localKey(settings, home, Date.now())
  await revokeLocalKeys(settings, home, Date.now())
  return null
}

/** Temporal's own scheduler starts the runs after the first. */
async function workOnTemporal({ settings, home, feeds, host, history, log, signal }: Work): Promise<void> {
  const run = { settings, home, now: Date.now(), host, signal, log }
  reportFirst(await runOnHost(run, 'refresh', refresh, { feeds, only: [], asOf: null, trigger }), log)
  log.info('the Temporal server keeps the schedules; to update them: briefing schedules apply')
  const addPiece = backfillInPieces({
    blobs: await openBlobs(settings, home),
    days: history,
    run: (request) => runOnHost({ ...run, now: Date.now() }, 'backfill', backfill, { ...request, trigger }),
  })
  try {
    while (await addPiece());
  } catch (error) {
    if (!signal.aborted) log.warn('past days could not be added; the published edition stays live', { ...codeAndMessage(error) })
  }
}

/** What the first refresh published is shown by the first lines; a person needs only what failed. */
function reportFirst(result: RefreshResult, log: Log): void {
  const { edition, asOf, documents } = result
  const [head, ...failures] = refreshSummaryLines(result)
  if (documents > 0) log.info('first edition', { edition, as_of: asOf, documents })
  const lines = documents > 0 ? failures : [head!, ...failures]
  if (lines.length > 0) printAboveProgress(lines)
}

/** Keeps the schedules in this process until the signal aborts, and lets go of the warehouse and the transports. */
async function workHere(work: Work): Promise<void> {
  const deps = await depsFor(work.settings, work.home)
  try {
    await runSchedulesUntilAbort(work, {
      deps,
      activities: createActivities(deps),
      schedules,
      clock: Date.now,
      chance: Math.random,
    })
  } finally {
    await deps.close()
  }
}

/** What keeping a home up to date needs of a process: the work, what is due, and its time and chance. */
interface Keeping extends Pick<SchedulerOptions, 'schedules' | 'clock' | 'timer' | 'chance'> {
  readonly deps: Deps
  readonly activities: Activities
}

/**
 * Keeps the schedules until the signal aborts. A home that no process has kept up from these feeds is refreshed whole first; any other is caught
 * up with by what is due. Past days are added while nothing is due. The warehouse is let go of between runs; transports, and with them the
 * limits of the upstreams, are kept.
 */
export async function runSchedulesUntilAbort(
  { home, feeds, history, log, signal }: Omit<Work, 'settings' | 'host'>,
  { deps, activities, ...kept }: Keeping,
): Promise<void> {
  async function run<I, O>(orchestration: Orchestration<Activities, I, O>, input: I): Promise<O> {
    const progress = openProgress(false)
    const shown = { activities: withProgress(activities, progress), log: progress.log(log) }
    try {
      const options = { ...kept, ...shown, policies, nonRetryable, concurrency, now: kept.clock(), signal }
      return await runInProcess(options, orchestration, input)
    } finally {
      progress.end()
      await deps.release()
    }
  }
  async function runJob({ id, runs: job }: Schedule): Promise<void> {
    if (job.orchestration === 'market') return run(market, {})
    const { edition, loaded, refused, failures } = await run(refresh, scheduledRefresh(id, job.feeds, feeds))
    log.info('refreshed', { edition, loaded, refused, failures: failures.length })
  }
  await removeAbandonedRuns(deps)
  await deps.release()
  let cursor = await readCursor(deps.blobs, feeds.kind)
  if (cursor === null) {
    const began = kept.clock()
    log.info('refresh', { host: 'in-process', home, feeds: feeds.kind })
    reportFirst(await run(refresh, { feeds, only: [], asOf: null, trigger }), log)
    cursor = new Map(kept.schedules.map(({ id }) => [id, began]))
    await writeCursor(deps.blobs, feeds.kind, cursor)
  }
  await keepSchedules({
    ...kept,
    cursor,
    save: (now) => writeCursor(deps.blobs, feeds.kind, now),
    run: (schedule, due) => {
      log.info('scheduled', { schedule: schedule.id, due: isoTime(due) })
      return runJob(schedule)
    },
    idle: backfillInPieces({ blobs: deps.blobs, days: history, run: (request) => run(backfill, { ...request, trigger }) }),
    log,
    signal,
  })
}

const name = 'local'

/**
 * The key of the account `local`, for trying out a sandbox: a pro key, the same at each start because it is derived from a secret of the
 * state store. Only its hash is stored. One that was revoked is replaced.
 */
export async function localKey(settings: Settings, home: string, now: number): Promise<string> {
  return withStateStore(settings, home, async (state) => {
    const account = (await localAccount(state)) ?? (await createAccount(state, { name, plan: 'pro', now, by: trigger }))
    const key = { name, prefix: settings.keyPrefix, mode: 'test', now, by: trigger } as const
    const made = await derivedKey(state, { account: account.id, ...key })
    if (made === 'too many keys')
      throw new InputError('KEYS', 'the account "local" has too many keys; revoke one with: briefing keys revoke ID')
    return made
  })
}

/** Revokes the keys of a sandbox in a home that is one no longer: whoever saw one on a terminal reads nothing that is sold. */
export async function revokeLocalKeys(settings: Settings, home: string, now: number): Promise<void> {
  await withStateStore(settings, home, async (state) => {
    const account = await localAccount(state)
    for (const key of account === undefined ? [] : await listKeys(state))
      if (key.account === account!.id && key.made_by === trigger && key.revoked_at === null)
        await revokeKey(state, key.id, { now, by: trigger })
  })
}

async function localAccount(state: State) {
  return (await listAccounts(state)).find((account) => account.name === name)
}

/** Days of past documents that a start adds to a home with sample feeds, and with others. */
export const defaultHistoryDays = { sample: 120, others: 0 } as const

/** Days of the first piece: yesterday and what pages link to are there soon; all older days follow in one run, which costs least. */
const firstPiece = 14

export interface HistoryOptions {
  readonly blobs: Blobs
  /** Days before that of the current edition that should be on record. */
  readonly days: number
  run(request: BackfillRequest): Promise<BackfillResult>
}

/**
 * Past days added behind the first edition, piece by piece from the newest: each call of the returned function adds one and says whether
 * there may be more. What is missing is read from the archive each time, so that an interrupted start is resumed by the next one.
 */
export function backfillInPieces({ blobs, days, run }: HistoryOptions): () => Promise<boolean> {
  let longest = firstPiece
  return async () => {
    const manifest = await currentManifest(blobs)
    if (manifest === null) return false
    const current = dayNumber(manifest.as_of)!
    const missing = await missingDays(blobs, current - days, current - 1)
    if (missing === null) return false
    const wanted = Math.min(longest, missing.last - missing.first + 1)
    longest = Number.POSITIVE_INFINITY
    const request = { from: null, to: isoDay(missing.last), days: wanted, only: [], revise: null, dryRun: false }
    const { from } = await run(request)
    // a later first day than asked for is the first on which anything was known
    return dayNumber(from)! === missing.last - wanted + 1 && dayNumber(from)! > missing.first
  }
}

/** The first and the last day from `first` to `last` of which no briefing is on record; null where there is none. */
async function missingDays(blobs: Blobs, first: number, last: number): Promise<{ first: number; last: number } | null> {
  const onRecord = new Set<string>()
  for (let day = first; day <= last; day = endOfMonth(day) + 1)
    for (const name of (await archivedMonth(blobs, isoDay(day).slice(0, 7))).keys())
      onRecord.add(name.slice(0, 'YYYY-MM-DD'.length))
  const missing = daysBetween(first, last).filter((day) => !onRecord.has(isoDay(day)))
  return missing.length === 0 ? null : { first: missing[0]!, last: missing.at(-1)! }
}
