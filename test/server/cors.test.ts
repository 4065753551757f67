import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './payments/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

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
  for (const name of [
    'payment-required',
    'payment-response',
    'payment-receipt',
    'www-authenticate',
    'x-ratelimit-remaining',
    'etag',
  ])
    expect(readable).toContain(name)
})

test('it may send a key or a payment', async () => {
  const asked = {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'payment-signature',
  }
  const answer = await shop.get('/api/btc', { method: 'OPTIONS', headers: asked })
  expect(answer.status).toBe(204)
  expect(list(answer.headers['access-control-allow-methods'])).toEqual(['get', 'head', 'options'])
  for (const name of ['authorization', 'x-api-key', 'payment-signature', 'x-payment'])
    expect(list(answer.headers['access-control-allow-headers'])).toContain(name)
  expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(600)
})
