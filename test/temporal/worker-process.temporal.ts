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

  test('killed three times in one activity: it completes elsewhere, after all the failures that its policy allows', async () => {
    const result = run('hangs')
    for (const attempt of [1, 2, 3]) {
      const { worker, events, exit } = await start()
      await until(() => events().includes(`hangs attempt ${attempt}`))
      worker.kill('SIGKILL')
      await exit
      expect(events()).toEqual(['ready', `hangs attempt ${attempt}`])
    }
    const last = await start()
    expect(await result).toEqual({ resumedAt: { at: 3 } })
    const own = last.events().filter((event) => !event.startsWith('warn'))
    expect(own).toEqual(['ready', 'hangs attempt 4', 'hangs attempt 5', 'hangs attempt 6', 'hangs done'])
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
