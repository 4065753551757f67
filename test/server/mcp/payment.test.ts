import { request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { evm } from 'mppx/evm/client'
import { McpClient } from 'mppx/mcp/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from '../payments/shop.ts'
import { payer } from '../payments/signing.ts'
import { cost } from '../payments/terms.ts'
import { closedAfterTest } from '../served.ts'
import { addressOf, type ToolAnswer } from './clients.ts'
import refused from './payment.json' with { type: 'json' }

const shop = closedAfter(await openShop())
beforeEach(() => shop.forget())

const eras = { handshake: 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const
const rows = () => shop.holders.state.db.selectFrom('payment').select(['protocol', 'state', 'deliveries']).execute()

/** A client until its test is over. Closes each connection with its answer: a closed one shows that the answer arrived. */
async function connect(mode: (typeof eras)[keyof typeof eras] = 'legacy', headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(addressOf(shop.port), { requestInit: { headers: { ...headers, connection: 'close' } } }),
  )
  return closedAfterTest(client)
}

const quickCheck = { name: 'get_context', arguments: { briefing: 'btc.quick-check' } }
const ask = async (client: Client, _meta: Record<string, unknown> = {}, asked: typeof quickCheck = quickCheck) =>
  (await client.callTool({ ...asked, _meta })) as unknown as ToolAnswer

/** What a client of x402 signs for the first quote of a refused call. */
function paymentOf({ structuredContent }: ToolAnswer): Promise<Record<string, unknown>> {
  const wallet = new x402Client().register('eip155:*', new ExactEvmScheme(payer(711)))
  return wallet.createPaymentPayload(structuredContent as unknown as PaymentRequired) as never
}

describe.each(Object.entries(eras))('in the era of %s', (_, mode) => {
  test('a call without a key is told AUTH_REQUIRED, and both ways to pay for it', async () => {
    const client = await connect(mode)
    const refused = await ask(client)
    expect(refused.isError).toBe(true)
    expect(JSON.parse(refused.content[0]!.text)).toEqual(refused.structuredContent)
    expect(refused.structuredContent).toMatchObject({
      error: 'AUTH_REQUIRED',
      status: 402,
      x402Version: 2,
      accepts: [{ scheme: 'exact', amount: String(cost) }],
    })
    expect(refused.structuredContent!['resource']).toMatchObject({
      url: expect.stringContaining('/api/context?briefing=btc.quick-check'),
    })
    expect(refused._meta).toMatchObject({
      'org.paymentauth/payment-required': {
        httpStatus: 402,
        challenges: [{ method: 'evm', intent: 'charge', request: { amount: String(cost) } }],
      },
    })
  })

  test('x402: the signed quote in _meta buys the document once, with the receipt beside it', async () => {
    const client = await connect(mode)
    const payment = { 'x402/payment': await paymentOf(await ask(client)) }
    const bought = await ask(client, payment)
    expect(bought.isError ?? false).toBe(false)
    expect(bought.content[0]!.text).toContain('briefing btc.quick-check of e1')
    expect(bought._meta).toMatchObject({ 'x402/payment-response': { success: true, amount: String(cost) } })
    await expect.poll(rows).toEqual([{ protocol: 'x402', state: 'served', deliveries: 1 }])
    const again = await ask(client, payment)
    expect(again.isError).toBe(true)
    expect(again.structuredContent).toMatchObject({ error: 'PAYMENT_REQUIRED', x402Version: 2, title: 'Invalid Challenge' })
    expect(await rows()).toEqual([{ protocol: 'x402', state: 'served', deliveries: 1 }])
    expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
  })

  test('MPP: the official client pays and goes on by itself', async () => {
    const client = await connect(mode)
    const paying = McpClient.wrap(client as never, {
      methods: [evm.charge({ account: payer(712), currencies: [evm.assets.baseSepolia.USDC] })],
    }) as unknown as { callTool(asked: typeof quickCheck): Promise<ToolAnswer & { receipt?: Record<string, unknown> }> }
    const bought = await paying.callTool(quickCheck)
    expect(bought.content[0]!.text).toContain('briefing btc.quick-check of e1')
    expect(bought.receipt).toMatchObject({ status: 'success', method: 'evm', challengeId: expect.any(String) })
    await expect.poll(rows).toEqual([{ protocol: 'mpp', state: 'served', deliveries: 1 }])
    expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
  })
})

test('a payment buys the same over HTTP as inside MCP, and not twice', async () => {
  const client = await connect()
  const payment = await paymentOf(await ask(client))
  const headers = { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') }
  const path = '/api/context?briefing=btc.quick-check'
  expect((await shop.get('/api/context?briefing=btc.pulse', { headers })).status).toBe(402)
  expect((await shop.get(path, { headers: { ...headers, accept: 'text/markdown' } })).status).toBe(200)
  await expect.poll(rows).toEqual([{ protocol: 'x402', state: 'served', deliveries: 1 }])
  const again = await ask(client, { 'x402/payment': payment })
  expect(again.structuredContent).toMatchObject({ error: 'PAYMENT_REQUIRED' })
  expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
})

test('a key reads by its plan and is not charged, whatever payment comes with it', async () => {
  const stranger = await connect()
  const payment = { 'x402/payment': await paymentOf(await ask(stranger)) }
  const client = await connect('legacy', { authorization: `Bearer ${shop.holders.keys.pro}` })
  const read = await ask(client, payment)
  expect(read.content[0]!.text).toContain('briefing btc.quick-check of e1')
  expect(read._meta?.['x402/payment-response']).toBeUndefined()
  expect(await shop.takings()).toEqual({ paid: 0n, ledger: 0n })
})

test.each(refused as [string, Record<string, unknown>, object][])(
  '%s instead of a payment is refused, and nothing is charged',
  async (_, meta, expected) => {
    const client = await connect()
    const { isError, content } = await ask(client, meta)
    expect([isError, JSON.parse(content[0]!.text)]).toMatchObject([true, expected])
    expect(await rows()).toEqual([])
  },
)

test('a misspelt document is refused before anything is charged', async () => {
  const client = await connect()
  const payment = { 'x402/payment': await paymentOf(await ask(client)) }
  const refused = await ask(client, payment, { name: 'get_context', arguments: { briefing: 'btc.quickcheck' } })
  expect(JSON.parse(refused.content[0]!.text)).toMatchObject({ error: 'NOT_FOUND' })
  expect(await rows()).toEqual([])
})

test('a buyer who leaves while the payment settles has the answer with the same payment', async () => {
  const client = await connect()
  const payment = { 'x402/payment': await paymentOf(await ask(client)) }
  const { settle } = shop.facilitator
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...quickCheck, _meta: payment } })
  const leaving = request({ host: '127.0.0.1', port: shop.port, path: '/api/mcp', method: 'POST' })
  leaving.setHeader('content-type', 'application/json')
  leaving.on('error', () => {})
  const left = new Promise<void>((resolve) => {
    shop.facilitator.settle = async (...asked) => {
      shop.facilitator.settle = settle
      const closed = new Promise((close) => leaving.once('close', close))
      leaving.destroy()
      await closed
      resolve()
      return settle(...asked)
    }
  })
  leaving.end(body)
  await left
  await expect.poll(rows).toEqual([{ protocol: 'x402', state: 'settled', deliveries: 1 }])
  const again = await ask(client, payment)
  expect(again.content[0]!.text).toContain('briefing btc.quick-check of e1')
  await expect.poll(rows).toEqual([{ protocol: 'x402', state: 'served', deliveries: 2 }])
  expect(await shop.takings()).toEqual({ paid: cost, ledger: cost })
})

