import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { compiled } from '../compiled.ts'
import { until } from '../hosts/contract.ts'
import { bundleForCommand } from './bundled.ts'
import { serverOrNull } from './server.ts'

const server = await serverOrNull()

describe.skipIf(server === null)('briefing worker --roles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roles-'))
  const workers = new Set<ChildProcess>()

  beforeAll(bundleForCommand)
  afterEach(() => {
    for (const worker of workers) worker.kill('SIGKILL')
    workers.clear()
  })
  afterAll(async () => {
    await server!.stop()
    rmSync(folder, { recursive: true })
  })

  /** Starts a worker and stops it when it polls; gives what it said and the native libraries it had loaded. */
  async function started(roles: string, home: string): Promise<{ said: string; libraries: string[] }> {
    const report = `report-${roles}.json`
    // the two have separate homes, which workers of one installation may not
    const installation = `roles-${roles.replaceAll(',', '-')}`
    const flags = ['--report-on-signal', '--report-signal=SIGHUP', `--report-directory=${folder}`, `--report-filename=${report}`]
    const command = [...flags, compiled('cli/briefing.ts'), 'worker', '--home', home, '--roles', roles]
    const worker = spawn(process.execPath, command, {
      env: { ...process.env, TEMPORAL_ADDRESS: server!.address, BRIEFING_INSTALLATION: installation, BRIEFING_LOG: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    workers.add(worker)
    const [said] = (await once(worker.stdout!.setEncoding('utf8'), 'data')) as [string]
    // the usual SIGUSR2 stops a worker
    worker.kill('SIGHUP')
    const path = join(folder, report)
    const whole = () => existsSync(path) && readFileSync(path, 'utf8').trimEnd().endsWith('}')
    await until(whole)
    worker.kill('SIGTERM')
    expect((await once(worker, 'exit'))[0]).toBe(0)
    return { said, libraries: (JSON.parse(readFileSync(path, 'utf8')) as { sharedObjects: string[] }).sharedObjects }
  }
  const hasDuckdb = (libraries: readonly string[]) => libraries.some((path) => path.includes('duckdb'))

  test('fetch,render: polls two queues, makes no warehouse and loads no DuckDB', async () => {
    const home = join(folder, 'home')
    mkdirSync(join(home, 'artifacts'), { recursive: true })
    const { said, libraries } = await started('fetch,render', home)
    expect(said).toMatch(/: \S+\.fetch, \S+\.render; bucket none; home \S+\n$/)
    expect([existsSync(join(home, 'store.duckdb')), hasDuckdb(libraries)]).toEqual([false, false])
  })

  test('writer: has the warehouse open', async () => {
    const home = join(folder, 'writer')
    const { said, libraries } = await started('writer', home)
    expect(said).toMatch(/: \S+\.writer; bucket none; home \S+\n$/)
    expect([existsSync(join(home, 'store.duckdb')), hasDuckdb(libraries)]).toEqual([true, true])
  })
})
