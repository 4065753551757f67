import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/program.ts'
import { startServer, type TemporalServer } from '../../scripts/temporal-server.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import type { RefreshInput, RefreshResult } from '../../workflows/orchestrations/refresh.ts'
import { compiled } from '../compiled.ts'
import { doubledIn } from '../end-to-end/doubled.ts'
import { quiet } from '../end-to-end/home.ts'
import { bundleForCommand } from './bundled.ts'
import { binaryOrNull } from './server.ts'

const binary = await binaryOrNull()
const input: RefreshInput = {
  feeds: { kind: 'sample' },
  only: ['coinmetrics-api', 'coinmetrics-csv', 'fred-api'],
  asOf: '2026-11-20',
}
const now = Date.parse('2026-11-20T22:00:00Z')

describe.skipIf(binary === null)('briefing worker, killed in the middle of a refresh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'))
  const workers = new Set<ChildProcess>()
  let server: TemporalServer

  beforeAll(async () => {
    await bundleForCommand()
    server = await startServer(binary!, await freePort())
  })
  afterEach(() => {
    for (const worker of workers) worker.kill('SIGKILL')
    workers.clear()
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true })
  })

  /** Starts a worker of the home; resolves when it polls. */
  async function start(home: string, installation: string): Promise<ChildProcess> {
    const worker = spawn(process.execPath, [compiled('cli/briefing.ts'), 'worker', '--home', home], {
      env: { ...process.env, TEMPORAL_ADDRESS: server.address, BRIEFING_LOG: 'error', BRIEFING_INSTALLATION: installation },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    workers.add(worker)
    await once(worker.stdout!, 'data')
    return worker
  }

  async function hostOf(installation: string): Promise<TemporalHost & AsyncDisposable> {
    const host = await temporalHost({ env: { TEMPORAL_ADDRESS: server.address }, log: quiet, installation })
    return { ...host, [Symbol.asyncDispose]: () => host.close() }
  }

  async function reached(path: string): Promise<void> {
    while (!existsSync(path)) await wait(5)
  }

  test.each([
    ['while it fetches', async (home: string) => reached(join(home, 'recordings', 'body'))],
    ['while it loads', async (home: string) => reached(join(home, 'store.duckdb.wal')).then(() => wait(1_500))],
  ])('%s: the run completes on a new worker, and no row is there twice', async (when, middle) => {
    // a worker that died is on record for a minute, in which one of another home is refused
    const installation = when.replaceAll(' ', '-')
    const home = join(folder, installation)
    await using host = await hostOf(installation)
    const first = await start(home, installation)
    const run = host.run<RefreshInput, RefreshResult>({ workflow: 'refresh', id: `refresh ${when}`, input, now })
    await middle(home)
    first.kill('SIGKILL')
    await once(first, 'exit')
    const before = existsSync(join(home, 'artifacts', 'current'))
    const second = await start(home, installation)
    const result = await run
    expect(before).toBe(false)
    expect(result).toMatchObject({ asOf: '2026-11-20', failures: [], refused: 0 })
    expect(readdirSync(join(home, 'artifacts'))).toContain('current')
    second.kill('SIGTERM')
    expect((await once(second, 'exit'))[0]).toBe(0)
    expect(await doubledIn(home)).toEqual([])
  })
})
