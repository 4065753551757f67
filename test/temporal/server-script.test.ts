import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort, NoTemporalServer, temporalBinary, temporalServer } from '../../scripts/temporal-server.ts'

const script = fileURLToPath(new URL('../../scripts/temporal-server.ts', import.meta.url))
let folder: string
let tools: string
let cache: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporal-server-'))
  tools = join(folder, 'tools')
  cache = join(folder, 'cache', 'market-briefing', 'bin')
  mkdirSync(tools)
})
afterEach(() => rmSync(folder, { recursive: true }))

const env = () => ({ PATH: tools, XDG_CACHE_HOME: join(folder, 'cache'), HOME: folder })

function executable(path: string, text: string): string {
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

/** A `go` that takes a moment and leaves a `temporal`, counting its calls. */
function fakeGo(): void {
  for (const name of ['sleep', 'cp', 'chmod']) symlinkSync(`/bin/${name}`, join(tools, name))
  executable(
    join(tools, 'go'),
    ['echo "$*" > "$GOBIN/../asked.$$"', 'sleep 1', 'echo "#!/bin/sh" > "$GOBIN/temporal"', 'chmod 755 "$GOBIN/temporal"'].join(
      '\n',
    ),
  )
}

describe('the server for development and tests', () => {
  test('is the one that is configured', async () => {
    const server = await temporalServer({ ...env(), TEMPORAL_ADDRESS: 'temporal.example:7233' })
    expect([server.address, server.own]).toEqual(['temporal.example:7233', false])
    await server.stop()
  })

  test('is of the binary on PATH, else of the cached one', async () => {
    mkdirSync(cache, { recursive: true })
    const cached = executable(join(cache, 'temporal-1.5.1'), 'exit 0')
    expect(await temporalBinary(env())).toBe(cached)
    const onPath = executable(join(tools, 'temporal'), 'exit 0')
    expect(await temporalBinary(env())).toBe(onPath)
  })

  test('is built once, however many ask at the same time', async () => {
    fakeGo()
    const ask = () => promisify(execFile)(process.execPath, ['--import', 'tsx', script, '--find'], { env: env() })
    const answers = await Promise.all([ask(), ask(), temporalBinary(env()), temporalBinary(env())])
    const built = join(cache, 'temporal-1.5.1')
    expect(answers.map((answer) => (typeof answer === 'string' ? answer : answer.stdout.trim()))).toEqual(
      new Array(4).fill(built),
    )
    expect(readdirSync(cache).filter((name) => name.startsWith('asked.'))).toHaveLength(1)
    expect(readdirSync(cache).filter((name) => !name.startsWith('asked.'))).toEqual(['temporal-1.5.1'])
  })

  test('is built although a process that is gone left its lock', async () => {
    fakeGo()
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'temporal-1.5.1.lock'), '4194999')
    expect(await temporalBinary(env())).toBe(join(cache, 'temporal-1.5.1'))
  })

  test('cannot be had without any of them, and says what to do', async () => {
    await expect(temporalBinary(env())).rejects.toThrow(NoTemporalServer)
    await expect(temporalServer(env())).rejects.toThrow('set TEMPORAL_ADDRESS, or put temporal (the CLI) or go on PATH')
  })

  test('that cannot be built says why', async () => {
    executable(join(tools, 'go'), 'echo "dial tcp: no route to host" >&2\nexit 1')
    await expect(temporalBinary(env())).rejects.toThrow('failed (dial tcp: no route to host)')
    expect(readdirSync(cache)).toEqual([])
  })

  test('that does not start says why', async () => {
    executable(join(tools, 'temporal'), 'echo "port taken" >&2\nexit 1')
    await expect(temporalServer(env())).rejects.toThrow('did not start (it ended with 1; port taken)')
  })

  test('is given a port that is free', async () => {
    const server = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    expect(server.address()).toMatchObject({ port })
    server.close()
  })
})
