import type { Deps } from '../../activities/deps.ts'
import { concurrency, policies } from '../../activities/policies.ts'
import { upstreams } from '../../data/upstreams.ts'
import { installationOf } from '../../workflows/hosts/pollers.ts'
import { type TaskQueue, taskQueues } from '../../workflows/hosts/queues.ts'
import type { Workers } from '../../workflows/worker.ts'
import { declare, feedsCliOption, home, noHostText } from '../command.ts'
import { depsFor } from '../deps.ts'
import { homeOf, makeWritable, namedHome, needHome } from '../home-folder.ts'
import { pipelineLog } from '../log.ts'
import { packageVersion } from '../package-file.ts'
import type { Settings } from '../settings.ts'
import { unknown } from '../unknown.ts'

const roles = [
  '--roles <roles>',
  `queues to work for, separated by commas (default: all): ${taskQueues.join(', ')}. With named roles a run ends on the build on which it began`,
] as const

/**
 * `briefing worker`: the activities and orchestrations of a Temporal server, until a signal stops it gracefully. With the role `writer` it has
 * the warehouse from the start: a second writer of a home throws STORE_HELD, naming the first, before it takes any task. A worker of another
 * home or store throws OTHER_HOME. Without that role it opens no warehouse, and with BRIEFING_STORE it needs no home. With roles named, its
 * orchestrations are of a build (`briefing deploy`); one process for everything has none, so that nothing waits for a build that is gone.
 */
export const command = declare({
  options: [home, feedsCliOption, roles],
  examples: ['worker', 'worker --feeds live --home /srv/briefing', 'worker --roles fetch,render'],
  unreachable: noHostText,
  guide: 'docs/guides/temporal.md',
  action: async ({ settings }, options) => {
    const queues = rolesOf(options.roles)
    const fetchers = fetcherCount()
    const isWriter = queues.includes('writer')
    if (isWriter) makeWritable(homeOf(settings, options), 0o777)
    // in a folder that the writer does not read nothing would ever be loaded
    else if (settings.store === null) await needHome(homeOf(settings, options))
    const deps = await depsFor(settings, namedHome(settings, options), undefined, 'temporal', fetchers)
    const { startWorkers } = await import('../../workflows/worker.ts')
    try {
      if (isWriter) await deps.store()
      const { id } = await installationOf(deps.blobs, settings.installation)
      const workers = await startWorkers({
        activities: await activitiesFor(deps, isWriter),
        policies,
        concurrency,
        queues,
        fetching: {
          rates: Object.fromEntries(upstreams.map(({ id, perSecond }) => [id, perSecond])),
          onFetchers: fetchers.set,
        },
        env: process.env,
        installation: settings.installation,
        store: id,
        version: options.roles === undefined ? undefined : packageVersion().version,
        log: pipelineLog(settings.logLevel),
      })
      process.stdout.write(
        `${startLine(settings, workers, isWriter || settings.store === null ? homeOf(settings, options) : null)}\n`,
      )
      await workers.done
    } finally {
      await deps.close()
    }
  },
})

/** What a worker says when it starts: for whom it works, with which queues, and where its data are. `home` is null where it has none. */
export function startLine(
  { installation, store }: Pick<Settings, 'installation' | 'store'>,
  { address, namespace, queues, build }: Pick<Workers, 'address' | 'namespace' | 'queues' | 'build'>,
  home: string | null,
): string {
  const bucket = store === null ? 'none' : `s3://${store.place.bucket}/${store.place.prefix} at ${store.place.endpoint}`
  return `working for ${installation} at ${address}, namespace ${namespace}: ${queues.join(', ')}; bucket ${bucket}; home ${home ?? 'none'}${build === null ? '' : `; build ${build}`}`
}

/** How many processes fetch, as the server counts them; until it has, nothing is sent. */
function fetcherCount() {
  let fetchers = 1
  let known: () => void
  const counted = new Promise<void>((resolve) => {
    known = resolve
  })
  const set = (count: number): void => {
    fetchers = count
    known()
  }
  return { processes: () => fetchers, counted, set }
}

/** The activities of a process: without the role `writer` those that need no warehouse, so that nothing of DuckDB is loaded. */
async function activitiesFor(deps: Deps, isWriter: boolean) {
  if (isWriter) return (await import('../../activities/index.ts')).createActivities(deps)
  return (await import('../../activities/without-warehouse.ts')).activitiesWithoutWarehouse(deps)
}

/** The queues named by `--roles`, each once; all when none are given. Throws `InputError` ROLE for a word that is not a role. */
export function rolesOf(given: string | undefined): readonly TaskQueue[] {
  const words = given?.split(',').map((word) => word.trim()) ?? taskQueues
  const wrong = words.find((word) => !taskQueues.some((queue) => queue === word))
  if (wrong !== undefined) throw unknown('ROLE', wrong, { kind: 'role', names: taskQueues })
  return taskQueues.filter((queue) => words.includes(queue))
}
