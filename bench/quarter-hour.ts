/** Refreshes HOME twice in one process, from TIME on, a quarter of an hour apart, with one value of one series changed: prints the processor time of the second. */
import { createDeps } from '../activities/deps.ts'
import { homeAt } from '../activities/home.ts'
import { createActivities } from '../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../activities/policies.ts'
import { sampleTransport } from '../pipeline/http/sample.ts'
import { runInProcess } from '../workflows/hosts/in-process.ts'
import { refresh } from '../workflows/orchestrations/refresh.ts'

const [home, time] = process.argv.slice(2) as [string, string]
const log = { info: () => undefined, warn: () => undefined }
const deps = createDeps({
  home: homeAt(home),
  credentials: new Set(),
  transport: async (_, now) => sampleTransport({ now }),
  clock: Date.now,
})
const activities = createActivities(deps)
/** Of a feed that has nothing new, so that only the changed value is. */
const edition = (now: number) =>
  runInProcess({ activities, policies, nonRetryable, concurrency, now, log }, refresh, {
    feeds: { kind: 'sample' },
    only: ['coinmetrics-csv'],
    asOf: time.slice(0, 10),
  })
try {
  await edition(Date.parse(time))
  const { connection } = await deps.store()
  await connection.run(
    "UPDATE observation SET value = 1.001 * value WHERE series = 'VIXCLS' AND period = (SELECT max(period) FROM observation WHERE series = 'VIXCLS')",
  )
  const before = process.cpuUsage()
  await edition(Date.parse(time) + 15 * 60_000)
  const { user, system } = process.cpuUsage(before)
  process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1_000 }))
} finally {
  await deps.close()
}
