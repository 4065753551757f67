import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import { prices } from '../../../data/prices.ts'
import { closedAfter } from '../../closed-after.ts'
import { openCompanyShop } from '../companies/shop.ts'
import { payer } from '../payments/signing.ts'
import { units } from '../payments/terms.ts'
import { addressOf, type ToolAnswer } from './clients.ts'
import refusals from './companies.json' with { type: 'json' }

const shop = closedAfter(await openCompanyShop('2026-07-01'))

async function call(name: string, given: object, { key = '', _meta = {} }: { key?: string; _meta?: object } = {}) {
  const client = new Client({ name: 'test-agent', version: '1.0.0' })
  const headers = { connection: 'close', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) }
  await client.connect(new StreamableHTTPClientTransport(addressOf(shop.port), { requestInit: { headers } }))
  const answer = (await client.callTool({ name, arguments: { ...given }, _meta: { ..._meta } })) as unknown as ToolAnswer
  await client.close()
  return answer
}

describe('a company briefing', () => {
  test('is read by entity, block and date, the same as over HTTP', async () => {
    const key = shop.holders.keys.basic
    const same = async (given: object, path: string) => {
      const headers = { authorization: `Bearer ${key}`, accept: 'text/markdown' }
      const { status, text } = await shop.get(path, { headers })
      const answer = await call('get_context', given, { key })
      expect([path, status, answer.content[0]!.text]).toEqual([path, 200, text])
    }
    await same({ entity: 'AAPL' }, '/api/companies/AAPL')
    await same({ entity: '320193', block: 'header' }, '/api/companies/AAPL/header')
    await same({ briefing: 'equities.company', entity: 'goog', block: 'quality' }, '/api/companies/GOOGL/quality')
    await same({ briefing: 'equities.company/KHC', block: 'what_changed' }, '/api/companies/KHC/what_changed')
    const dated = '/api/companies/AAPL/numbers?date=2025-06-30'
    await same({ entity: 'AAPL', block: 'numbers', date: '2025-06-30' }, dated)
    const { structuredContent } = await call('get_context', { entity: 'AAPL', block: 'header', format: 'json' }, { key })
    expect(structuredContent).toMatchObject({ company: 'AAPL', block: 'header' })
  })

  test.each(refusals as [object, object][])('asked for with %j is refused before any price', async (given, refusal) => {
    const { isError, content } = await call('get_context', given)
    const answer = JSON.parse(content[0]!.text)
    expect([isError, answer]).toEqual([true, expect.objectContaining(refusal)])
    expect(answer).not.toHaveProperty('accepts')
  })

  test('needs a plan that reaches its market, and is paid for in _meta under the offer of its path', async () => {
    const free = await call('get_context', { entity: 'AAPL', block: 'header' }, { key: shop.holders.keys.free })
    expect(JSON.parse(free.content[0]!.text)).toMatchObject({ error: 'PLAN_REQUIRED', needs: 'basic' })
    const quoted = await call('get_context', { entity: 'aapl', block: 'header' })
    expect(quoted.structuredContent).toMatchObject({
      error: 'AUTH_REQUIRED',
      accepts: [{ amount: String(units.companyBlock) }],
      resource: { url: expect.stringMatching(/\/api\/companies\/AAPL\/header$/) },
    })
    const wallet = new x402Client().register('eip155:*', new ExactEvmScheme(payer(731)))
    const payment = await wallet.createPaymentPayload(quoted.structuredContent as unknown as PaymentRequired)
    const _meta = { 'x402/payment': payment }
    expect((await call('get_context', { entity: 'AAPL' }, { _meta })).isError).toBe(true)
    const bought = await call('get_context', { entity: 'AAPL', block: 'header' }, { _meta })
    expect(bought.content[0]!.text).toContain('Apple Inc.')
    expect(bought._meta).toMatchObject({
      'x402/payment-response': { success: true, amount: String(units.companyBlock) },
    })
    expect(await shop.takings()).toEqual({ paid: units.companyBlock, ledger: units.companyBlock })
  })

  test('is listed by a search for its name or ticker, with what to ask for it by', async () => {
    const { content, structuredContent } = await call('search_companies', { query: 'apple' })
    expect(structuredContent).toMatchObject({
      count: 1,
      companies: [
        {
          ...{
            entity: 'AAPL',
            name: 'Apple Inc.',
            market: 'us',
            tier: 'basic',
            price_usd: '0.30',
            price_usd_block: prices.companyBlock,
          },
          blocks: expect.arrayContaining(['header', 'numbers']),
        },
      ],
    })
    expect(content[0]!.text).toContain('| AAPL | Apple Inc. | us | basic | header, ')
    const named = async (query: string) => (await call('search_companies', { query })).structuredContent!
    expect(await named('khc')).toMatchObject({ companies: [expect.objectContaining({ entity: 'KHC' })] })
    expect(await named('aaple')).toMatchObject({ count: 0, suggestions: ['AAPL'] })
    for (const none of ['nothing of the kind', '-']) expect(await named(none)).toMatchObject({ count: 0, companies: [] })
    const all = await call('search_companies', {})
    const japanese = await call('search_companies', { market: 'jp' })
    expect(Number(all.structuredContent!['count'])).toBeGreaterThan(Number(japanese.structuredContent!['count']))
    const briefings = await call('list_briefings', { search: 'apple' })
    expect(briefings.structuredContent).toEqual({ count: 0, briefings: [] })
    expect(briefings.content[0]!.text).toContain('search_companies')
  })

  test('is explained from the figure to the filings that stated it', async () => {
    const key = shop.holders.keys.basic
    const asked = { entity: 'AAPL', line: 'revenue', period: 'FY2024' }
    const { content, structuredContent } = await call('explain_figure', asked, { key })
    expect(structuredContent).toMatchObject({
      ...{ entity: 'AAPL', line: 'revenue', period: 'FY2024', unit: 'USD', value: 391_035_000_000 },
      filing: { form: '10-K', url: expect.stringContaining('https://www.sec.gov/Archives/edgar/data/320193/') },
      bytes: expect.stringContaining('briefing explain AAPL revenue FY2024 --date 2026-07-01'),
    })
    expect(content[0]!.text).toContain('# Apple Inc.: Total revenue, FY2024: 391035000000 USD')
    const { statements } = (await call('get_context', { entity: 'AAPL', block: 'numbers', format: 'json' }, { key }))
      .structuredContent as { statements: unknown }
    expect(JSON.stringify(statements)).toContain('391035000000')
    const refused = async (given: object) =>
      JSON.parse((await call('explain_figure', { ...asked, ...given }, { key })).content[0]!.text)
    expect(await refused({ line: 'revenues' })).toMatchObject({ error: 'NOT_FOUND', field: 'line', suggestions: ['revenue'] })
    expect(await refused({ period: 'FY1999' })).toMatchObject({ error: 'NOT_FOUND', field: 'period' })
    expect(await refused({ line: 'premiums_earned' })).toMatchObject({ error: 'NOT_FOUND', field: 'line' })
    const quoted = await call('explain_figure', asked)
    expect(quoted.structuredContent).toMatchObject({
      error: 'AUTH_REQUIRED',
      accepts: [{ amount: String(units.companyBlock) }],
    })
  })
})
