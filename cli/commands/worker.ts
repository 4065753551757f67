import { createActivities } from '../../activities/index.ts'
import { concurrency, policies } from '../../activities/policies.ts'
import { declare, feeds, home, noHost } from '../command.ts'
import { depsFor } from '../deps.ts'
import { homeOf, makeWritable } from '../home-folder.ts'
import { pipelineLog } from '../log.ts'

/**
 * `briefing worker`: the activities and orchestrations of a Temporal server, until a signal stops it gracefully. It has the warehouse from
 * the start: a second worker of a home throws STORE_HELD, naming the first, before it takes any task.
 */
export const command = declare({
  options: [home, feeds],
  examples: ['worker', 'worker --feeds live --home /srv/briefing'],
  unreachable: noHost,
  guide: 'docs/guides/temporal.md',
  action: async ({ settings }, options) => {
    const folder = homeOf(settings, options)
    makeWritable(folder, 0o777)
    const deps = depsFor(settings, folder, undefined, 'temporal')
    const { startWorkers } = await import('../../workflows/worker.ts')
    try {
      await deps.store()
      const workers = await startWorkers({
        activities: createActivities(deps),
        policies,
        concurrency,
        env: process.env,
        log: pipelineLog(settings.logLevel),
      })
      process.stdout.write(`working for ${workers.address}, namespace ${workers.namespace}: ${workers.queues.join(', ')}\n`)
      await workers.done
    } finally {
      await deps.close()
    }
  },
})
