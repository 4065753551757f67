import { resolve } from 'node:path'
import { createActivities } from '../activities/index.ts'
import { depsFor } from './deps.ts'
import { pipelineLog } from './log.ts'
import type { Settings } from './settings.ts'

/** `briefing worker`: the activities and orchestrations of a Temporal server, until a signal stops it gracefully. */
export async function worker(settings: Settings, options: { home?: string }): Promise<void> {
  const deps = depsFor(settings, options.home ? resolve(options.home) : settings.home)
  const { runWorker } = await import('../workflows/worker.ts')
  try {
    await runWorker({ activities: createActivities(deps), log: pipelineLog(settings.logLevel) })
  } finally {
    await deps.close()
  }
}
