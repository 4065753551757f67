import { describe, expect, test } from 'vitest'
import { prices } from '../../../data/prices.ts'
import { usdText } from '../../../server/access/price.ts'
import { dropOldBalanceCalls } from '../../../server/state/balances.ts'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from '../payments/shop.ts'
import { type Protocol, protocols } from '../payments/signing.ts'
import { cost, units } from '../payments/terms.ts'
import { spend } from './spending.ts'

test('1 USD under 60 simultaneous calls of two processes and 2 kills buys 50 answers', async () => {
  const spent = await spend(60, 2, 7)
  expect(spent).toEqual({ served: 50, refused: 10, odd: [], kills: 2, left: 0, charged: 1_000_000 })
})

const shop = closedAfter(await openShop())

describe('a balance', () => {
  const ask = (path: string, headers: Record<string, string> = {}) => shop.get(path, { headers })
  const credential = (buyer: number) => shop.credential('/api/balance', buyer)
  const bought = async (buyer: number, protocol?: Protocol) => {
    const answer = await shop.buy('/api/balance', buyer, protocol)
    expect(answer.status).toBe(200)
    return JSON.parse(answer.text) as { key: string; left_usd: string; ends_at: string }
  }

  test.each(protocols)('is bought by %s for a dollar, pays for calls and says what is left', async (protocol) => {
    const { key, left_usd } = await bought(10, protocol)
    expect(left_usd).toBe(prices.balance)
    const bearer = { authorization: `Bearer ${key}` }
    const answer = await ask('/api/btc?format=json', bearer)
    expect([answer.status, answer.headers['briefing-balance']]).toEqual([200, expect.stringMatching(/^left=0\.98; ends=/)])
    expect(answer.headers['x-service-tier']).toBe('paid')
    const again = await ask('/api/btc?format=json', { 'x-api-key': key, 'idempotency-key': 'a' })
    const repeated = await ask('/api/btc?format=json', { 'x-api-key': key, 'idempotency-key': 'a' })
    expect([again.status, repeated.status, repeated.text === again.text]).toEqual([200, 200, true])
    const stands = await ask('/api/balance', bearer)
    expect(JSON.parse(stands.text)).toMatchObject({
      key: null,
      scope: 'read',
      bought_usd: prices.balance,
      left_usd: usdText(units.balance - 2n * cost),
    })
  })

  test('a payment opens one balance, whoever sends it again', async () => {
    const { paid } = await shop.takings()
    const headers = await credential(30)
    const first = await ask('/api/balance', headers)
    const second = await ask('/api/balance', headers)
    expect([first.status, second.status]).toEqual([200, 402])
    expect((await shop.takings()).paid - paid).toBe(1_000_000n)
  })

  test('a payment whose answer was cut off opens no second balance once that has ended, and says that it ended', async () => {
    const headers = await credential(40)
    const { key } = JSON.parse((await ask('/api/balance', headers)).text)
    await ask('/api/btc', { authorization: `Bearer ${key}` })
    const { db } = shop.holders.state
    // as where the process ended between the answer and its record
    const paid = await db.selectFrom('payment').select('id').orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()
    await db.updateTable('payment').set({ state: 'settled', lease_until: 0 }).where('id', '=', paid.id).execute()
    await db.updateTable('balance').set({ expires_at: 1_000 }).execute()
    await dropOldBalanceCalls(shop.holders.state, Date.now())
    const again = await ask('/api/balance', headers)
    expect(again.status).toBe(200)
    expect(JSON.parse(again.text)).toMatchObject({ key, left_usd: '0.98', ends_at: '1970-01-01T00:00:01.000Z', ended: true })
    expect((await ask('/api/balance', headers)).status).toBe(402)
    const bearer = { authorization: `Bearer ${key}` }
    expect(JSON.parse((await ask('/api/balance', bearer)).text)).toMatchObject({ key: null, ended: true })
    expect(JSON.parse((await ask('/api/btc', bearer)).text).message).toContain('has ended, at 1970-01-01T00:00:01Z')
  })

  test('pays for what is sold and for nothing else, and says why it does not', async () => {
    const { key } = await bought(20)
    const bearer = { authorization: `Bearer ${key}` }
    const refused = async (
      path: string,
      headers: Record<string, string>,
      ...[status, error, words = '']: [number, string, string?]
    ) => {
      const answer = await ask(path, headers)
      expect([path, answer.status, JSON.parse(answer.text)]).toMatchObject([path, status, { error }])
      expect(JSON.parse(answer.text).message).toContain(words)
    }
    await refused('/api/btc', { ...bearer, ...(await credential(21)) }, 400, 'SEVERAL_CREDENTIALS')
    await refused('/api/btc', { ...bearer, 'idempotency-key': 'ä b' }, 400, 'INVALID_REQUEST')
    const wrong = { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` }
    await refused('/api/btc', wrong, 402, 'PAYMENT_REQUIRED', 'unknown or mistyped')
    await refused('/api/balance', wrong, 401, 'KEY_INVALID')
    await refused('/api/balance', { 'x-api-key': shop.holders.keys.pro }, 400, 'INVALID_REQUEST')
    await ask('/api/btc', { ...bearer, 'idempotency-key': 'one' })
    await refused('/api/macro', { ...bearer, 'idempotency-key': 'one' }, 402, 'PAYMENT_REQUIRED', 'another address')
    shop.skip(86_400_000)
    await refused('/api/btc', bearer, 402, 'PAYMENT_REQUIRED', 'has ended')
  })
})
