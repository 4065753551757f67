import { type ChildProcess, exec, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/program.ts'
import { startServer, type TemporalServer } from '../../scripts/temporal-server.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import { compiled } from '../compiled.ts'
import { until } from '../hosts/contract.ts'
import { lineLog } from '../hosts/line-log.ts'
import { callTwice } from '../hosts/orchestrations.ts'
import { bundled, bundleForCommand } from './bundled.ts'
import { binaryOrNull } from './server.ts'

const binary = await binaryOrNull()

/** So that a build is drained seconds after its last run, and not minutes. */
const quickly = [
  'matching.wv.VersionDrainageStatusVisibilityGracePeriod="1s"',
  'matching.wv.VersionDrainageStatusRefreshInterval="1s"',
]

interface Listed {
  readonly current: string | null
  readonly builds: readonly { build: string; state: string; workers: number; runs: number; may_stop: boolean }[]
  readonly unversioned: { workers: number; runs: number }
}

describe.skipIf(binary === null)('deploys of workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deploys-'))
  const processes = new Set<ChildProcess>()
  const hosts: TemporalHost[] = []
  let server: TemporalServer
  let files = 0

  beforeAll(async () => {
    await bundleForCommand()
    server = await startServer(binary!, await freePort(), undefined, quickly)
  })
  afterEach(async () => {
    for (const each of processes) each.kill('SIGKILL')
    processes.clear()
    await Promise.all(hosts.splice(0).map((host) => host.close()))
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true })
  })

  /** An installation of which nobody has heard, on the server of this file or another. */
  async function installed(address = server.address) {
    const installation = `test-${randomUUID()}`
    const env = { ...process.env, TEMPORAL_ADDRESS: address, BRIEFING_INSTALLATION: installation, BRIEFING_LOG: 'error' }
    const host = await temporalHost({ env, log: lineLog([]), installation })
    hosts.push(host)
    const file = () => join(folder, `file-${++files}`)

    /** Starts a worker, of a build where a version is given; resolves when it polls. */
    async function worker(version?: string) {
      const events = file()
      const { codePath } = await bundled('test/hosts/workflows.ts')
      const more = { EVENTS: events, INSTALLATION: installation, BUNDLE: codePath, ...(version && { VERSION: version }) }
      const child = spawn(process.execPath, [compiled('test/temporal/worker-process.ts')], {
        env: { ...env, ...more },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      processes.add(child)
      const output = () => (existsSync(events) ? readFileSync(events, 'utf8') : '')
      await until(() => output().includes('ready\n'))
      const stop = async () => {
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
      }
      return { output, stop }
    }
    /** Types `briefing deploy`; gives its exit code and what it printed, on both streams. */
    async function deploy(...words: string[]) {
      const child = spawn(process.execPath, [compiled('cli/briefing.ts'), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => {
          printed += part
        })
      const [code] = (await once(child, 'close')) as [number]
      return { code, printed }
    }
    const list = async () => JSON.parse((await deploy('--json', 'deploy', '--list')).printed) as Listed
    const build = (listed: Listed, version: string) => listed.builds.find((each) => each.build.startsWith(`${version}-`))!
    /** Starts a run of two calls, which wait for a file that `open` makes. */
    function run() {
      const key = file()
      const id = `${installation}-${key}`
      const ended = host.run<{ key: string }, void>({ workflow: callTwice.name, id, input: { key }, now: 0 })
      ended.catch(() => {})
      const began = () => expect.poll(() => buildsOf(id).catch(() => [])).not.toEqual([])
      return { id, ended, open: () => writeFileSync(key, ''), began }
    }
    /** On which build each step of a run, and of its child, was worked on; `none` is a worker without one. */
    async function buildsOf(id: string): Promise<string[]> {
      const { events } = await host.client.workflow.getHandle(id).fetchHistory()
      return (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: step }) =>
        step ? [step.deploymentVersion?.buildId?.split('-')[0] ?? 'none'] : [],
      )
    }
    /** A run that a schedule started, after its end. */
    async function scheduled(): Promise<string> {
      const key = file()
      writeFileSync(key, '')
      const { schedule, workflow } = host.client
      const action = {
        type: 'startWorkflow',
        workflowType: callTwice.name,
        taskQueue: `${installation}.workflow`,
        args: [{ key }],
      } as const
      const handle = await schedule.create({ scheduleId: installation, spec: {}, action })
      await handle.trigger()
      await expect.poll(async () => (await handle.describe()).info.recentActions.length).toBe(1)
      const { workflowId } = (await handle.describe()).info.recentActions[0]!.action.workflow
      await handle.delete()
      await workflow.getHandle(workflowId).result()
      return workflowId
    }
    const allBuildsOf = async (id: string) => new Set([...(await buildsOf(id)), ...(await buildsOf(`${id}/callResuming-1`))])
    return { installation, worker, deploy, list, build, run, scheduled, allBuildsOf }
  }

  test('a run and its child end on the build on which the run began, and the next run goes to the build that was deployed', async () => {
    const { worker, deploy, list, build, run, scheduled, allBuildsOf } = await installed()
    const first = await worker('one')
    const { current } = await list()
    expect(current).toMatch(/^one-[0-9a-f]{12}$/)
    const before = run()
    await before.began()

    await worker('two')
    const two = build(await list(), 'two')
    expect([two.state, two.workers]).toEqual(['inactive', 1])
    expect(await deploy('deploy', two.build)).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`go to build ${two.build}`),
    })
    await expect.poll(async () => build(await list(), 'one')).toMatchObject({ state: 'draining', runs: 1, may_stop: false })
    const after = run()
    await after.began()
    expect(await allBuildsOf(await scheduled())).toEqual(new Set(['two']))
    before.open()
    after.open()
    await Promise.all([before.ended, after.ended])
    expect(await allBuildsOf(before.id)).toEqual(new Set(['one']))
    expect(await allBuildsOf(after.id)).toEqual(new Set(['two']))

    await expect.poll(async () => build(await list(), 'one')).toMatchObject({ state: 'drained', runs: 0, may_stop: true })
    await first.stop()
    expect((await deploy('deploy', '--list')).code).toBe(0)
  })

  test('a build that no worker polls for is refused, with the builds that do', async () => {
    const { installation, worker, deploy, list } = await installed()
    expect(await deploy('deploy')).toMatchObject({ code: 69, printed: expect.stringContaining('DEPLOYMENT_NONE') })
    await worker('one')
    const { current } = await list()
    for (const words of [['deploy'], ['deploy', 'planted'], ['deploy', '--unversioned']]) {
      const { code, printed } = await deploy(...words)
      expect([words, code, printed]).toEqual([words, 69, expect.stringContaining('BUILD_NOT_POLLING')])
      expect(printed).toContain(`polls for installation ${installation}`)
      expect(printed).toContain(`that polls: ${current}`)
    }
    expect((await deploy('deploy', current!, '--list')).printed).toContain('DEPLOY_WHAT')
    expect(await list()).toMatchObject({ current })
  })

  test('from workers without a build to builds and back: every run ends, and a worker that restarts takes nothing over', async () => {
    const { worker, deploy, list, run, allBuildsOf } = await installed()
    const without = await worker()
    const oldest = run()
    await oldest.began()
    const one = await worker('one')
    const { current, unversioned } = await list()
    expect([current, unversioned]).toEqual([expect.stringMatching(/^one-/), { workers: 1, runs: 1 }])
    await without.stop()
    oldest.open()
    await oldest.ended
    expect(await allBuildsOf(oldest.id)).toEqual(new Set(['none', 'one']))

    const pinned = run()
    await pinned.began()
    expect((await worker()).output()).toContain('deploy --unversioned')
    expect((await deploy('deploy', '--unversioned')).printed).toContain('go to workers without a build')
    await one.stop()
    expect((await worker('one')).output()).toContain('warn new runs do not go to the build of this worker')
    const newest = run()
    await newest.began()
    newest.open()
    pinned.open()
    await Promise.all([newest.ended, pinned.ended])
    expect(await allBuildsOf(newest.id)).toEqual(new Set(['none']))
    expect(await allBuildsOf(pinned.id)).toEqual(new Set(['one']))
  })

  test('the runs of a build that is gone are listed with the command that ends them', async () => {
    const { worker, deploy, list, build, run } = await installed()
    const one = await worker('one')
    const stuck = run()
    await stuck.began()
    await worker('two')
    await deploy('deploy', build(await list(), 'two').build)
    await one.stop()
    await expect.poll(async () => build(await list(), 'one'), { timeout: 120_000 }).toMatchObject({ workers: 0, runs: 1 })
    const { printed } = await deploy('deploy', '--list')
    const command = printed.split('\n').find((line) => line.startsWith('temporal workflow terminate'))!
    // the program may be installed under another name
    await promisify(exec)(`${command.replace('temporal', `'${binary!}'`)} --yes --address ${server.address}`)
    await expect(stuck.ended).rejects.toThrow(/terminated/)
  })

  test('on a server without deployments a worker works without a build, and deploy says what to do', async () => {
    const other = await startServer(binary!, await freePort(), undefined, ['system.enableDeploymentVersions=false'])
    try {
      const { worker, deploy, run, allBuildsOf } = await installed(other.address)
      expect((await worker('one')).output()).toContain('continues with the new program')
      const only = run()
      only.open()
      await only.ended
      expect(await allBuildsOf(only.id)).toEqual(new Set(['none']))
      const { code, printed } = await deploy('deploy')
      expect([code, printed]).toEqual([69, expect.stringContaining('DEPLOYMENTS_UNSUPPORTED')])
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['with roles named', ['--roles', 'workflow,writer'], true],
    ['without roles', [], false],
  ])('a deploy next to briefing worker %s', async (_, words, hasBuild) => {
    const { installation, deploy } = await installed()
    const env = { ...process.env, TEMPORAL_ADDRESS: server.address, BRIEFING_INSTALLATION: installation, BRIEFING_LOG: 'error' }
    const command = [compiled('cli/briefing.ts'), 'worker', '--home', join(folder, installation), ...words]
    const worker = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    processes.add(worker)
    const [line] = (await once(worker.stdout.setEncoding('utf8'), 'data')) as [string]
    const build = /; build (\d+\.\d+\.\d+-[0-9a-f]{12})\n$/.exec(line)?.[1]
    expect([line, build !== undefined]).toEqual([line, hasBuild])
    const { code, printed } = await deploy('deploy')
    expect([code, printed]).toEqual(
      hasBuild ? [0, expect.stringContaining(`go to build ${build}`)] : [69, expect.stringContaining('DEPLOYMENT_NONE')],
    )
  })
})
