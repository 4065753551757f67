import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../../data/briefings.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, posted, running } from '../fixture.ts'
import { payer } from '../payments/signing.ts'
import { units } from '../payments/terms.ts'
import { openSampleShop } from '../sample-shop.ts'
import { callOf, clients, type TextResult } from './clients.ts'
import questions from './research.json' with { type: 'json' }

const shop = closedAfter(await openSampleShop())

interface Result {
  readonly id: string
  readonly title: string
  readonly url: string
}

/** Calls a tool of the sample in one of the eras of the protocol. */
async function call(name: string, given: Record<string, unknown>, key: string | null = null, era = 0): Promise<TextResult> {
  const client = await Object.values(clients)[era]!(shop.port, key)
  // it then checks what a tool answers for programs, refusals too
  await client.tools()
  const answer = await client.call(name, given)
  await client.close()
  return answer
}

const idsIn = ({ data }: TextResult) => (data!['results'] as Result[]).map(({ id }) => id)

describe('search', async () => {
  const server = closedAfter(await running(edition({ edition: 'e1' })))
  const market = closedAfter(await Object.values(clients)[0]!(server.port))

  test.each(questions)('finds for "%s" what answers it, among the first three', async (query, id) => {
    expect(idsIn(await market.call('search', { query })).slice(0, 3)).toContain(id)
  })

  test.each([
    ['MZPX segments', 'company:MZPX/segments'],
    ['who cut guidance', 'company:MZPX/against_guidance'],
    ['marzipan', 'company:MZPX'],
    ['Plainfeild', 'company:PLFX'],
    ['a bank in Korea', 'company:999001'],
  ])('finds for "%s" the company', async (query, id) => {
    expect(idsIn(await call('search', { query })).slice(0, 3)).toContain(id)
  })

  test('answers in the form of ChatGPT, in both eras, with pages of this server', async () => {
    for (const era of [0, 1]) {
      const { text, data } = await call('search', { query: 'rates' }, null, era)
      expect(JSON.parse(text)).toEqual(data)
      expect(Object.keys(data!)).toEqual(['results'])
      const results = data!['results'] as Result[]
      expect(results.length).toBeLessThanOrEqual(20)
      for (const result of results) expect(Object.keys(result)).toEqual(['id', 'title', 'url'])
      const { url } = results.find(({ id }) => id === 'briefing:macro.rates')!
      expect(new URL(url).pathname).toBe(briefingRows.find(({ id }) => id === 'macro.rates')!.path)
      const page = await shop.get(new URL(url).pathname, { headers: { accept: 'text/html' } })
      expect(page.status).toBe(200)
    }
    expect((await call('search', { query: 'zzzzqqqq' })).data).toEqual({ results: [] })
  })

  test('finds news by title and company with a key of any plan alone, and counts nothing', async () => {
    const { free } = shop.holders.keys
    const left = async () => ((await call('get_health', {}, free)).data!['account'] as { remaining: number }).remaining
    const before = await left()
    const found = (await call('search', { query: 'FOMC statement' }, free)).data!['results'] as Result[]
    const statement = found.find(({ id }) => id.startsWith('filing:federal-reserve/'))!
    expect(statement.url).toMatch(/^https:\/\/www\.federalreserve\.gov\//)
    expect(await left()).toBe(before)
    const without = await call('search', { query: 'FOMC statement' })
    expect(idsIn(without).filter((id) => id.startsWith('filing:'))).toEqual([])
    const { data, text } = await call('fetch', { id: statement.id }, free)
    expect(JSON.parse(text)).toEqual(data)
    expect(data).toMatchObject({ id: statement.id, url: statement.url, metadata: { sample: true } })
    expect(data!['text']).toContain('FOMC statement')
    expect(await left()).toBe(before - 1)
    const refused = await call('fetch', { id: statement.id })
    expect(JSON.parse(refused.text)).toMatchObject({ error: 'AUTH_REQUIRED' })
    const gone = await call('fetch', { id: 'filing:sec/0' }, free)
    expect(JSON.parse(gone.text)).toMatchObject({ error: 'NOT_FOUND', field: 'id' })
    expect(await left()).toBe(before - 1)
  })
})

describe('fetch', () => {
  test.each([
    ['briefing:macro.rates', '/api/macro/rates', 'pro'],
    ['metric:vix', '/api/metrics/vix', 'basic'],
    ['company:MZPX', '/api/companies/MZPX', 'basic'],
    ['company:MZPX/segments', '/api/companies/MZPX/segments', 'basic'],
  ])('reads %s as HTTP serves it, counts it once and says what it is', async (id, path, tier) => {
    const { pro } = shop.holders.keys
    const { headers, text: markdown } = await shop.get(path, { headers: { 'x-api-key': pro, accept: 'text/markdown' } })
    const remaining = Number(headers['x-ratelimit-remaining'])
    for (const era of [0, 1]) {
      const { text, data, meta } = await call('fetch', { id }, pro, era)
      expect(JSON.parse(text)).toEqual(data)
      expect(data).toMatchObject({
        ...{ id, title: expect.any(String), text: markdown },
        metadata: { as_of: '2026-11-20', tier, sample: true, fingerprint: expect.stringMatching(/^sha256:/) },
      })
      expect(new URL(String(data!['url'])).pathname).toBe(path)
      expect(meta['briefing/signature']).toBe(headers['briefing-signature'])
    }
    const { remaining: left } = (await call('get_health', {}, pro)).data!['account'] as { remaining: number }
    expect(left).toBe(remaining - 2)
  })

  test('is paid for in _meta, at the price of the document', async () => {
    for (const era of Object.keys(clients).keys())
      expect((await call('explain_figure', { metric: 'vix' }, null, era)).data).toMatchObject({
        accepts: [{ amount: String(units.metric) }],
      })
    const quoted = await call('fetch', { id: 'metric:vix' })
    expect(quoted.data).toMatchObject({ error: 'AUTH_REQUIRED', accepts: [{ amount: String(units.metric) }] })
    const wallet = new x402Client().register('eip155:*', new ExactEvmScheme(payer(733)))
    const payment = await wallet.createPaymentPayload(quoted.data as never)
    const bought = callOf(1, 'fetch', { id: 'metric:vix' }, { _meta: { 'x402/payment': payment } })
    const before = await shop.takings()
    const { text } = await shop.get('/api/mcp', posted(bought))
    const { result } = JSON.parse(text)
    expect(result._meta).toMatchObject({ 'x402/payment-response': { success: true, amount: String(units.metric) } })
    expect(result.structuredContent).toMatchObject({ id: 'metric:vix', metadata: { sample: true } })
    await expect.poll(async () => (await shop.takings()).ledger - before.ledger).toBe(units.metric)
  })
})

test('explain_figure tells the formula and the dated inputs of a metric, and where its bytes are shown', async () => {
  const { pro } = shop.holders.keys
  const { data, text } = await call('explain_figure', { metric: 'net-liquidity' }, pro)
  const document = await shop.get('/api/metrics/net-liquidity?format=json', { headers: { 'x-api-key': pro } })
  const { value, inputs, fingerprint } = JSON.parse(document.text)
  expect(data).toMatchObject({
    ...{ metric: 'net-liquidity', value, inputs, document_fingerprint: fingerprint, sample: true },
    bytes: expect.stringContaining('briefing explain net-liquidity --date 2026-11-20'),
  })
  expect(inputs.length).toBeGreaterThan(1)
  expect(text).toMatch(/ Source: Calculated$/m)
  for (const metric of ['net-liquidity', 'vix', 'bitcoin-price'])
    expect((await call('explain_figure', { metric }, pro)).text).not.toMatch(/\b(?:null|undefined)\b/)
  for (const { url, series } of inputs) expect(text).toContain(url ?? series)
  expect(text).toContain('SAMPLE DATA')
})
