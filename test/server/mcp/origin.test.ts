import { expect, test } from 'vitest'
import { isCrossSite } from '../../../server/mcp/route.ts'
import { ask, edition, posted, running } from '../fixture.ts'
import { closedAfterTest } from '../served.ts'
import strange from './strange-origins.json' with { type: 'json' }

const hosts = ['localhost', 'localhost:8402', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:8402', '[::1]', '[::1]:8402']
const { strangeHosts, strangeOrigins } = strange

test('a server of this machine takes requests that name this machine, and no page of elsewhere', () => {
  const own = 'http://127.0.0.1:8402'
  const local = [undefined, 'http://localhost', 'http://localhost:6274', 'http://127.0.0.1:8402', 'http://[::1]:8402']
  for (const host of hosts) {
    for (const origin of local) expect([host, origin, isCrossSite({ host, origin }, own)]).toEqual([host, origin, false])
    for (const origin of strangeOrigins) expect([host, origin, isCrossSite({ host, origin }, own)]).toEqual([host, origin, true])
  }
  for (const host of strangeHosts)
    for (const origin of [undefined, own])
      expect([host, origin, isCrossSite({ host, origin }, own)]).toEqual([host, origin, true])
})

test('a public server takes programs and its own pages, whatever name a proxy writes into Host', () => {
  const own = 'https://briefings.example'
  for (const host of ['briefings.example', 'app:8402', 'localhost']) {
    for (const origin of [undefined, own])
      expect([host, origin, isCrossSite({ host, origin }, own)]).toEqual([host, origin, false])
    const pages = [
      ...strangeOrigins,
      'http://briefings.example',
      'https://briefings.example:8443',
      'https://briefings.example.',
      'https://www.briefings.example',
      'https://notbriefings.example',
      'https://briefings.example.evil.example',
      'http://localhost',
    ]
    for (const origin of pages) expect([host, origin, isCrossSite({ host, origin }, own)]).toEqual([host, origin, true])
  }
})

test('a server of this machine that others reach wants no Host of this machine from them', () => {
  const own = 'http://localhost:8402'
  for (const host of ['192.168.1.5:8402', 'briefings:8402', 'localhost:8402']) {
    expect([host, isCrossSite({ host }, own, '172.17.0.2')]).toEqual([host, false])
    expect([host, isCrossSite({ host, origin: 'http://evil.example' }, own, '172.17.0.2')]).toEqual([host, true])
  }
  for (const at of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    expect([at, isCrossSite({ host: 'evil.example' }, own, at)]).toEqual([at, true])
})

test('a program that calls by another name learns of BRIEFING_URL, not to be a program', async () => {
  const server = closedAfterTest(await running(edition({ edition: 'e1' })))
  const answer = await ask(server.port, '/api/mcp', { method: 'POST', headers: { host: 'briefings.example' } })
  expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(/Host.*BRIEFING_URL/)])
  expect(answer.text).not.toContain('MCP client')
})

test('a foreign page is answered 403, before its message is read', async () => {
  const server = closedAfterTest(await running(edition({ edition: 'e1' })))
  const post = (headers: Record<string, string>) =>
    ask(server.port, '/api/mcp', posted({ jsonrpc: '2.0', id: 1, method: 'ping' }, headers))
  for (const headers of [{ origin: 'http://evil.example' }, { host: 'evil.example' }])
    expect(await post(headers as unknown as Record<string, string>)).toMatchObject({ status: 403 })
  expect((await post({ origin: `http://localhost:${server.port}` })).status).toBe(200)
})
