import { expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { edition, raw, running } from '../fixture.ts'
import cases from './absolute-form.json' with { type: 'json' }

const server = closedAfter(await running(edition({ edition: 'e1' })))
const sent = async (line: string, ...headers: string[]) => {
  const { status, body } = await raw(server.port, [line, ...headers, 'Connection: close', '', ''].join('\r\n'))
  return { status, body }
}

test.each(cases.read)('a target in absolute form is read as in origin form: %s', async (target) => {
  for (const version of ['HTTP/1.1', 'HTTP/1.0']) {
    const { status, body } = await sent(`GET ${target} ${version}`, 'Host: briefings.example')
    expect([version, status, JSON.parse(body).name]).toEqual([version, 200, 'market-briefing'])
  }
})

test('a path that is left out is the root, and of OPTIONS the whole server', async () => {
  expect((await sent('GET http://briefings.example HTTP/1.1', 'Host: a')).status).toBe(200)
  expect((await sent('GET http://briefings.example?a=b HTTP/1.1', 'Host: a')).status).toBe(200)
  expect((await sent('OPTIONS http://briefings.example HTTP/1.1', 'Host: a')).status).toBe(204)
  expect((await sent('OPTIONS http://briefings.example/api/btc HTTP/1.1', 'Host: a')).status).toBe(204)
})

test.each(cases.refused)('a target that is not an HTTP address is refused: %s', async (target) => {
  expect((await sent(`GET ${target} HTTP/1.1`, 'Host: briefings.example')).status).toBe(400)
})

test('the rules of the header Host stay: one in HTTP/1.1', async () => {
  expect((await sent('GET http://a.example/api/version HTTP/1.1')).status).toBe(400)
  expect((await sent('GET http://a.example/api/version HTTP/1.1', 'Host: a', 'Host: b')).status).toBe(400)
  expect((await sent('GET http://a.example/api/version HTTP/1.0')).status).toBe(200)
})

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const post = (target: string, host: string) =>
  raw(
    server.port,
    [
      ...[`POST ${target} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${ping.length}`],
      ...['Connection: close', '', ping],
    ].join('\r\n'),
    5_000,
    4_000,
  )

test('the host of the target counts, not that of the header', async () => {
  // a server of this machine answers models of this machine alone
  expect((await post('http://evil.example/api/mcp', '127.0.0.1')).status).toBe(403)
  expect((await post('http://127.0.0.1/api/mcp', 'evil.example')).status).toBe(200)
})

test('no host of a target or header is repeated in an answer', async () => {
  for (const path of ['/', '/sitemap.xml', '/openapi.json', '/api/btc', '/nowhere']) {
    const { body } = await sent(`GET http://planted.example${path} HTTP/1.1`, 'Host: planted.example')
    expect([path, body.includes('planted.example')]).toEqual([path, false])
  }
})
