import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { benchKey } from './bench-key.ts'
import { answers, freePort, serveCommand } from './cold-start.ts'
import { evenly } from './evenly.ts'

export const seconds = 4
export const getsPerSecond = 500
export const path = '/api/btc'

export interface BenchServer {
  readonly port: number
  /** Connections of the keyed GETs, kept from one round to the next. */
  readonly pool: Pool
  stop(): Promise<void>
}

/** The server as it is installed; resolves when it serves. */
export async function startServer(home: string, env: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const port = await freePort()
  const [program, ...words] = serveCommand(home).map((word) => word.replace('{port}', String(port)))
  const server = spawn(program!, words, { stdio: 'ignore', env: { ...process.env, ...env } })
  const exited = once(server, 'exit')
  while (!(await answers(port, path))) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 32 })
  return {
    port,
    pool,
    async stop() {
      await pool.close()
      server.kill('SIGTERM')
      await exited
    },
  }
}

const headers = { 'X-API-Key': benchKey.key, Accept: '*/*' }

/** Milliseconds within which a share of keyed GETs was answered, sent at an even rate for some seconds. */
export async function slowest({ pool }: BenchServer, share: number): Promise<number> {
  const took = await evenly(seconds * getsPerSecond, getsPerSecond, async () => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  })
  return took.sort((a, b) => a - b)[Math.ceil(took.length * share) - 1]!
}
