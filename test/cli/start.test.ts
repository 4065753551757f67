import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startupLines } from '../../cli/commands/start.ts'
import { schedules } from '../../data/schedules.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { writeCursor } from '../../workflows/scheduler.ts'
import { compiled } from '../compiled.ts'
import { sampleHome, temporaryHome } from '../end-to-end/home.ts'

let home: Awaited<ReturnType<typeof temporaryHome>>
beforeAll(async () => {
  home = await temporaryHome((await sampleHome()).folder)
  // a home that was refreshed a moment ago: nothing is due, and what is published stays
  await writeCursor(folderBlobs(home.folder), 'sample', new Map(schedules.map(({ id }) => [id, Date.now()])))
})
afterAll(() => home?.remove())

/** `briefing start` on a free port, up to the last of its first lines; then `use`, and a stop. */
async function started(use: (lines: readonly string[]) => Promise<void>): Promise<number | null> {
  const options = ['--home', home.folder, '--port', '0', '--feeds', 'sample', '--history', '0']
  const child = spawn(process.execPath, [compiled('cli/briefing.ts'), 'start', ...options], {
    env: { ...process.env, BRIEFING_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      if (line.startsWith('Buy ')) break
    }
    await use(lines)
  } finally {
    child.kill('SIGTERM')
  }
  return ((await exited) as [number | null])[0]
}

describe('briefing start', () => {
  test('says which page to open and what to type, all of which works; the key is the same at the next start', async () => {
    let key = ''
    const first = await started(async (lines) => {
      const text = lines.join('\n')
      expect(lines.slice(0, 4)).toEqual([
        '',
        'Market Briefing is running on sample data: every figure is invented.',
        '',
        expect.stringMatching(/^Open this page: +http:\/\/127\.0\.0\.1:[1-9]\d*\/$/),
      ])
      const page = /Open this page: +(\S+)/.exec(text)![1]!
      expect((await fetch(page)).status).toBe(200)
      const [, shown, url] = /curl -H 'Authorization: Bearer (\S+)' (\S+)/.exec(text)!
      key = shown!
      const answer = await fetch(url!, { headers: { authorization: `Bearer ${key}` } })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('# Bitcoin Quick Check')])
      const priced = await fetch(/npx --no-install briefing buy (\S+)/.exec(text)![1]!)
      expect([priced.status, priced.headers.has('payment-required')]).toEqual([402, true])
    })
    expect(first).toBe(0)
    expect(key).toMatch(/^mb_test_/)
    await started(async (lines) => expect(lines.join('\n')).toContain(`Bearer ${key}'`))
  })
})

test('where the port is taken it stops, pipeline and all, with exit code 69', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const options = ['--home', home.folder, '--port', String(port), '--feeds', 'sample', '--history', '0']
  const child = spawn(process.execPath, [compiled('cli/briefing.ts'), 'start', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece) => (said += String(piece)))
  const [code] = (await once(child, 'close')) as [number | null]
  expect([code, said]).toEqual([69, expect.stringContaining('ADDRESS_NOT_FREE')])
  taken.close()
})

test('without a sandbox the first lines show how a key is made, and none', () => {
  const lines = startupLines({ address: 'https://desk.example/', feeds: 'live', key: null, home: '/srv/home' })
  expect(lines.join('\n')).toContain('running on live data')
  expect(lines.join('\n')).toContain('npx --no-install briefing keys create --plan pro --name me --home /srv/home')
  expect(lines.join('\n')).not.toMatch(/Bearer|buy/)
})
