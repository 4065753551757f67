import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import { compiled } from '../compiled.ts'
import { until } from '../hosts/contract.ts'
import { lineLog } from '../hosts/line-log.ts'
import { callResuming } from '../hosts/orchestrations.ts'
import { bundled } from './bundled.ts'
import { serverOrNull } from './server.ts'

const server = await serverOrNull()

describe.skipIf(server === null)('a worker process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'))
  const workers = new Set<ChildProcess>()
  const installation = `test-${randomUUID()}`
  const env = { ...process.env, TEMPORAL_ADDRESS: server?.address }
  let host: TemporalHost
  let started = 0

  beforeAll(async () => {
    host = await temporalHost({ env, log: lineLog([]), installation })
  })
  afterEach(() => {
    for (const worker of workers) worker.kill('SIGKILL')
    workers.clear()
  })
  afterAll(async () => {
    await host?.close()
    await server!.stop()
    rmSync(folder, { recursive: true })
  })

  /** Starts a worker; resolves when it polls. */
  async function start() {
    const file = join(folder, `events-${++started}`)
    const { codePath } = await bundled('test/hosts/workflows.ts')
    const worker = spawn(process.execPath, [compiled('test/temporal/worker-process.ts')], {
      env: { ...env, EVENTS: file, INSTALLATION: installation, BUNDLE: codePath },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    workers.add(worker)
    const exit = new Promise<number | null>((resolve) => worker.once('exit', resolve))
    const events = () => {
      try {
        return readFileSync(file, 'utf8').trimEnd().split('\n')
      } catch {
        return []
      }
    }
    await until(() => events().includes('ready'))
    return { worker, events, exit }
  }

  function run(key: string): Promise<{ resumedAt: unknown }> {
    return host.run({ workflow: callResuming.name, id: `${installation}-${key}`, input: { key }, now: 0 })
  }

  test('killed in the middle of an activity: the second attempt completes elsewhere', async () => {
    const first = await start()
    const result = run('hangs')
    await until(() => first.events().includes('hangs attempt 1'))
    first.worker.kill('SIGKILL')
    await first.exit
    const second = await start()
    // What the first attempt said last may be lost with its worker: heartbeats are sent in batches.
    expect([null, { at: 3 }]).toContainEqual((await result).resumedAt)
    expect(first.events()).not.toContain('hangs done')
    expect(second.events()).toEqual(['ready', 'hangs attempt 2', 'hangs done'])
  })

  test('told to stop: what runs finishes, and it ends with 0', async () => {
    const first = await start()
    const result = run('slow')
    await until(() => first.events().includes('slow attempt 1'))
    first.worker.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    expect(first.events()).toEqual(['ready', 'slow attempt 1', 'slow done', 'stopped'])
    const second = await start()
    expect(await result).toEqual({ resumedAt: null })
    expect(second.events()).toEqual(['ready'])
  })
})
