import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networks } from '../../../data/networks.ts'
import type { Facilitator } from '../../../server/payments/facilitator.ts'
import { openPayments } from '../../../server/payments/open.ts'
import { openProcessor } from '../../../server/payments/payment-processor.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../../server/payments/sandbox.ts'
import { edition, type Running, running } from '../fixture.ts'
import { type KeyHolders, keyHolders } from '../key-holders.ts'
import { quoteIn } from './signing.ts'
import { terms } from './terms.ts'

const solana = networks.find(({ kind, test: testing }) => kind === 'solana' && testing)!
const payTo = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

/** A shop on Solana, alone or beside other networks, whose facilitator does not answer. */
async function openSolanaShop(others: typeof terms.networks): Promise<Running & { holders: KeyHolders }> {
  const holders = await keyHolders(async (state) => {
    const facilitator: Facilitator = {
      ...sandboxFacilitator(state, Date.now),
      getSupported: () => Promise.reject(new TypeError('fetch failed')),
    }
    const sold = { ...terms, networks: [{ network: solana, payTo }, ...others] }
    const parts = { state, terms: sold, facilitator, lookUp: sandboxLookUp(state, Date.now), now: Date.now, warn: () => {} }
    return { real: null, sample: openPayments({ ...parts, processor: openProcessor(parts) }) }
  })
  const server = await running(edition({ edition: 'e1', sample: true }), { gate: holders.gate })
  await server.get('/api/btc')
  return { ...server, holders }
}

const paths = ['/api/btc', '/api/btc?format=json', '/api/treasuries', '/api/treasuries/HRBX', '/api/context?briefing=btc.pulse']

describe('on Solana alone, while the facilitator does not answer', () => {
  let shop: Awaited<ReturnType<typeof openSolanaShop>>
  beforeAll(async () => {
    shop = await openSolanaShop([])
  })
  afterAll(async () => {
    await shop.close()
    await shop.holders.close()
  })

  test.each(paths)('%s is 503 with no price quoted', async (path) => {
    const { status, headers, text } = await shop.get(path)
    const body = JSON.parse(text)
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'PAYMENT_UNAVAILABLE', String(body.retry_after)])
    for (const header of ['payment-required', 'x-payment-requirements', 'www-authenticate'])
      expect(headers[header]).toBeUndefined()
    expect(text).not.toMatch(/accepts|0\.0\d USD/)
  })

  test('a key reads as ever', async () => {
    const { status } = await shop.get('/api/treasuries', { headers: { authorization: `Bearer ${shop.holders.keys.pro}` } })
    expect(status).toBe(200)
  })

  test('a credential that is none is told so, without a quote nobody could meet', async () => {
    const { status, headers } = await shop.get('/api/btc', { headers: { 'payment-signature': 'bm9uZQ==' } })
    expect([status, headers['payment-required']]).toEqual([402, undefined])
  })
})

test('beside another network that one is quoted', async () => {
  const shop = await openSolanaShop(terms.networks)
  const { status, headers } = await shop.get('/api/btc')
  expect([status, quoteIn(headers).accepts.map(({ network }) => network)]).toEqual([402, ['eip155:84532']])
  await shop.close()
  await shop.holders.close()
})
