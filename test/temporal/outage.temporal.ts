import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '../../activities/deps.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, policies } from '../../activities/policies.ts'
import type { Schedule } from '../../data/schedules.ts'
import { freePort } from '../../scripts/program.ts'
import { startServer, type TemporalServer } from '../../scripts/temporal-server.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import { applySchedules } from '../../workflows/hosts/temporal-schedules.ts'
import { startWorkers, type Workers } from '../../workflows/worker.ts'
import { doubledIn } from '../end-to-end/doubled.ts'
import { depsOf, quiet, temporaryHome } from '../end-to-end/home.ts'
import { bundled } from './bundled.ts'
import { binaryOrNull } from './server.ts'

const binary = await binaryOrNull()
const everySeconds = 12
const downSeconds = 30

/** A refresh of one feed every few seconds, caught up with after the outage. */
const often: Schedule = {
  id: 'often',
  title: 'often',
  runs: { orchestration: 'refresh', feeds: ['coinmetrics-api'] },
  when: { everyMinutes: everySeconds / 60 },
  jitterMinutes: 0,
  catchUpMinutes: 5,
  overlap: 'skip',
}
/** The same with the least window a server takes, ten seconds: shorter than the outage. */
const narrow: Schedule = { ...often, id: 'narrow', catchUpMinutes: 1 / 6 }

describe.skipIf(binary === null)('a Temporal server that is down while schedules are due', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outage-'))
  const database = join(folder, 'temporal.db')
  const installation = `test-${randomUUID()}`
  let home: Awaited<ReturnType<typeof temporaryHome>>
  let deps: Deps
  let port: number
  let server: TemporalServer
  let workers: Workers
  let host: TemporalHost

  beforeAll(async () => {
    home = await temporaryHome()
    deps = depsOf(home.folder)
    port = await freePort()
    server = await startServer(binary!, port, database)
    const shared = { env: { TEMPORAL_ADDRESS: server.address }, log: quiet, installation }
    const bundle = await bundled()
    workers = await startWorkers({ ...shared, activities: createActivities(deps), policies, concurrency, bundle })
    host = await temporalHost(shared)
  })
  afterAll(async () => {
    await host?.close()
    workers?.stop()
    await workers?.done
    await server?.stop()
    await deps?.close()
    await home?.remove()
    rmSync(folder, { recursive: true })
  })

  const infoOf = async ({ id }: Schedule) => (await host.client.schedule.getHandle(`${installation}.${id}`).describe()).info
  /** When the runs of a row were due, and when they were started. */
  const runsOf = async (row: Schedule) =>
    (await infoOf(row)).recentActions.map(({ scheduledAt, takenAt }) => ({ due: scheduledAt.getTime(), at: takenAt.getTime() }))

  test('catches up once, counts what lay outside the window, and loads no row twice', async () => {
    await applySchedules(host.client, { schedules: [often, narrow], feeds: { kind: 'sample' }, installation })
    await expect.poll(async () => (await runsOf(often)).length, { timeout: 200_000 }).toBeGreaterThanOrEqual(2)
    // A run under way at the stop would go on afterwards, and all that was missed would overlap it: the server is stopped while nothing runs
    // and the next run is half a period away, which a slow machine needs to stop it.
    const isQuiet = async () => {
      const { runningActions, nextActionTimes } = await infoOf(often)
      return runningActions.length === 0 && nextActionTimes[0]!.getTime() - Date.now() > 500 * everySeconds
    }
    await expect.poll(isQuiet, { interval: 20, timeout: 250_000 }).toBe(true)
    const before = await Promise.all([infoOf(often), infoOf(narrow)])
    await server.stop()
    await wait(downSeconds * 1_000)
    const up = Date.now()
    server = await startServer(binary!, port, database)
    await expect
      .poll(async () => (await runsOf(often).catch(() => [])).filter(({ due }) => due > up + 1_000 * everySeconds).length, {
        timeout: 200_000,
      })
      .toBeGreaterThanOrEqual(1)
    const after = await Promise.all([infoOf(often), infoOf(narrow)])
    const passedOver = after.map(({ numActionsMissedCatchupWindow: now }, i) => now - before[i]!.numActionsMissedCatchupWindow)

    const runs = await runsOf(often)
    expect(new Set(runs.map(({ due }) => due)).size).toBe(runs.length)
    // The first missed due time is run; the others fall due while that run is under way and are skipped, as the policy says.
    expect(runs.filter(({ due, at }) => due < up && at >= up)).toHaveLength(1)
    expect(after[0]!.numActionsSkippedOverlap - before[0]!.numActionsSkippedOverlap).toBeGreaterThanOrEqual(1)
    expect(passedOver[0]).toBe(0)
    expect(passedOver[1]).toBeGreaterThanOrEqual(1)

    await applySchedules(host.client, { schedules: [], feeds: { kind: 'sample' }, installation })
    workers.stop()
    await workers.done
    await deps.release()
    expect(await doubledIn(home.folder)).toEqual([])
  }, 900_000)
})
