import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../server/log.ts'
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
    const requests = server.lines.filter(({ msg }) => msg === 'request').slice(1)
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

  test('what is secret is hidden wherever it stands', async () => {
    const lines = await linesOf((log) => {
      const headers = {
        authorization: secret,
        'x-api-key': secret,
        'payment-signature': secret,
        'x-payment': secret,
        cookie: secret,
        accept: '*/*',
      }
      log.info('at the top', headers)
      log.warn('one down', { headers })
      log.error('two down', { request: { headers } })
    })
    expect(lines.length).toBe(3)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(JSON.stringify(lines)).toContain('*/*')
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

test('the server loads no package but Koa, its router, pino and schemas, and those after it listens', () => {
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
  for (const file of ['server/start.ts', 'server/log.ts']) walk(resolve(root, file), 'static')
  expect(Object.fromEntries([...packages].sort())).toEqual({
    '@koa/router': 'later',
    koa: 'later',
    pino: 'later',
    zod: 'later',
    'zod-openapi': 'later',
  })
  expect([...seen].some((file) => file.includes('pipeline/'))).toBe(false)
})
