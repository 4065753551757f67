import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { Mppx } from 'mppx/client'
import { evm } from 'mppx/evm/client'
import { describe, expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from '../payments/shop.ts'
import { payer } from '../payments/signing.ts'

const shop = closedAfter(await openShop())

const list = (text: unknown) => String(text).toLowerCase().split(', ')

test.each([
  ['/api/btc', 402],
  ['/api/briefings', 200],
  ['/api/none', 404],
  ['/api/btc?x=1', 400],
])('a page of any origin may read %s: %d, with what it needs to pay', async (path, status) => {
  const answer = await shop.get(path, { headers: { origin: 'https://elsewhere.example' } })
  expect(answer.status).toBe(status)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  const readable = list(answer.headers['access-control-expose-headers'])
  const needed = { 200: ['etag', 'x-edition'], 402: ['payment-required', 'x-payment-requirements', 'www-authenticate'] }[status]
  expect(readable).toEqual(expect.arrayContaining(['x-request-id', ...(needed ?? [])]))
})

/** What a page may read of any answer (Fetch standard, "CORS-safelisted response-header name"). */
const always = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma']
/** Addressed to the browser and what stands between, not to the page. */
const notForThePage =
  /^(access-control-.*|content-security-policy|x-content-type-options|referrer-policy|vary|date|connection|keep-alive|content-encoding)$/

test('a page may read every header that is meant for it', async () => {
  const { keys } = shop.holders
  const address = `http://127.0.0.1:${shop.port}/api/btc`
  const bought = [await official['@x402/fetch'](fetch)(address), await official.mppx(fetch)(address)]
  shop.facilitator.verifyFaults.push('unreachable')
  const unanswered = await official.mppx(fetch)(address)
  const answers = [
    ...(await Promise.all([
      shop.get('/api/btc'),
      shop.get('/api/briefings'),
      shop.get('/api/btc/treasury', { headers: { 'x-api-key': keys.pro } }),
      shop.get('/api/btc/treasury', { headers: { 'x-api-key': keys.free } }),
      shop.get('/api/btc', { headers: { 'x-api-key': 'none' } }),
      shop.get('/api/btc', { method: 'POST' }),
    ])),
    ...[...bought, unanswered].map(({ status, headers }) => ({ status, headers: Object.fromEntries(headers) })),
  ]
  expect(answers.map(({ status }) => status)).toEqual([402, 200, 200, 403, 401, 405, 200, 200, 503])
  for (const { status, headers } of answers) {
    const readable = [...always, ...list(headers['access-control-expose-headers'])]
    const hidden = Object.keys(headers).filter((name) => !readable.includes(name) && !notForThePage.test(name))
    expect([status, hidden]).toEqual([status, []])
  }
})

/** The official clients on a fetch of ours. */
const official = {
  '@x402/fetch': (ask: typeof fetch) =>
    wrapFetchWithPayment(ask, new x402Client().register('eip155:*', new ExactEvmScheme(payer(701)))),
  mppx: (ask: typeof fetch) =>
    Mppx.create({
      polyfill: false,
      fetch: ask,
      methods: [evm.charge({ account: payer(702), currencies: [evm.assets.baseSepolia.USDC] })],
    }).fetch,
} as const

const origin = 'https://elsewhere.example'
const preflight = (path: string, names: string) =>
  shop.get(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': names },
  })

describe('a preflight', () => {
  test.each(Object.keys(official) as (keyof typeof official)[])('lets through by name what %s sends', async (name) => {
    const sent = new Set<string>()
    const recording: typeof fetch = (input, init) => {
      for (const header of new Request(input, init).headers.keys()) sent.add(header)
      return fetch(input, init)
    }
    const { status } = await official[name](recording)(`http://127.0.0.1:${shop.port}/api/btc`)
    expect(status).toBe(200)
    expect([...sent]).toEqual(expect.arrayContaining([name === 'mppx' ? 'authorization' : 'payment-signature']))
    const { headers } = await preflight('/api/btc', [...sent].sort().join(','))
    const refused = [...sent].filter((header) => !list(headers['access-control-allow-headers']).includes(header))
    expect(refused).toEqual([])
  })

  test.each([
    ['/api/btc', 'payment-signature'],
    ['/api/btc?x=1', 'x-api-key'],
    ['/api/none', 'authorization'],
    ['/api/btc?%ff', 'authorization'],
    ['/', 'traceparent,x-of-my-own'],
  ])('of %s is answered, for what is wrong is in the answer that follows', async (path, names) => {
    const answer = await preflight(path, names)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(list(answer.headers['access-control-allow-methods'])).toEqual(['get', 'head', 'options'])
    const allowed = list(answer.headers['access-control-allow-headers'])
    for (const name of ['*', 'authorization', 'x-api-key', 'payment-signature', 'x-payment']) expect(allowed).toContain(name)
    expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(600)
  })

  test('repeats nothing of what it is asked with, and allows no cookies', async () => {
    const { headers } = await preflight('/api/btc', `x-${'a'.repeat(2_000)}`)
    expect(JSON.stringify(headers)).not.toContain('aaaa')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('is not any OPTIONS: without what a browser asks, a path there is not stays 404', async () => {
    expect((await shop.get('/api/none', { method: 'OPTIONS' })).status).toBe(404)
    expect((await shop.get('/api/none', { method: 'OPTIONS', headers: { origin } })).status).toBe(404)
  })
})
