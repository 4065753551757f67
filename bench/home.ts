import { join } from 'node:path'
import { createDeps } from '../activities/deps.ts'
import { homeAt } from '../activities/home.ts'
import { createActivities } from '../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../activities/policies.ts'
import { sampleTransport } from '../pipeline/http/sample.ts'
import { runInProcess } from '../workflows/hosts/in-process.ts'
import { refresh } from '../workflows/orchestrations/refresh.ts'
import { putBenchKey } from './bench-key.ts'

/** A home with one edition of the sample feeds and a key, for benches that serve. */
export async function publishSampleHome(folder: string): Promise<void> {
  await publishSampleEdition(folder)
  await putBenchKey(join(folder, 'state.sqlite'))
}

/** A home with one edition of the sample feeds. */
export async function publishSampleEdition(folder: string): Promise<void> {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const log = { info: () => undefined, warn: () => undefined }
  const deps = createDeps({
    home: homeAt(folder),
    credentials: new Set(),
    transport: async (_, at) => sampleTransport({ now: at }),
    clock: Date.now,
  })
  try {
    const options = { activities: createActivities(deps), policies, nonRetryable, concurrency, now, log }
    await runInProcess(options, refresh, { feeds: { kind: 'sample' }, only: [], asOf: '2026-11-20' })
  } finally {
    await deps.close()
  }
}