const notOnce = [
  [1, 1],
  ['a', 'a'],
  [null, null],
  [7, 2, 7],
  ['1', 1, '1'],
] as const

test('a batch that uses an id twice is refused before anything is charged or counted', async () => {
  const stranger = await connect()
  const payments: Record<string, unknown>[] = []
  for (let n = 0; n < 3; n++) payments.push(await paymentOf(await ask(stranger)))
  const batch = (ids: readonly (number | string | null)[], headers: Record<string, string> = {}) =>
    fetch(addressOf(shop.port), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(
        ids.map((id, n) => ({
          ...{ jsonrpc: '2.0', id, method: 'tools/call' },
          params: { ...quickCheck, _meta: { 'x402/payment': payments[n] } },
        })),
      ),
    })
  const key = { authorization: `Bearer ${shop.holders.keys.pro}` }
  const left = async () => (await shop.get('/api/btc', { headers: key })).headers['x-ratelimit-remaining']
  const before = Number(await left())
  for (let n = 0; n < 50; n++) {
    const refused = await batch(notOnce[n % notOnce.length]!, n % 10 < 5 ? {} : key)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.stringContaining('Nothing was charged') } },
    ])
  }
  expect(await rows()).toEqual([])
  expect(await left()).toBe(String(before - 1))
  expect([shop.facilitator.calls, await shop.takings()]).toEqual([
    { verify: 0, settle: 0 },
    { paid: 0n, ledger: 0n },
  ])
  // 1 and "1" are two ids: the same payments buy three answers
  const answered = (await (await batch([1, '1', 2])).json()) as { id: unknown; result: ToolAnswer }[]
  expect(answered.map(({ id, result }) => [id, result._meta?.['x402/payment-response']])).toMatchObject([
    [1, { success: true }],
    ['1', { success: true }],
    [2, { success: true }],
  ])
  await expect.poll(shop.takings).toEqual({ paid: 3n * cost, ledger: 3n * cost })
})
