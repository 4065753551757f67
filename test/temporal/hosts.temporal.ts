import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import { startWorkers, type Workers } from '../../workflows/worker.ts'
import { contractActivities, contractRules } from '../hosts/activities.ts'
import { type Harness, hostContract, type Line, until } from '../hosts/contract.ts'
import { lineLog } from '../hosts/line-log.ts'
import { callFlaky, readClock, waitForEver } from '../hosts/orchestrations.ts'
import { bundled } from './bundled.ts'
import { serverOrNull } from './server.ts'

const server = await serverOrNull()
const installation = `test-${randomUUID()}`

describe.skipIf(server === null)('on a Temporal server', () => {
  let workers: Workers
  let host: TemporalHost
  let harness: Harness
  const lines: Line[] = []

  beforeAll(async () => {
    const env = { ...process.env, TEMPORAL_ADDRESS: server!.address }
    const log = lineLog(lines)
    const { activities, ...seen } = contractActivities()
    workers = await startWorkers({
      ...contractRules,
      activities,
      concurrency: { writer: 1, fetch: 4, render: 2 },
      env,
      log,
      installation,
      bundle: await bundled('test/hosts/workflows.ts'),
    })
    host = await temporalHost({ env, log, installation })
    harness = {
      seen,
      lines,
      run: (orchestration, input, { now = 0, signal } = {}) =>
        host.run({ workflow: orchestration.name, id: `${installation}-${randomUUID()}`, input, now, signal }),
    }
  })

  afterAll(async () => {
    await host?.close()
    workers?.stop()
    await workers?.done
    await server!.stop()
  })

  hostContract('temporal', () => harness)

  test('an activity of a writer that was replaced is retried until the next writer has it', async () => {
    const input = { key: 'replaced', failures: 5, kind: 'replaced' } as const
    expect(await harness.run(callFlaky, input)).toEqual({ attempt: 6 })
  })

  test('one run of an id at a time', async () => {
    const stop = new AbortController()
    const id = `${installation}-once`
    const request = { workflow: waitForEver.name, id, input: { key: id }, now: 0 }
    const first = host.run({ ...request, signal: stop.signal }).catch((error: Error) => error.name)
    await until(() => harness.seen.calls('endless', id).length === 1)
    await expect(host.run(request)).rejects.toMatchObject({ name: 'UnavailableError', code: 'RUN_UNDER_WAY' })
    stop.abort()
    expect(await first).toBe('CancelledError')
  })

  test('a run that is terminated from outside says so', async () => {
    const id = `${installation}-terminated`
    const run = host.run({ workflow: waitForEver.name, id, input: { key: id }, now: 0 }).catch((error: unknown) => error)
    await until(() => harness.seen.calls('endless', id).length === 1)
    await host.client.workflow.getHandle(id).terminate('test')
    expect(await run).toMatchObject({ name: 'CancelledError', code: 'TERMINATED' })
  })

  test('a run that a schedule starts late is for the time it was due', async () => {
    const schedule = await host.client.schedule.create({
      scheduleId: `${installation}-hourly`,
      spec: { intervals: [{ every: '1 hour' }] },
      state: { paused: true },
      action: {
        type: 'startWorkflow',
        workflowType: readClock.name,
        taskQueue: `${installation}.workflow`,
        args: [{ key: 'late' }],
      },
    })
    const due = Date.UTC(2026, 0, 5, 7)
    await schedule.backfill({ start: new Date(due - 60_000), end: new Date(due + 60_000), overlap: 'ALLOW_ALL' })
    let started: string | undefined
    await expect
      .poll(async () => {
        const [action] = (await schedule.describe()).info.recentActions
        started = action?.action.workflow.workflowId
        return started
      })
      .toBeDefined()
    expect(await host.client.workflow.getHandle(started!).result()).toEqual([due, due])
    await schedule.delete()
  })

  test('a namespace that is not there is refused by name', async () => {
    const env = { TEMPORAL_ADDRESS: server!.address, TEMPORAL_NAMESPACE: 'no-such-namespace' }
    const refused = {
      name: 'UnavailableError',
      code: 'TEMPORAL_NAMESPACE',
      message: expect.stringContaining('no-such-namespace'),
    }
    await expect(temporalHost({ env, log: lineLog([]), installation })).rejects.toMatchObject(refused)
    const { activities } = contractActivities()
    const none = { ...contractRules, activities, concurrency: { writer: 1, fetch: 1, render: 1 }, queues: ['fetch'] as const }
    await expect(startWorkers({ env, log: lineLog([]), installation, ...none })).rejects.toMatchObject(refused)
  })

  test('waiting for a worker that is not there is said', async () => {
    const said: Line[] = []
    const alone = await temporalHost({
      env: { TEMPORAL_ADDRESS: server!.address },
      log: lineLog(said),
      installation: `${installation}-alone`,
    })
    const stop = new AbortController()
    const id = `${installation}-alone`
    const run = alone
      .run({ workflow: waitForEver.name, id, input: { key: id }, now: 0, signal: stop.signal })
      .catch((error: unknown) => error)
    await until(() => said.filter(({ message }) => message.includes('no worker polls')).length === 4)
    await alone.client.workflow.getHandle(id).terminate('test')
    expect(await run).toMatchObject({ code: 'TERMINATED' })
    await alone.close()
  })
})
