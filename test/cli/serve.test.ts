import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeHome, needHome } from '../../cli/home-folder.ts'
import { openServedStore } from '../../cli/served-store.ts'
import { readSettings } from '../../cli/settings.ts'
import { openLog } from '../../server/http/log.ts'
import { folderOfTests } from '../closed-after.ts'
import { compiled } from '../compiled.ts'

const folder = await folderOfTests()
await mkdir(join(folder, 'empty'))
await mkdir(join(folder, 'photos'))
await writeFile(join(folder, 'photos', 'cat.jpg'), '')
await writeFile(join(folder, 'file'), '')

const serve = (home: string): ChildProcess =>
  spawn(process.execPath, [compiled('cli/briefing.ts'), 'serve', '--home', home, '--port', '0'], {
    env: { ...process.env, BRIEFING_LOG: 'error' },
  })

async function outputOf(child: ChildProcess): Promise<{ code: number | null; err: string }> {
  let err = ''
  child.stderr!.on('data', (piece) => (err += String(piece)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, err }
}

describe('briefing serve on what is no home', () => {
  test.each([
    ['none', 'does not exist'],
    ['empty', 'is empty'],
    ['photos', 'nothing in it was written by this program'],
    ['file', 'is not a folder'],
  ])('%s: it %s', async (name, why) => {
    const home = join(folder, name)
    await expect(needHome(home)).rejects.toMatchObject({
      name: 'InputError',
      code: 'NO_HOME',
      message: expect.stringContaining(why),
    })
  })

  test('stops with exit code 1, the reason, and the next command', async () => {
    const { code, err } = await outputOf(serve(join(folder, 'none')))
    expect(code).toBe(1)
    expect(err).toContain('NO_HOME: ')
    expect(err).toContain(`briefing refresh --home ${join(folder, 'none')}`)
  })

  test('but a home that start has made and not yet filled is served', async () => {
    const home = join(folder, 'new')
    await makeHome(home)
    const child = serve(home)
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    const port = /:(\d+)\//.exec(String(line))![1]
    const health = await fetch(`http://127.0.0.1:${port}/api/health`)
    expect([health.status, ((await health.json()) as { status: string }).status]).toEqual([503, 'down'])
    const ended = outputOf(child)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
})

describe('what a server is refused for at its start', () => {
  const bucket = {
    BRIEFING_STORE: 's3://briefing/prod?endpoint=http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  const state = { STATE_URL: 'postgres://127.0.0.1:9/state' }
  const log = openLog({ level: 'silent', now: Date.now })
  const opened = (env: Record<string, string>, acceptOlder = false) =>
    openServedStore({ settings: readSettings(env), home: join(folder, 'none'), log, acceptOlder })

  test.each([
    ['a bucket and a shared state without its address', { ...bucket, ...state }, 'SETTING', 'BRIEFING_URL is missing'],
    [
      'a shared state without its address, for servers on all addresses',
      { ...state, BRIEFING_ADDRESS: '0.0.0.0' },
      'SETTING',
      'BRIEFING_URL is missing',
    ],
    ['a shared state on this machine alone, without a home', state, 'NO_HOME', 'does not exist'],
    ['a bucket without a shared state or a home', bucket, 'NO_HOME', 'Set STATE_URL'],
  ] as const)('%s', async (_, env, code, message) => {
    await expect(opened({ ...env })).rejects.toMatchObject({
      name: 'InputError',
      code,
      message: expect.stringContaining(message),
    })
  })

  test('a bucket without a shared state brings one warning, which names the setting', async () => {
    const home = join(folder, 'alone')
    await makeHome(home)
    const lines: string[] = []
    const warnings = openLog({ level: 'warn', now: Date.now, to: { write: (line) => void lines.push(line) } })
    const opening = openServedStore({ settings: readSettings(bucket), home, log: warnings, cache: join(folder, 'cache') })
    await expect(opening).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(lines.filter((line) => line.includes('STATE_URL'))).toEqual([expect.stringContaining('would take a payment twice')])
  })

  test('--accept-older without a bucket', async () => {
    await expect(opened({}, true)).rejects.toMatchObject({ name: 'InputError', code: 'OPTION' })
  })
})
