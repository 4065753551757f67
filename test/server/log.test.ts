import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { companies } from '../../data/companies.ts'
import { metricRows } from '../../data/metrics.ts'
import { loggedPath, loggedValue } from '../../server/http/hide-secrets.ts'
import { openLog } from '../../server/http/log.ts'
import { operations } from '../../server/openapi/operations.ts'
import { newKey } from '../../server/state/key.ts'
import { edition, noon, raw, running } from './fixture.ts'

const secret = 'pr_live_0123456789abcdef'

async function linesOf(
  write: (log: ReturnType<typeof openLog>) => void,
  level: 'info' | 'warn' | 'silent' = 'info',
): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const log = openLog({ level, to: { write: (line) => void lines.push(JSON.parse(line)) }, now: () => noon })
  write(log)
  await log.flush()
  return lines
}

describe('the log', () => {
  test('one line a request, with the facts and no more', async () => {
    const server = await running(edition({ edition: 'e1' }))
    const answer = await server.get(`/api/context?briefing=btc.quick-check&format=json`)
    const refused = await server.get(`/api/btc?api_key=${secret}&format=json`, {
      headers: {
        authorization: `Bearer ${secret}`,
        'x-api-key': secret,
        cookie: secret,
        'payment-signature': secret,
        'x-payment': secret,
      },
    })
    await raw(server.port, `GET http://${secret}@host/ HTTP/1.1\r\nHost: a\r\n\r\n`)
    await raw(server.port, `GET /${secret}\0 HTTP/1.1\r\nHost: a\r\n\r\n`)
    await server.close()
    const requests = server.lines.filter(({ msg }) => msg === 'request')
    expect(requests.length).toBe(4)
    expect(requests[0]).toEqual({
      level: 'info',
      time: '2026-07-23T12:00:00.000Z',
      msg: 'request',
      id: answer.headers['x-request-id'],
      method: 'GET',
      path: '/api/context',
      query: { briefing: 'btc.quick-check', format: 'json' },
      route: '/api/context',
      status: 200,
      plan: 'enterprise',
      key: 'key_test',
      account: 'acct_test',
      bytes: answer.bytes.length,
      ms: expect.any(Number),
      edition: 'e1',
    })
    expect(requests[1]).toMatchObject({
      id: refused.headers['x-request-id'],
      path: '/api/btc',
      query: { format: 'json' },
      route: '/api/btc',
      status: 400,
      error: 'UNKNOWN_PARAMETER',
    })
    expect(requests.map(({ status }) => status)).toEqual([200, 400, 400, 400])
    expect(JSON.stringify(server.lines)).not.toContain(secret)
  })

  test('a key in a path or a parameter is never logged whole, however it is written', async () => {
    const { key } = newKey('mb', 'live')
    const other = newKey('lr', 'test').key
    const encoded = [...key].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('')
    const texts = [key, other, encoded, encodeURIComponent(encoded), key.slice(0, -1), key.slice(8), key.toLowerCase()]
    texts.push(`${key}x`, `x${key}`)
    const places = texts.flatMap((text) => [
      `/${text}`,
      `/api/${text}`,
      `/api/metrics/${text}`,
      `/api/treasuries/${text}`,
      `/api/btc/${text.slice(0, 20)}/${text.slice(20)}`,
      ...['briefing', 'format', 'date', 'api_key', 'key'].flatMap((name) => [
        `/api/context?${name}=${text}`,
        `/api/btc?${name}=${text}`,
      ]),
      `/api/btc?${text}=1`,
      `/api/btc?${text}`,
      `/${text}%00`,
    ])
    const server = await running(edition({ edition: 'e1' }))
    const bodies: string[] = []
    for (const place of places) {
      const answer = await server.get(place)
      bodies.push(answer.text + JSON.stringify(answer.headers))
    }
    await raw(server.port, `GET ${key} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await raw(server.port, `${key} / HTTP/1.1\r\nHost: a\r\n\r\n`)
    await server.close()
    const lines = server.lines.map((line) => JSON.stringify(line))
    expect(lines.length).toBeGreaterThan(places.length)
    // nothing of sixteen characters or more in a row, which with its checksum could be made whole again
    const pieces = [key, other].flatMap((each) => [8, 14, 20].map((at) => each.slice(at, at + 16).toLowerCase()))
    for (const text of [...lines, ...bodies])
      for (const piece of [...pieces, encoded.slice(30, 78)]) expect(text.toLowerCase()).not.toContain(piece)
  })

  test('every path there is, and every briefing, metric and ticker, is logged as it is', () => {
    const paths = [
      ...operations.filter(({ path }) => !path.includes('{')).map(({ path }) => path),
      ...briefingRows.map(({ path }) => path),
      ...metricRows.map(({ metric }) => `/api/metrics/${metric}`),
      ...companies.map(({ ticker }) => `/api/treasuries/${ticker}`),
      '/api/equities/0001050446',
    ]
    expect(paths.map(loggedPath)).toEqual(paths)
    const values = [...briefingRows.map(({ id }) => id), 'json', 'markdown', '2026-07-23']
    expect(values.map(loggedValue)).toEqual(values)
  })

  test('a line of any kind loses keys, credentials and passwords, in facts of any depth', async () => {
    const { key } = newKey('mb', 'live')
    const basic = Buffer.from(`${key}:`).toString('base64')
    const proof = Buffer.from(JSON.stringify({ signature: '0x'.padEnd(132, 'a') })).toString('base64')
    const headers = {
      authorization: key,
      'x-api-key': key,
      'payment-signature': key,
      'x-payment': key,
      cookie: key,
      accept: '*/*',
    }
    const lines = await linesOf((log) => {
      log.error('two down', { request: { headers: { ...headers, cookie: secret, 'x-payment': secret } } })
      log.warn(`no key ${key}`, {
        cause: new Error(`Bearer ${key}`),
        deep: { er: [{ url: 'postgres://desk:pass-word@host/x' }] },
      })
      log.error('failed', { text: `Authorization: Basic ${basic}`, payment: proof, at: `/x?api_key=hush-hush&date=2026-07-23` })
      log.info('stays', { edition: 'b'.repeat(64), host: '127.0.0.1', code: 'SQLITE_BUSY', path: '/api/btc' })
    })
    const text = JSON.stringify(lines)
    for (const hidden of [key, secret, basic, proof, 'pass-word', 'hush-hush']) expect(text).not.toContain(hidden)
    expect(text).toContain('*/*')
    expect(lines[3]).toMatchObject({
      edition: 'b'.repeat(64),
      host: '127.0.0.1',
      code: 'SQLITE_BUSY',
      path: '/api/btc',
      msg: 'stays',
    })
    expect(text).toContain('date=2026-07-23')
  })

  test('lines keep their order and their time while pino loads', async () => {
    let at = noon
    const lines: Record<string, unknown>[] = []
    const log = openLog({ level: 'info', to: { write: (line) => void lines.push(JSON.parse(line)) }, now: () => at++ })
    for (let line = 0; line < 20; line += 1) line % 7 === 3 ? log.warn(`line ${line}`) : log.info(`line ${line}`)
    await log.flush()
    log.info('line 20')
    expect(lines.map(({ msg }) => msg)).toEqual(Array.from({ length: 21 }, (_, line) => `line ${line}`))
    expect(lines.map(({ time }) => Date.parse(String(time)) - noon)).toEqual(Array.from({ length: 21 }, (_, line) => line))
  })

  test('a level keeps lesser lines out, and requests with them', async () => {
    const write = (log: ReturnType<typeof openLog>) => {
      log.info('a')
      log.warn('b')
      log.error('c')
    }
    expect((await linesOf(write, 'warn')).map(({ msg }) => msg)).toEqual(['b', 'c'])
    expect(await linesOf(write, 'silent')).toEqual([])
    expect(openLog({ level: 'warn', now: () => noon }).request).toBeNull()
    expect(openLog({ level: 'info', requests: false, now: () => noon }).request).toBeNull()
  })
})

test('the server loads few packages, and what only some requests need with the first of them', () => {
  const root = resolve(import.meta.dirname, '../..')
  const packages = new Map<string, 'static' | 'later'>()
  const seen = new Set<string>()
  const walk = (file: string, when: 'static' | 'later') => {
    if (seen.has(`${file} ${when}`)) return
    seen.add(`${file} ${when}`)
    const text = readFileSync(file, 'utf8')
    const found = [
      ...[...text.matchAll(/^(?:import|export) (?!type )[^;'"]*?from '([^']+)'/gms)].map(([, name]) => [name!, when] as const),
      ...[...text.matchAll(/import\('([^']+)'\)/g)].map(([, name]) => [name!, 'later'] as const),
    ]
    for (const [name, at] of found) {
      if (name.startsWith('.')) walk(resolve(dirname(file), name), at)
      else if (!name.startsWith('node:') && packages.get(name) !== 'static') packages.set(name, at)
    }
  }
  for (const file of ['server/start.ts', 'server/http/log.ts']) walk(resolve(root, file), 'static')
  const loaded = (when: 'static' | 'later') => [...packages].flatMap(([name, at]) => (at === when ? [name] : [])).sort()
  expect(loaded('static')).toEqual(['@koa/router', 'ipaddr.js', 'koa', 'kysely', 'standardwebhooks'])
  // with the first call of MCP, passkey, history as a stream, company (canonicalize, d3-scale), page of the documentation, line of the log
  // and subscription to the morning mail
  expect(loaded('later')).toEqual([
    ...['@modelcontextprotocol/server', '@simplewebauthn/server', 'apache-arrow', 'canonicalize', 'd3-scale', 'marked', 'pino'],
    'temporal-polyfill',
  ])
  // the declared kinds of document, the rules of the words for how fresh something is, the room on a disk, how days are written, and
  // nothing that computes
  const ofPipeline = [...new Set([...seen].map((file) => file.split(' ')[0]!))].filter(
    (file) => file.includes('/pipeline/') && !/\/pipeline\/documents\//.test(file),
  )
  const withCompanies = /\/pipeline\/(companies|render|time\/(?!day\b)|analysis|values|formulas)/
  expect(ofPipeline.filter((file) => !withCompanies.test(file))).toEqual(
    ['pipeline/time/day.ts', 'pipeline/freshness.ts', 'pipeline/store/space.ts'].map((file) => resolve(root, file)),
  )
  expect([...seen].filter((file) => withCompanies.test(file) && file.endsWith(' static'))).toEqual([])
})
