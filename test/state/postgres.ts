import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../scripts/program.ts'

export interface Postgres {
  /** A new, empty database of the server. */
  database(): Promise<string>
  /** Ends it as a crash does, if it runs, and starts it again. */
  crash(): Promise<void>
  /** Ends it as a crash does; `crash` starts it again. */
  halt(): Promise<void>
  stop(): Promise<void>
}

/** Folder of Postgres' own programs, or null. */
function programs(): string | null {
  const base = '/usr/lib/postgresql'
  try {
    const [newest] = readdirSync(base).sort((a, b) => Number(b) - Number(a))
    return newest === undefined ? null : join(base, newest, 'bin')
  } catch {
    return null
  }
}

const bin = programs()
export const withoutPostgres = bin === null
if (withoutPostgres) {
  if (process.env['REQUIRE_POSTGRES'] === '1') throw new Error('no Postgres; install the package postgresql')
  console.warn('skipping the state store on Postgres: it is not installed')
}

/** Postgres refuses to run as root: then as the user its package made. */
function user(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A server of its own in a temporary folder, that ends with this process. What it holds need not survive a loss of power. */
export async function startPostgres(under = tmpdir()): Promise<Postgres> {
  const who = user()
  const folder = mkdtempSync(join(under, 'briefing-postgres-'))
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!)
  const data = join(folder, 'data')
  execFileSync(join(bin!, 'initdb'), ['-D', data, '-U', 'briefing', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...who,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = ['fsync=off', 'full_page_writes=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1', `port=${port}`]
  let child: ChildProcess
  let ended: Promise<unknown>
  const kill = () => child.kill('SIGQUIT')
  process.once('exit', kill)
  const { default: pg } = await import('pg')
  const connect = async (database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'briefing', database })
    await client.connect()
    return client
  }
  async function run(): Promise<void> {
    child = spawn(join(bin!, 'postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], { ...who, stdio: 'ignore' })
    ended = once(child, 'exit')
    for (let tries = 0; ; tries++) {
      const client = await connect('postgres').catch(() => null)
      await client?.end()
      if (client !== null) return
      if (child.exitCode !== null || tries === 200) throw new Error('Postgres does not start')
      await wait(50)
    }
  }
  const halt = async () => {
    kill()
    await ended
  }
  await run()
  let databases = 0
  return {
    async database() {
      const name = `state_${databases++}`
      const client = await connect('postgres')
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return `postgres://briefing@127.0.0.1:${port}/${name}`
    },
    async crash() {
      await halt()
      await run()
    },
    halt,
    async stop() {
      process.off('exit', kill)
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
