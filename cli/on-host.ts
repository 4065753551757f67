import type { Log } from '../activities/activity.ts'
import { type Activities, createActivities } from '../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../activities/policies.ts'
import type { Orchestration } from '../workflows/host.ts'
import { selectHost } from '../workflows/hosts/select.ts'
import { depsFor } from './deps.ts'
import { openProgress } from './progress.ts'
import type { Settings } from './settings.ts'
import { watched } from './watched.ts'

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

/** One run of an orchestration, known to Temporal by `workflow`, on the chosen host; it is never fallen back from one to the other. */
export async function runOnHost<I, O>(
  run: HostRun,
  workflow: string,
  orchestration: Orchestration<Activities, I, O>,
  input: I,
): Promise<O> {
  const { settings, home, now, signal } = run
  const host = selectHost(run.host ?? settings.host, process.env)
  run.log.info(workflow, { host, home, ...input })
  const progress = openProgress(run.json)
  const log = progress.log(run.log)
  if (host === 'temporal') {
    const { temporalHost } = await import('../workflows/hosts/temporal.ts')
    const temporal = await temporalHost({ env: process.env, log })
    progress.at('waiting for the Temporal server')
    try {
      return await temporal.run<I, O>({ workflow, id: workflow, input, now, signal })
    } finally {
      progress.end()
      await temporal.close()
    }
  }
  const { runInProcess } = await import('../workflows/hosts/in-process.ts')
  const deps = depsFor(settings, home, run.record)
  try {
    const activities = watched(createActivities(deps), progress)
    // whoever typed a command learns now which process has the warehouse
    const options = { activities, policies, nonRetryable: [...nonRetryable, 'UnavailableError'], concurrency, now, log, signal }
    return await runInProcess(options, orchestration, input)
  } finally {
    progress.end()
    await deps.close()
  }
}
