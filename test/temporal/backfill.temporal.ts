import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '../../activities/deps.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, policies } from '../../activities/policies.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import type { BackfillRequest, BackfillResult } from '../../workflows/orchestrations/backfill.ts'
import { startWorkers, type Workers } from '../../workflows/worker.ts'
import { doubledIn } from '../end-to-end/doubled.ts'
import { depsOf, quiet, refreshHome, temporaryHome } from '../end-to-end/home.ts'
import { bundled } from './bundled.ts'
import { serverOrNull } from './server.ts'

const server = await serverOrNull()
const now = Date.parse('2026-11-20T22:00:00Z')
const input: BackfillRequest = { from: '2026-11-01', to: '2026-11-10', only: [], revise: null, dryRun: false }

describe.skipIf(server === null)('a backfill on a Temporal server', () => {
  const installation = `backfill-${randomUUID()}`
  let home: Awaited<ReturnType<typeof temporaryHome>>
  let deps: Deps
  let workers: Workers
  let host: TemporalHost

  beforeAll(async () => {
    home = await temporaryHome()
    const only = ['coinmetrics-api', 'coinmetrics-csv', 'fred-api']
    await refreshHome(home.folder, { feeds: { kind: 'sample' }, asOf: '2026-11-20', now, only })
    deps = depsOf(home.folder)
    const shared = { env: { ...process.env, TEMPORAL_ADDRESS: server!.address }, log: quiet, installation }
    const bundle = await bundled()
    workers = await startWorkers({ ...shared, activities: createActivities(deps), policies, concurrency, bundle })
    host = await temporalHost(shared)
  })
  afterAll(async () => {
    await host?.close()
    workers?.stop()
    await workers?.done
    await deps?.close()
    await server!.stop()
    await home?.remove()
  })

  test('run twice adds each day once, and no row twice', async () => {
    const run = (id: string) =>
      host.run<BackfillRequest, BackfillResult>({ workflow: 'backfill', id: `${installation}-${id}`, input, now })
    const first = await run('first')
    expect(first).toMatchObject({ days: 10, same: 0, revised: 0, left: 0 })
    expect(first.added).toBeGreaterThanOrEqual(10)
    expect(await run('second')).toMatchObject({ days: 10, added: 0, same: first.added, revised: 0, left: 0 })
    await deps.release()
    expect(await doubledIn(home.folder)).toEqual([])
  })
})
