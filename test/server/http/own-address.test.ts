import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { isEverywhere, localServerUrl } from '../../../server/http/listen.ts'
import { operations } from '../../../server/openapi/operations.ts'
import { compiled } from '../../compiled.ts'
import { smallHome, temporaryHomes } from '../../end-to-end/home.ts'
import { ask, posted } from '../fixture.ts'
import addresses from './own-address.json' with { type: 'json' }

test.each(addresses)('a server that listens on %s is reached at %s', (host, url) => {
  expect([localServerUrl(host, 8402), isEverywhere(host)]).toEqual([url, url.includes('localhost')])
})

describe('a server on all addresses, without BRIEFING_URL', () => {
  const homes = temporaryHomes()
  let child: ChildProcess | null = null
  afterEach(async () => {
    if (child !== null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await homes.remove()
  })

  test('leads nobody to an address that none can call, nor to the Host of a request', async () => {
    const home = await homes.make((await smallHome()).folder)
    const env = { ...process.env, BRIEFING_ADDRESS: '0.0.0.0', BRIEFING_URL: '', BRIEFING_LOG: 'warn' }
    child = spawn(process.execPath, [compiled('cli/briefing.ts'), 'serve', '--home', home, '--port', '0'], { env })
    let warned = ''
    child.stderr!.on('data', (piece) => (warned += String(piece)))
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    const [, own, port] = /serving (http:\/\/localhost:(\d+))\//.exec(String(line))!
    const open = operations.filter(({ path, method = 'get' }) => !path.includes('{') && method === 'get').map(({ path }) => path)
    const paths = [...open, '/llms.txt', '/robots.txt', '/sitemap.xml', '/.well-known/api-catalog', '/api/btc/onchain']
    const wrong: string[] = []
    const look = async (path: string, options: Parameters<typeof ask>[2]) => {
      const { headers, text } = await ask(Number(port), path, options)
      if (/0\.0\.0\.0|\[::\]|forged\.example/.test(`${JSON.stringify(headers)}${text}`)) wrong.push(path)
      return text
    }
    for (const path of new Set(paths))
      await look(path, { headers: { host: 'forged.example', 'x-forwarded-host': 'forged.example' } })
    const asked = { client_name: 'agent', plan: 'basic' }
    const claim = await look('/api/agent/claims', posted(asked, { host: 'forged.example' }))
    expect(wrong).toEqual([])
    expect(claim).toContain(`"approve_url":"${own}/claim/`)
    expect(warned).toContain('BRIEFING_URL')
    const page = /"approve_url":"http:\/\/localhost:\d+([^"]+)"/.exec(claim)![1]!
    expect((await ask(Number(port), page)).status).toBe(200)
  })
})
