import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pollersOf } from '../../workflows/hosts/pollers.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import { compiled } from '../compiled.ts'
import { quiet } from '../end-to-end/home.ts'
import { bundleForCommand } from './bundled.ts'
import { serverOrNull } from './server.ts'

const server = await serverOrNull()

describe.skipIf(server === null)('the homes of an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'homes-'))
  const processes = new Set<ChildProcess>()
  let host: TemporalHost

  beforeAll(async () => {
    await bundleForCommand()
    host = await temporalHost({ env: { TEMPORAL_ADDRESS: server!.address }, log: quiet, installation: 'unused' })
  })
  afterAll(async () => {
    for (const each of processes) each.kill('SIGKILL')
    await host.close()
    await server!.stop()
    rmSync(folder, { recursive: true })
  })

  /** A command of an installation, which has its home by the settings. */
  function command(installation: string, home: string, ...words: string[]) {
    const path = join(folder, home)
    mkdirSync(path, { recursive: true })
    const env = {
      ...{ ...process.env, TEMPORAL_ADDRESS: server!.address, BRIEFING_LOG: 'info' },
      ...{ BRIEFING_INSTALLATION: installation, BRIEFING_HOME: path },
    }
    const child = spawn(process.execPath, [compiled('cli/briefing.ts'), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    processes.add(child)
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        printed += part
      })
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }))
    return { child, ended, until: (text: string) => expect.poll(() => printed).toContain(text) }
  }

  const worker = async (installation: string, home: string) => {
    const started = command(installation, home, 'worker')
    await started.until('working for')
    return started
  }
  const polled = async (installation: string) => {
    const { workflowService, options } = host.client
    const pollers = await pollersOf({ workflowService, namespace: options.namespace }, installation, 'writer')
    return pollers.map(({ identity }) => identity)
  }

  test('a worker of a second home is refused with both homes; of another installation it works', async () => {
    const first = await worker('one', 'a')
    await expect.poll(() => polled('one')).toEqual([expect.stringMatching(`^${first.child.pid}@${hostname()} store:`)])
    const second = await command('one', 'b', 'worker').ended
    expect(second.code).toBe(69)
    expect(second.printed).toMatch(
      new RegExp(
        `OTHER_HOME: installation one is served by process ${first.child.pid} on ${hostname()} from home [0-9a-f]{8}, and this worker on ${hostname()} has home [0-9a-f]{8}; give both the same BRIEFING_STORE`,
      ),
    )
    await worker('two', 'b')
  })

  test('a worker that died is on record for a minute: its own home may have a new one, another home waits', async () => {
    const first = await worker('three', 'c')
    await expect.poll(() => polled('three')).toHaveLength(1)
    first.child.kill('SIGKILL')
    await first.ended
    const other = await command('three', 'd', 'worker').ended
    expect([other.code, other.printed]).toEqual([69, expect.stringMatching(/if that process has ended, retry in \d+ s/)])
    const again = await worker('three', 'c')
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })

  test('of two that start at the same time one gives way', async () => {
    const both = [command('four', 'e', 'worker'), command('four', 'f', 'worker')]
    const { code, printed } = await Promise.race(both.map(({ ended }) => ended))
    expect([code, printed]).toEqual([69, expect.stringContaining('OTHER_HOME')])
    await wait(6_000)
    expect(both.filter(({ child }) => child.exitCode === null)).toHaveLength(1)
  })

  test('two installations run the same command at the same time', async () => {
    const both = ['five', 'six'].map((installation) => command(installation, installation, 'refresh'))
    for (const each of both) await each.until('started on Temporal')
    const ids = ['five.refresh', 'six.refresh']
    const standing = await Promise.all(ids.map((id) => host.client.workflow.getHandle(id).describe()))
    expect(standing.map(({ status, taskQueue }) => [status.name, taskQueue])).toEqual([
      ['RUNNING', 'five.workflow'],
      ['RUNNING', 'six.workflow'],
    ])
    const third = await command('six', 'six', 'refresh').ended
    expect([third.code, third.printed]).toEqual([69, expect.stringContaining('six.refresh is already running')])
    // no worker is there to end them
    for (const each of both) each.child.kill('SIGKILL')
    for (const id of ids) await host.client.workflow.getHandle(id).terminate()
  })

  test('a run on Temporal takes no home, because its data go to that of the worker', async () => {
    for (const words of [['refresh'], ['backfill', '--from', '2026-01-01']]) {
      const { code, printed } = await command('seven', 'g', ...words, '--home', join(folder, 'g')).ended
      expect([code, printed]).toEqual([1, expect.stringContaining('HOME_UNUSED')])
    }
  })
})
