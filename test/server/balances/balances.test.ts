import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Shop } from '../payments/shop.ts'
import { openShop } from '../payments/shop.ts'
import { challengeIn, mppCredential, mppHeader, payer, quoteIn, x402Header, x402Payload } from '../payments/signing.ts'
import { spend } from './spending.ts'

test('1 USD under 60 simultaneous calls of two processes and 2 kills buys 50 answers', async () => {
  const spent = await spend(60, 2, 7)
  expect(spent).toEqual({ served: 50, refused: 10, odd: [], kills: 2, left: 0, charged: 1_000_000 })
}, 120_000)

describe('a balance', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  }, 60_000)
  afterAll(() => shop.close())

  const ask = (path: string, headers: Record<string, string> = {}) => shop.get(path, { headers })
  async function credential(buyer: number, protocol: 'x402' | 'mpp' = 'x402'): Promise<Record<string, string>> {
    const { headers } = await ask('/api/balance')
    return protocol === 'x402'
      ? x402Header(await x402Payload(payer(buyer), quoteIn(headers)))
      : mppHeader(await mppCredential(payer(buyer), challengeIn(headers)))
  }
  const bought = async (buyer: number, protocol?: 'x402' | 'mpp') => {
    const answer = await ask('/api/balance', await credential(buyer, protocol))
    expect(answer.status).toBe(200)
    return JSON.parse(answer.text) as { key: string; left_usd: string; ends_at: string }
  }

  test.each(['x402', 'mpp'] as const)('is bought by %s for a dollar, pays for calls and says what is left', async (protocol) => {
    const { key, left_usd } = await bought(10, protocol)
    expect(left_usd).toBe('1.00')
    const bearer = { authorization: `Bearer ${key}` }
    const answer = await ask('/api/btc?format=json', bearer)
    expect([answer.status, answer.headers['briefing-balance']]).toEqual([200, expect.stringMatching(/^left=0\.98; ends=/)])
    expect(answer.headers['x-service-tier']).toBe('paid')
    const again = await ask('/api/btc?format=json', { 'x-api-key': key, 'idempotency-key': 'a' })
    const repeated = await ask('/api/btc?format=json', { 'x-api-key': key, 'idempotency-key': 'a' })
    expect([again.status, repeated.status, repeated.text === again.text]).toEqual([200, 200, true])
    const stands = await ask('/api/balance', bearer)
    expect(JSON.parse(stands.text)).toMatchObject({ key: null, scope: 'read', bought_usd: '1.00', left_usd: '0.96' })
  })

  test('a payment opens one balance, whoever sends it again', async () => {
    const { paid } = await shop.takings()
    const headers = await credential(30)
    const first = await ask('/api/balance', headers)
    const second = await ask('/api/balance', headers)
    expect([first.status, second.status]).toEqual([200, 402])
    expect((await shop.takings()).paid - paid).toBe(1_000_000n)
  })

  test('pays for what is sold and for nothing else, and says why it does not', async () => {
    const { key } = await bought(20)
    const bearer = { authorization: `Bearer ${key}` }
    const errorOf = async (path: string, headers: Record<string, string>) => {
      const { status, text } = await ask(path, headers)
      return [status, JSON.parse(text).error, JSON.parse(text).message]
    }
    expect(await errorOf('/api/btc', { ...bearer, ...(await credential(21)) })).toEqual([
      400,
      'SEVERAL_CREDENTIALS',
      expect.any(String),
    ])
    expect(await errorOf('/api/btc', { ...bearer, 'idempotency-key': 'ä b' })).toEqual([
      400,
      'INVALID_REQUEST',
      expect.any(String),
    ])
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    expect(await errorOf('/api/btc', { authorization: `Bearer ${wrong}` })).toEqual([
      402,
      'PAYMENT_REQUIRED',
      expect.stringMatching(/unknown, mistyped, or has ended/),
    ])
    expect(await errorOf('/api/balance', { authorization: `Bearer ${wrong}` })).toEqual([401, 'KEY_INVALID', expect.any(String)])
    expect(await errorOf('/api/balance', { 'x-api-key': shop.holders.keys.pro })).toEqual([
      400,
      'INVALID_REQUEST',
      expect.any(String),
    ])
    await ask('/api/btc', { ...bearer, 'idempotency-key': 'one' })
    expect(await errorOf('/api/macro', { ...bearer, 'idempotency-key': 'one' })).toEqual([
      402,
      'PAYMENT_REQUIRED',
      expect.stringMatching(/another address/),
    ])
    shop.skip(86_400_000)
    expect(await errorOf('/api/btc', bearer)).toEqual([402, 'PAYMENT_REQUIRED', expect.stringMatching(/has ended/)])
  })
})
