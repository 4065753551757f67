import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prices } from '../../data/prices.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { Facilitator } from '../../server/payments/facilitator.ts'
import { openPayments } from '../../server/payments/open.ts'
import { openProcessor } from '../../server/payments/payment-processor.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../server/payments/sandbox.ts'
import type { Terms } from '../../server/payments/terms.ts'
import { edition, type Running, running } from './fixture.ts'
import { type KeyHolders, keyHolders } from './key-holders.ts'
import { terms } from './payments/terms.ts'

interface Shop extends Running {
  readonly holders: KeyHolders
  end(): Promise<void>
}

/** A server that sells an edition by terms, or sells nothing. */
async function openShop(view: EditionView, sold: Terms | null, facilitator: Partial<Facilitator> = {}): Promise<Shop> {
  const holders = await keyHolders(async (state) => {
    if (sold === null) return { real: null, sample: null }
    const parts = { state, terms: sold, facilitator: { ...sandboxFacilitator(state, Date.now), ...facilitator } }
    const processor = openProcessor({ ...parts, lookUp: sandboxLookUp(state, Date.now), now: Date.now, warn: () => {} })
    const payments = openPayments({ ...parts, processor, now: Date.now, warn: () => {} })
    return { real: payments, sample: payments }
  })
  const server = await running(view, { gate: holders.gate })
  await server.get('/api/btc')
  return {
    ...server,
    holders,
    async end() {
      await server.close()
      await holders.close()
    },
  }
}

const archive = { '2026-07-20': 'recent' }
const real = edition({ edition: 'e1', archive })
const sample = edition({ edition: 'e1', sample: true, archive })
const away: Partial<Facilitator> = { getSupported: () => Promise.reject(new TypeError('fetch failed')) }

describe('a refusal for the plan', () => {
  const paths = ['/api/btc/onchain', '/api/treasuries', '/api/btc?date=2026-07-20']
  const refusal = async (shop: Shop, path: string) => {
    const { status, text } = await shop.get(path, { headers: { 'x-api-key': shop.holders.keys.free } })
    const { error, message, plan, needs, without_key } = JSON.parse(text)
    expect([path, status, error, plan, typeof needs]).toEqual([path, 403, 'PLAN_REQUIRED', 'free', 'string'])
    return { message, without_key }
  }

  test('offers the call without the key where single calls are sold', async () => {
    const shop = await openShop(real, { ...terms, sandbox: false })
    for (const path of paths) {
      const { message, without_key } = await refusal(shop, path)
      expect(without_key).toEqual({ price_usd: expect.stringMatching(/^0\.0\d$/) })
      expect(message).toContain(`omit the key and pay ${without_key.price_usd} USD`)
    }
    await shop.end()
  })

  test('offers nothing where none is sold: the same call without a key is 401', async () => {
    const shop = await openShop(real, null)
    for (const path of paths) {
      const { message, without_key } = await refusal(shop, path)
      expect([message, without_key]).toEqual([expect.stringMatching(/Use a key with that plan\.$/), undefined])
      expect((await shop.get(path)).status).toBe(401)
    }
    await shop.end()
  })

  test('offers nothing while there is nothing to pay by: the same call without a key is 503', async () => {
    const { networks } = await import('../../data/networks.ts')
    const network = networks.find(({ kind }) => kind === 'solana')!
    const onSolana = { ...terms, networks: [{ network, payTo: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' }] }
    const shop = await openShop(real, onSolana, away)
    for (const path of paths) {
      expect((await refusal(shop, path)).without_key).toBeUndefined()
      expect((await shop.get(path)).status).toBe(503)
    }
    await shop.end()
  })
})

describe('every text knows whether single calls are sold', () => {
  let shops: Record<'sold' | 'sandbox' | 'none', Shop>
  beforeAll(async () => {
    shops = {
      sold: await openShop(real, { ...terms, sandbox: false }),
      sandbox: await openShop(sample, terms),
      none: await openShop(real, null),
    }
  })
  afterAll(() => Promise.all(Object.values(shops).map((shop) => shop.end())))

  const offers = /pay per call/
  const denies = /single calls are not (currently )?for sale|does not currently sell single calls/i

  test('/llms.txt and the prices name events and webhooks, and what a page of events costs', async () => {
    const { text } = await shops.sold.get('/llms.txt')
    for (const named of ['/api/events', 'webhooks', `a page of events ${prices.events} USD`]) expect(text).toContain(named)
    const { text: page } = await shops.sold.get('/prices')
    for (const named of ['/api/events', '/api/webhooks', 'A page of change events']) expect(page).toContain(named)
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
    for (const path of ['/llms.txt', '/', '/openapi.json']) expect((await server.get(path)).text).toMatch(denies)
    open = true
    for (const path of ['/llms.txt', '/', '/openapi.json']) expect((await server.get(path)).text).toMatch(offers)
    await server.close()
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

  test('degraded while real payments are on and it is away', async () => {
    const shop = await openShop(real, { ...terms, sandbox: false }, away)
    await expect.poll(async () => (await health(shop)).payments.status).toBe('degraded')
    expect(await health(shop)).toMatchObject({
      answer: 200,
      status: 'degraded',
      payments: { detail: expect.stringContaining('The facilitator does not respond') },
    })
    await shop.end()
  })

  test('ok while it answers, in a sandbox, and where nothing is sold', async () => {
    const cases = [
      [real, { ...terms, sandbox: false }, 'The facilitator responds'],
      [sample, terms, 'Sandbox'],
      [real, null, 'Single calls are not for sale'],
    ] as const
    for (const [view, sold, detail] of cases) {
      const shop = await openShop(view, sold)
      await expect.poll(async () => (await health(shop)).payments.detail).toContain(detail)
      expect((await health(shop)).status).toBe('ok')
      await shop.end()
    }
  })
})
