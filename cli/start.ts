import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FeedsMode } from '../activities/feeds.ts'
import { type Activities, createActivities } from '../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../activities/policies.ts'
import { type Schedule, schedules } from '../data/schedules.ts'
import { isoTime } from '../pipeline/calendar/day.ts'
import { InputError } from '../pipeline/errors.ts'
import { createAccount, createKey, listAccounts, listKeys, revokeKey } from '../server/state/accounts.ts'
import { openState } from '../server/state/open.ts'
import type { Log, Orchestration } from '../workflows/host.ts'
import { runInProcess } from '../workflows/hosts/in-process.ts'
import { selectHost } from '../workflows/hosts/select.ts'
import { market } from '../workflows/orchestrations/market.ts'
import { refresh } from '../workflows/orchestrations/refresh.ts'
import { keepSchedules, readCursor, scheduledRefresh, writeCursor } from '../workflows/scheduler.ts'
import { feedsMode } from './day-and-time.ts'
import { depsFor } from './deps.ts'
import { exits } from './exit.ts'
import { homeOf, makeHome, statePlace } from './home-folder.ts'
import { pipelineLog } from './log.ts'
import { openProgress } from './progress.ts'
import { headOf, runRefresh } from './refresh.ts'
import type { Settings } from './settings.ts'
import { watched } from './watched.ts'

export interface StartOptions {
  readonly home?: string
  readonly feeds?: string
  readonly host?: string
  readonly port?: string
}

interface Work {
  readonly settings: Settings
  readonly home: string
  readonly feeds: FeedsMode
  readonly host: string | undefined
  readonly log: Log
  readonly signal: AbortSignal
  /** Says to the person at the terminal what stands now. */
  tell(line: string): void
}

/**
 * `briefing start`: the server in a process of its own, so that computing never delays an answer, and the pipeline in this one. The server
 * answers from the first moment; until the first edition stands it says that nothing is published yet.
 */
export async function start(settings: Settings, options: StartOptions, signal: AbortSignal): Promise<void> {
  const home = homeOf(settings, options)
  const port = options.port ?? String(settings.port)
  const feeds = feedsMode(options.feeds ?? settings.feeds)
  const address = settings.url ?? `http://${settings.address}:${port}`
  await makeHome(home)
  const next = await nextSteps(settings, home, feeds, address)
  const work: Work = {
    settings,
    home,
    feeds,
    host: options.host,
    log: pipelineLog(settings.logLevel),
    signal,
    tell: (line) => process.stdout.write(`${[line, ...next].join('\n')}\n`),
  }
  const working = selectHost(options.host ?? settings.host, process.env) === 'temporal' ? workOnTemporal : workHere
  const server = spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'serve', '--home', home, '--port', port], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(server, 'exit')
  const ended = exited.then(([code]) => ({ code: code as number | null }))
  const stopped = new Promise<'stopped'>((done) => signal.addEventListener('abort', () => done('stopped'), { once: true }))
  const worked = working(work)
  try {
    const end = await Promise.race([ended, stopped, worked.then(() => stopped)])
    if (end !== 'stopped') process.exitCode = end.code === 0 ? exits.fine : exits.unreachable
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** What to type now. In a sandbox that is a read with a key made for it and a purchase with play money. */
async function nextSteps(settings: Settings, home: string, feeds: FeedsMode, address: string): Promise<string[]> {
  if (feeds.kind !== 'sample' || settings.payments !== null)
    return ['create a key: npx briefing keys create --plan pro --name me']
  const key = await localKey(settings, home, Date.now())
  return [`read it: curl -H 'Authorization: Bearer ${key}' ${address}/api/btc`, `buy it:  npx briefing buy ${address}/api/btc`]
}

/** Temporal's own scheduler starts the runs after the first. */
async function workOnTemporal({ settings, home, feeds, host, log, signal, tell }: Work): Promise<void> {
  const result = await runRefresh({
    settings,
    home,
    input: { feeds, only: [], asOf: null, trigger: 'briefing start' },
    now: Date.now(),
    host,
    signal,
    log,
  })
  tell(headOf(result).join('\n'))
  log.info('the Temporal server keeps the schedules; to update them: briefing schedules apply')
}

/**
 * Keeps the schedules in this process. A home that no process has kept up from these feeds is refreshed whole first; any other is caught
 * up with by what is due. The warehouse is let go of between runs; transports, and with them the limits of the upstreams, are kept.
 */
async function workHere({ settings, home, feeds, log, signal, tell }: Work): Promise<void> {
  const deps = depsFor(settings, home)
  const activities = createActivities(deps)
  async function run<I, O>(orchestration: Orchestration<Activities, I, O>, input: I): Promise<O> {
    const progress = openProgress(false)
    const shown = { activities: watched(activities, progress), log: progress.log(log) }
    try {
      return await runInProcess({ ...shown, policies, nonRetryable, concurrency, now: Date.now(), signal }, orchestration, input)
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
  try {
    let cursor = await readCursor(deps.blobs, feeds.kind)
    if (cursor === null) {
      const began = Date.now()
      log.info('refresh', { host: 'in-process', home, feeds: feeds.kind })
      tell(headOf(await run(refresh, { feeds, only: [], asOf: null, trigger: 'briefing start' })).join('\n'))
      cursor = new Map(schedules.map(({ id }) => [id, began]))
      await writeCursor(deps.blobs, feeds.kind, cursor)
    } else tell('the published edition stays live; missed runs are caught up')
    await keepSchedules({
      schedules,
      cursor,
      save: (now) => writeCursor(deps.blobs, feeds.kind, now),
      run: (schedule, due) => {
        log.info('scheduled', { schedule: schedule.id, due: isoTime(due) })
        return runJob(schedule)
      },
      clock: Date.now,
      chance: Math.random,
      log,
      signal,
    })
  } finally {
    await deps.close()
  }
}

const name = 'local'

/** A new pro key of the account `local`, for trying out a sandbox; the one made at the start before stops working. */
export async function localKey(settings: Settings, home: string, now: number): Promise<string> {
  const state = await openState(statePlace(settings, home))
  try {
    const existing = (await listAccounts(state)).find((account) => account.name === name)
    const account = existing ?? (await createAccount(state, { name, plan: 'pro', now }))
    for (const key of await listKeys(state))
      if (key.account === account.id && key.revoked_at === null && key.name === name) await revokeKey(state, key.id, now)
    const made = await createKey(state, {
      account: account.id,
      name,
      prefix: settings.keyPrefix,
      mode: 'test',
      now,
      by: 'briefing start',
    })
    if (typeof made === 'string')
      throw new InputError('KEYS', 'the account "local" has too many keys; revoke one with: npx briefing keys revoke ID')
    return made.key
  } finally {
    await state.close()
  }
}
