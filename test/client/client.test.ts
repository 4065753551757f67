import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Briefing, type Client, createClient, type Metric } from '../../client/index.ts'
import { operations } from '../../server/openapi/operations.ts'
import { closedAfter } from '../closed-after.ts'
import { credentialOf, type Protocol, payer, protocols, quoteIn, x402Header, x402Payload } from '../server/payments/signing.ts'
import { cost } from '../server/payments/terms.ts'
import { openSampleShop } from '../server/sample-shop.ts'

const shop = closedAfter(await openSampleShop())
const url = `http://127.0.0.1:${shop.port}`

const needed: Readonly<Record<string, object>> = {
  getTreasury: { ticker: 'HRBX' },
  getCompany: { company: 'MZPX' },
  getCompanyBlock: { company: 'MZPX', block: 'header' },
  getMetric: { metric: 'vix' },
  getMetricHistory: { metric: 'vix' },
  getDoc: { page: 'glossary' },
  getContext: { briefing: 'btc.quick-check' },
  getClaimPage: { claim_code: 'MB-ABCD-2345' },
}
/** A claim is begun before there is a key, and polled with a token of its own: that is the bridge's business. */
const buyer = (seed: number, protocol: Protocol) => (call: { headers: Headers }) =>
  credentialOf(protocol, payer(seed), Object.fromEntries(call.headers))

/** Calls an operation by its name, with what it needs. */
const call = (client: Client, id: string, input: object = {}) =>
  (client as unknown as Record<string, (input: object) => Promise<{ status: number; document?: unknown; error?: unknown }>>)[id]!(
    {
      ...needed[id],
      ...input,
    },
  )

describe('the client', () => {
  const driven = operations.filter(({ credential }) => credential === undefined).filter(({ method }) => method === undefined)
  test.each(driven.map(({ id, formats, otherwise }) => [id, formats, otherwise] as const))(
    'drives %s in every format',
    async (id, formats, otherwise) => {
      const client = createClient({ url, key: shop.holders.keys.enterprise })
      for (const format of [null, ...formats]) {
        const { status, document } = await call(client, id, format === null ? {} : { format })
        expect([id, format, status]).toEqual([id, format, 200])
        expect([id, format, typeof document]).toEqual([
          id,
          format,
          ['json', 'jsonFeed', 'arrow'].includes(format ?? otherwise) ? 'object' : 'string',
        ])
      }
    },
  )

  test('types what an operation takes and answers with', async () => {
    const client = createClient({ url, key: shop.holders.keys.pro })
    const text = await client.getBtcQuickCheck()
    if (text.ok && text.status === 200) expectTypeOf(text.document).toEqualTypeOf<string>()
    const json = await client.getContext({ briefing: 'btc.quick-check', format: 'json' })
    if (!json.ok || json.status !== 200) throw new Error('refused')
    expectTypeOf(json.document).toEqualTypeOf<Briefing>()
    expect(json.document.readings['bitcoin-price']!.value).toBeGreaterThan(0)
    const metric = await client.getMetric({ metric: 'vix', format: 'json' })
    if (metric.ok && metric.status === 200) expectTypeOf(metric.document).toEqualTypeOf<Metric>()
    const some = await client.getContext({ briefing: 'btc.quick-check', fields: 'summary' })
    if (some.ok && some.status === 200) expectTypeOf(some.document.summary).toEqualTypeOf<string | undefined>()
    // @ts-expect-error a briefing has to be named
    const unnamed = await client.getContext()
    expect(unnamed).toMatchObject({
      ok: false,
      status: 400,
      error: { error: 'MISSING_PARAMETER', field: 'briefing', hint: expect.stringContaining('GET /api/briefings') },
    })
    if (!unnamed.ok) expectTypeOf(unnamed.error.hint).toEqualTypeOf<string>()
    if (!unnamed.ok && unnamed.status === 402) expectTypeOf(unnamed.error.error).toEqualTypeOf<'PAYMENT_REQUIRED'>()
  })

  test('a document that is held is not sent again', async () => {
    const client = createClient({ url, key: shop.holders.keys.pro })
    const first = await client.getBtcQuickCheck({ format: 'json' })
    if (!first.ok || first.etag === null) throw new Error('refused')
    expect(await client.getBtcQuickCheck({ format: 'json', ifNoneMatch: first.etag })).toMatchObject({
      status: 304,
      document: null,
    })
  })

  test.each(protocols)('pays by %s for every priced operation, once and exactly', async (protocol) => {
    const client = createClient({ url, pay: buyer(protocol === 'x402' ? 501 : 502, protocol) })
    for (const { id, price } of operations.filter((operation) => operation.price !== null)) {
      const before = await shop.takings()
      const answer = await call(client, id)
      const { paid, ledger } = await shop.takings()
      expect([id, answer.status, (answer as { receipt?: unknown }).receipt === null]).toEqual([id, 200, false])
      expect([id, paid - before.paid, ledger - before.ledger]).toEqual([
        id,
        ...[0, 0].map(() => BigInt(Math.round(Number(price) * 1e6))),
      ])
    }
  })

  test('a payment that is declined leaves the quote; a call with a key is never paid for', async () => {
    const unpaid = await createClient({ url, pay: async () => null }).getBtcQuickCheck()
    expect(unpaid).toMatchObject({ ok: false, status: 402, error: { error: 'PAYMENT_REQUIRED', x402Version: 2 } })
    const client = createClient({ url, key: shop.holders.keys.free, pay: () => Promise.reject(new Error('asked to pay')) })
    expect(await client.getBtcTreasury()).toMatchObject({ status: 403, error: { error: 'PLAN_REQUIRED', needs: 'pro' } })
  })

  test('a payment whose answer was lost is sent again and charged once', async () => {
    shop.facilitator.settleFaults.push('settles and is cut off')
    const before = await shop.takings()
    const answer = await createClient({ url, pay: buyer(503, 'x402') }).getBtcQuickCheck()
    expect(answer.status).toBe(200)
    expect((await shop.takings()).paid - before.paid).toBe(cost)
  })

  test('a payment that does not pay is refused, and not asked for twice', async () => {
    let asked = 0
    const pay = async (quoted: { headers: Headers }) => {
      asked++
      const quote = quoteIn(Object.fromEntries(quoted.headers))
      return x402Header(await x402Payload(payer(504), quote, { value: '1' }))
    }
    expect(await createClient({ url, pay }).getBtcQuickCheck()).toMatchObject({ ok: false, status: 402 })
    expect(asked).toBe(1)
  })
})
