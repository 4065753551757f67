import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { concurrency } from '../../activities/policies.ts'
import { freePort } from '../../scripts/program.ts'
import { startServer, type TemporalServer } from '../../scripts/temporal-server.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import { startWorkers, type Workers } from '../../workflows/worker.ts'
import { contractActivities, contractRules } from '../hosts/activities.ts'
import { type Line, until } from '../hosts/contract.ts'
import { lineLog } from '../hosts/line-log.ts'
import { callResuming, waitForEver } from '../hosts/orchestrations.ts'
import { bundled } from './bundled.ts'
import { binaryOrNull } from './server.ts'

const binary = await binaryOrNull()

describe.skipIf(binary === null)('a Temporal server that is killed', () => {
  const contract = contractActivities()
  const lines: Line[] = []
  let folder: string
  let port: number
  let server: TemporalServer
  let workers: Workers
  let host: TemporalHost
  let release = () => {}

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'temporal-restart-'))
    port = await freePort()
    server = await startServer(binary!, port, join(folder, 'temporal.db'))
    const shared = { env: { TEMPORAL_ADDRESS: server.address }, log: lineLog(lines), installation: `test-${randomUUID()}` }
    const activities = {
      ...contract.activities,
      resuming: () => new Promise<{ resumedAt: unknown }>((resolve) => (release = () => resolve({ resumedAt: 'here' }))),
    }
    const bundle = await bundled('test/hosts/workflows.ts')
    workers = await startWorkers({ ...shared, ...contractRules, activities, concurrency, bundle })
    host = await temporalHost({ ...shared, patience: 15_000 })
  })

  afterEach(async () => {
    await host.close()
    workers.stop()
    await workers.done
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  test('and comes back with its database: the run goes on and who waits for it gets the result', async () => {
    const run = host.run({ workflow: callResuming.name, id: 'goes-on', input: { key: 'goes-on' }, now: 0 })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await server.stop()
    server = await startServer(binary!, port, join(folder, 'temporal.db'))
    release()
    expect(await run).toEqual({ resumedAt: 'here' })
  })

  test('and comes back empty: who waits is told that the run is lost', async () => {
    const run = host
      .run({ workflow: waitForEver.name, id: 'lost', input: { key: 'lost' }, now: 0 })
      .catch((error: unknown) => error)
    await until(() => contract.calls('endless', 'lost').length === 1)
    await server.stop()
    server = await startServer(binary!, port)
    expect(await run).toMatchObject({ name: 'UnavailableError', code: 'RUN_LOST' })
  })

  test('and stays away: who waits is told', async () => {
    const run = host
      .run({ workflow: waitForEver.name, id: 'away', input: { key: 'away' }, now: 0 })
      .catch((error: unknown) => error)
    await until(() => contract.calls('endless', 'away').length === 1)
    await server.stop()
    expect(await run).toMatchObject({ name: 'UnavailableError', code: 'TEMPORAL_UNREACHABLE' })
    server = await startServer(binary!, port)
  })
})
