import type { Log } from '../activities/activity.ts'
import type { PageRef } from '../activities/fetch/feeds.ts'
import { type Activities, createActivities } from '../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../activities/policies.ts'
import { InputError, UnavailableError } from '../pipeline/errors.ts'
import { dayNumber } from '../pipeline/time/day.ts'
import type { Orchestration } from '../workflows/host.ts'
import { selectHost } from '../workflows/hosts/select.ts'
import { depsFor } from './deps.ts'
import { homeOf, makeWritable } from './home-folder.ts'
import { openProgress, type Progress } from './progress.ts'
import type { Settings } from './settings.ts'

export interface HostRun {
  readonly settings: Settings
  readonly home: string
  readonly now: number
  readonly record?: string | undefined
  readonly host?: string | undefined
  readonly signal: AbortSignal
  readonly log: Log
  /** The result is for a program: no progress line. */
  readonly json?: boolean | undefined
}

/** The home of a command that runs on the chosen host. Throws `InputError` HOME_UNUSED for `--home` where a worker, which has its own, does the work. */
export function hostRunHome(settings: Settings, options: { home?: string | undefined; host?: string | undefined }): string {
  if (options.home !== undefined && selectHost(options.host ?? settings.host, process.env) === 'temporal')
    throw new InputError(
      'HOME_UNUSED',
      '--home has no effect on a run under Temporal, whose data go to the home of its worker; omit --home, or run without Temporal: --host in-process',
    )
  return homeOf(settings, options)
}

/** One run of an orchestration, known to Temporal as INSTALLATION.WORKFLOW, on the chosen host; it is never fallen back from one to the other. */
export async function runOnHost<I, O>(
  run: HostRun,
  workflow: string,
  orchestration: Orchestration<Activities, I, O>,
  input: I,
): Promise<O> {
  const { settings, home, now, signal } = run
  const { installation } = settings
  const host = selectHost(run.host ?? settings.host, process.env)
  run.log.info(workflow, { host, ...(host === 'temporal' ? { installation } : { home }), ...input })
  const progress = openProgress(run.json)
  const log = progress.log(run.log)
  if (host === 'temporal') {
    const { temporalHost } = await import('../workflows/hosts/temporal.ts')
    const temporal = await temporalHost({ env: process.env, log, installation }).catch(withoutServer)
    progress.at('waiting for the Temporal server')
    try {
      return await temporal.run<I, O>({ workflow, id: `${installation}.${workflow}`, input, now, signal })
    } finally {
      progress.end()
      await temporal.close()
    }
  }
  makeWritable(home, 0o777)
  const { runInProcess } = await import('../workflows/hosts/in-process.ts')
  const deps = await depsFor(settings, home, run.record)
  try {
    const activities = withProgress(createActivities(deps), progress)
    // whoever typed a command learns now which process has the warehouse
    const options = { activities, policies, nonRetryable: [...nonRetryable, 'UnavailableError'], concurrency, now, log, signal }
    return await runInProcess(options, orchestration, input)
  } finally {
    progress.end()
    await deps.close()
  }
}

/** What these commands can do that others cannot: run without the server that does not take their call. */
function withoutServer(error: unknown): never {
  if (error instanceof UnavailableError && ['TEMPORAL_UNREACHABLE', 'TEMPORAL_REFUSED'].includes(error.code))
    throw new UnavailableError(error.code, `${error.message}, or run without it: --host in-process`, error.facts)
  throw error
}

const requestsIn = (pages: readonly PageRef[]): number => pages.reduce((sum, { requests }) => sum + requests, 0)

/** The activities of a refresh, which tell a progress line what they are at, and how many of the requests and batches known so far are loaded. */
export function withProgress(activities: Activities, progress: Progress): Activities {
  let known = 0
  let done = 0
  const reading = () => progress.at('reading and loading', done, known)
  const tellingOf =
    <Words extends unknown[], Result>(what: string, run: (...words: Words) => Result) =>
    (...words: Words): Result => {
      progress.at(what)
      return run(...words)
    }
  return {
    ...activities,
    plan: async (input, context) => {
      progress.at('planning')
      const plan = await activities.plan(input, context)
      known += requestsIn(plan.pages) + plan.batches.length
      return plan
    },
    fetch: async (input, context) => {
      reading()
      const fetched = await activities.fetch(input, context)
      if (fetched.batch === null) done++
      return fetched
    },
    load: async (input, context) => {
      reading()
      const loaded = await activities.load(input, context)
      done += input.batches.length
      known += requestsIn(loaded.next)
      return loaded
    },
    compute: tellingOf('computing', activities.compute),
    render: tellingOf('rendering', activities.render),
    publish: tellingOf('publishing', activities.publish),
    backfill: (input, context) => {
      const what = `past days from ${input.from} to ${input.to}`
      const days = dayNumber(input.to)! - dayNumber(input.from)! + 1
      let past = 0
      let month: unknown
      progress.at(what, past, days)
      const heartbeat = (detail: unknown) => {
        // it speaks after each day, and once more when a month is published
        if (detail === month) progress.at(what, ++past, days)
        else month = detail
        context.heartbeat(detail)
      }
      return activities.backfill(input, { ...context, heartbeat })
    },
  }
}
