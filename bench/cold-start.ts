import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { benchKey } from './bench-key.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

export interface ColdStart {
  /** Program and arguments that serve an existing home; `{port}` in one of them becomes the port. */
  readonly command: readonly [string, ...string[]]
  /** Path that answers 200 once the server serves. */
  readonly path?: string
}

const rounds = 7
const patienceMs = 30_000

/** The command that serves a home as it is installed. */
export function serveCommand(home: string): ColdStart['command'] {
  return [process.execPath, 'dist/cli/briefing.js', 'serve', '--home', home, '--port', '{port}']
}

/** Time from starting the server to its first 200 for a key, over that of an empty node process from start to end, in alternating rounds. */
export async function run({ command, path = '/api/btc' }: ColdStart): Promise<BenchRow[]> {
  const pairs: [number, number][] = []
  await emptyNode()
  for (let round = 0; round < rounds; round += 1) pairs.push([await firstAnswer(command, path), await emptyNode()])
  return [
    {
      goal: 'server start to first 200',
      target: 2.5,
      measured: `${median(pairs.map(([ms]) => ms)).toFixed(0)} ms`,
      floor: `${median(pairs.map(([, ms]) => ms)).toFixed(0)} ms`,
      ratio: median(pairs.map(([ms, least]) => ms / least)),
      note: `floor: an empty node process; ${rounds} rounds`,
    },
  ]
}

async function emptyNode(): Promise<number> {
  const began = performance.now()
  await once(spawn(process.execPath, ['--input-type=module', '-e', ''], { stdio: 'ignore' }), 'exit')
  return performance.now() - began
}

async function firstAnswer([program, ...rest]: ColdStart['command'], path: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(
    program,
    rest.map((word) => word.replace('{port}', String(port))),
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  try {
    for (;;) {
      if (await answers(port, path)) return performance.now() - began
      if (child.exitCode !== null)
        throw new Error(`${program} ${rest.join(' ')} ended with ${child.exitCode} before it served ${path}`)
      if (performance.now() - began > patienceMs) throw new Error(`${path} was not served within ${patienceMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

/** Whether a path answers 200 to the key of the benches. */
export function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'X-API-Key': benchKey.key }
    const asked = request({ port, path, headers, host: '127.0.0.1', agent: false }, (res) => {
      res.resume()
      resolve(res.statusCode === 200)
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
