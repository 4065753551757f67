import { describe, expect, test } from 'vitest'
import { networks } from '../../data/networks.ts'
import { prices } from '../../data/prices.ts'
import type { Facilitator } from '../../server/payments/facilitator.ts'
import { closedAfter } from '../closed-after.ts'
import { edition, running } from './fixture.ts'
import { openShop, type Shop } from './payments/shop.ts'
import { quoteIn } from './payments/signing.ts'
import { terms } from './payments/terms.ts'
import { closedAfterTest, withKey } from './served.ts'

const archive = { '2026-07-20': 'recent' }
const real = edition({ edition: 'e1', archive })
const sample = edition({ edition: 'e1', sample: true, archive })
const forReal = { ...terms, sandbox: false }
const away: Partial<Facilitator> = { getSupported: () => Promise.reject(new TypeError('fetch failed')) }
const solana = networks.find(({ kind, test: testing }) => kind === 'solana' && testing)!
const onSolana = { network: solana, payTo: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' }

const shops = {
  sold: closedAfter(await openShop({ view: real, sold: forReal })),
  sandbox: closedAfter(await openShop({ view: sample })),
  none: closedAfter(await openShop({ view: real, sold: null })),
  /** On Solana alone, whose fees the facilitator pays, which does not answer: there is nothing to pay by. */
  away: closedAfter(await openShop({ view: real, sold: { ...forReal, networks: [onSolana] }, facilitator: away })),
}

describe('a refusal for the plan', () => {
  test.each([
    ['offers the call without the key where single calls are sold', 'sold', 402],
    ['offers nothing where none is sold', 'none', 401],
    ['offers nothing while there is nothing to pay by', 'away', 503],
  ] as const)('%s: on the server %s the same call without a key is %i', async (_, name, keyless) => {
    const shop = shops[name]
    for (const path of ['/api/btc/onchain', '/api/treasuries', '/api/btc?date=2026-07-20']) {
      const { status, text } = await shop.get(path, withKey(shop.holders.keys.free))
      const { error, message, plan, needs, without_key } = JSON.parse(text)
      expect([path, status, error, plan, typeof needs]).toEqual([path, 403, 'PLAN_REQUIRED', 'free', 'string'])
      if (keyless === 402) {
        expect(without_key).toEqual({ price_usd: expect.stringMatching(/^0\.0\d$/) })
        expect(message).toContain(`omit the key and pay ${without_key.price_usd} USD`)
      } else expect([message, without_key]).toEqual([expect.stringMatching(/Use a key with that plan\.$/), undefined])
      expect((await shop.get(path)).status).toBe(keyless)
    }
  })
})

describe('while there is nothing to pay by', () => {
  const paths = ['/api/btc', '/api/btc?format=json', '/api/treasuries', '/api/treasuries/MSTR', '/api/context?briefing=btc.pulse']
  test.each(paths)('%s is 503 with no price quoted', async (path) => {
    const { status, headers, text } = await shops.away.get(path)
    const body = JSON.parse(text)
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'PAYMENT_UNAVAILABLE', String(body.retry_after)])
    for (const header of ['payment-required', 'x-payment-requirements', 'www-authenticate'])
      expect(headers[header]).toBeUndefined()
    expect(text).not.toMatch(/accepts|0\.0\d USD/)
  })

  test('a key reads, and a credential that is none is refused without a quote nobody could meet', async () => {
    expect((await shops.away.get('/api/treasuries', withKey(shops.away.holders.keys.pro))).status).toBe(200)
    const { status, headers } = await shops.away.get('/api/btc', { headers: { 'payment-signature': 'bm9uZQ==' } })
    expect([status, headers['payment-required']]).toEqual([402, undefined])
  })

  test('another network beside it is quoted', async () => {
    const shop = await openShop({ sold: { ...terms, networks: [onSolana, ...terms.networks] }, facilitator: away })
    closedAfterTest(shop)
    const { status, headers } = await shop.get('/api/btc')
    expect([status, quoteIn(headers).accepts.map(({ network }) => network)]).toEqual([402, ['eip155:84532']])
  })
})

describe('every text knows whether single calls are sold', () => {
  const offers = /pay per call/
  const denies = /single calls are not (currently )?for sale|does not currently sell single calls/i

  test('/llms.txt names events and webhooks, and what a page of events costs', async () => {
    const { text } = await shops.sold.get('/llms.txt')
    for (const named of ['/api/events', 'webhooks', `a page of events ${prices.events} USD`]) expect(text).toContain(named)
  })

  test.each(['/llms.txt', '/', '/openapi.json', '/api/openapi/spec.json'])('%s', async (path) => {
    const text = async (shop: Shop) => (await shop.get(path)).text
    for (const shop of [shops.sold, shops.sandbox]) {
      expect(await text(shop)).toMatch(offers)
      expect(await text(shop)).not.toMatch(denies)
    }
    expect(await text(shops.none)).toMatch(denies)
    expect(await text(shops.none)).not.toMatch(offers)
    if (!path.includes('api')) {
      expect(await text(shops.sandbox)).toContain('play money')
      expect(await text(shops.sold)).not.toContain('play money')
    }
  })

  test('a text that was made before the payments were open is made again', async () => {
    let open = false
    const { gate } = shops.sold.holders
    const server = await running(real, { gate: { ...gate, payments: (of) => (open ? gate.payments(of) : null) } })
    closedAfterTest(server)
    for (const path of ['/llms.txt', '/', '/openapi.json']) expect((await server.get(path)).text).toMatch(denies)
    open = true
    for (const path of ['/llms.txt', '/', '/openapi.json']) expect((await server.get(path)).text).toMatch(offers)
  })
})

describe('the facilitator in health', () => {
  const health = async (shop: Shop) => {
    const answer = await shop.get('/api/health')
    const { status, checks } = JSON.parse(answer.text) as {
      status: string
      checks: { name: string; status: string; detail: string }[]
    }
    return { answer: answer.status, status, payments: checks.find(({ name }) => name === 'payments')! }
  }

  test.each([
    ['sold', 'ok', 'The facilitator responds'],
    ['sandbox', 'ok', 'Sandbox'],
    ['none', 'ok', 'Single calls are not for sale'],
    ['away', 'degraded', 'The facilitator does not respond'],
  ] as const)('of the server %s: %s', async (name, status, detail) => {
    await expect
      .poll(async () => (await health(shops[name])).payments)
      .toMatchObject({
        status,
        detail: expect.stringContaining(detail),
      })
    expect(await health(shops[name])).toMatchObject({ answer: 200, status })
  })
})
