/**
 * A Temporal development server on this machine, in memory, for `npm run temporal:dev` and for tests. Not for production.
 *
 *     tsx scripts/temporal-server.ts          prints the address and serves until Ctrl-C
 *     tsx scripts/temporal-server.ts --find   prints the binary that would be used, building it where there is none
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The newest release whose module installs from source. */
const version = '1.5.1'
const module = `github.com/temporalio/cli/cmd/temporal@v${version}`
const buildLimitMs = 15 * 60_000
const startLimitMs = 30_000

export interface TemporalServer {
  readonly address: string
  /** False for a server that was there already. */
  readonly own: boolean
  /** Resolves when a server of our own has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Kills a server of our own, as a crash would, and resolves when it is gone. */
  stop(): Promise<void>
}

/** No server can be had here; `message` says why. */
export class NoTemporalServer extends Error {
  override readonly name = 'NoTemporalServer'
}

type Environment = Readonly<Record<string, string | undefined>>

/** The server at TEMPORAL_ADDRESS, else one started on a free port, in memory. Throws `NoTemporalServer`. */
export async function temporalServer(env: Environment = process.env): Promise<TemporalServer> {
  const given = env['TEMPORAL_ADDRESS']
  if (given) return { address: given, own: false, ended: never, stop: async () => {} }
  return startServer(await temporalBinary(env), await freePort())
}

const never = new Promise<void>(() => {})

/** Path of a `temporal` binary: on PATH, else in the cache, else built into the cache from its Go module (4 minutes, once). */
export async function temporalBinary(env: Environment = process.env): Promise<string> {
  const onPath = await executableOnPath('temporal', env)
  if (onPath) return onPath
  const cache = join(env['XDG_CACHE_HOME'] || join(env['HOME'] || tmpdir(), '.cache'), 'market-briefing', 'bin')
  const cached = join(cache, `temporal-${version}`)
  if (await isExecutable(cached)) return cached
  const go = await executableOnPath('go', env)
  if (!go) throw new NoTemporalServer('no Temporal server: set TEMPORAL_ADDRESS, or put temporal (the CLI) or go on PATH')
  await mkdir(cache, { recursive: true })
  return locked(join(cache, `temporal-${version}.lock`), async () => {
    if (await isExecutable(cached)) return cached
    await build(go, cache, cached, env)
    return cached
  })
}

async function build(go: string, cache: string, target: string, env: Environment): Promise<void> {
  console.error(`building Temporal ${version} from its Go module into ${cache}: about 4 minutes, once`)
  const folder = await mkdtemp(join(cache, 'build-'))
  try {
    const goEnv = { ...env, GOBIN: folder, GOFLAGS: '', GOWORK: 'off' }
    await run(go, ['install', '-ldflags=-s -w', module], { env: goEnv, timeout: buildLimitMs, maxBuffer: 64 << 20 })
    await rename(join(folder, 'temporal'), target)
  } catch (error) {
    const output = ((error as { stderr?: string }).stderr ?? '').trim().split('\n').at(-1) || (error as Error).message
    throw new NoTemporalServer(`no Temporal server: go install ${module} failed (${output})`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Lets one process at a time build; the lock of a process that is gone counts for nothing. */
async function locked<T>(lock: string, work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + buildLimitMs; ; ) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true })
      else if (performance.now() > until)
        throw new NoTemporalServer(`no Temporal server: another process holds ${lock}; remove it if that is wrong`)
      else await wait(500)
    }
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** A server of our own. With `database`, a file, a second one finds what the first has left; never two at once. Throws `NoTemporalServer`. */
export async function startServer(binary: string, port: number, database?: string): Promise<TemporalServer> {
  const address = `127.0.0.1:${port}`
  // One partition keeps queue limits exact; the timer setting keeps waits under a second from rounding up to one.
  const args = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error']
  for (const value of [
    'history.timerProcessorMaxTimeShift="10ms"',
    'matching.numTaskqueueReadPartitions=1',
    'matching.numTaskqueueWritePartitions=1',
  ])
    args.push('--dynamic-config-value', value)
  // As it comes a file is ten times slower than memory; with these it is not.
  if (database !== undefined)
    args.push('--db-filename', database, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL')
  const env = { ...process.env, TEMPORAL_VERSION_CHECK_DISABLED: '1' }
  const server = spawn(binary, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  server.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000)
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const killWithUs = () => server.kill('SIGKILL')
  process.once('exit', killWithUs)
  const stop = async () => {
    process.removeListener('exit', killWithUs)
    await stopped(server)
  }
  try {
    await answering(binary, address, server)
  } catch (error) {
    await stop()
    throw new NoTemporalServer(
      `no Temporal server: ${binary} did not start (${(error as Error).message}${output ? `; ${output.trim()}` : ''})`,
    )
  }
  return { address, own: true, ended, stop }
}

async function answering(binary: string, address: string, server: ChildProcess): Promise<void> {
  let failed: Error | null = null
  server.once('error', (error) => {
    failed = error
  })
  for (const until = performance.now() + startLimitMs; ; await wait(50)) {
    if (failed) throw failed
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`it ended with ${server.exitCode ?? server.signalCode}`)
    const describe = run(binary, ['operator', 'namespace', 'describe', '-n', 'default', '--address', address], { timeout: 5_000 })
    if ((await describe.catch(() => null)) !== null) return
    if (performance.now() > until) throw new Error(`it did not answer in ${startLimitMs / 1_000} s`)
  }
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGKILL')
  await exit
}

/** Temporal refuses port 0. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

async function executableOnPath(name: string, env: Environment): Promise<string | null> {
  for (const folder of (env['PATH'] ?? '').split(delimiter))
    if (folder !== '' && (await isExecutable(join(folder, name)))) return join(folder, name)
  return null
}

async function isExecutable(path: string): Promise<boolean> {
  return (await access(path, constants.X_OK).catch(() => null)) !== null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function main(): Promise<void> {
  if (process.argv.includes('--find')) return console.log(await temporalBinary())
  const server = await temporalServer()
  console.log(`TEMPORAL_ADDRESS=${server.address}`)
  if (!server.own) return
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      asked = true
      void server.stop()
    })
  await server.ended
  if (!asked) throw new NoTemporalServer('the Temporal server has ended by itself; start it again')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 69
  })
