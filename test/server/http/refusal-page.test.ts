import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../server/http/errors.ts'
import { refusalPage } from '../../../server/pages/refusal-page.ts'
import { nothingForSale } from '../../../server/payments/status.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, type Running, running } from '../fixture.ts'
import { openShop } from '../payments/shop.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const selling = closedAfter(await openShop({ view: edition({ edition: 'e1', archive: { '2026-07-20': 'recent' } }) }))
const { holders } = selling
const closed = closedAfter(
  await running(edition({ edition: 'e1', pages: false }), { gate: { ...holders.gate, payments: () => null } }),
)

const priced = closedAfter(
  await running(edition({ edition: 'e1' }), {
    gate: holders.gate,
    contact: 'desk@example.com',
    planPrices: { pro: '99 USD per month' },
  }),
)

const get = (path: string, headers: Record<string, string> = {}, at: Running = selling) =>
  at.get(path, { headers: { accept: browser, ...headers } })

describe('a browser that may not read a document', () => {
  test('gets a page with the status and headers as ever: what it is, what it costs, the ways to read it', async () => {
    const { status, headers, text } = await get('/api/cross/regime')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([402, 'text/html; charset=utf-8', 'no-store'])
    expect(headers['payment-required']).toBeDefined()
    expect(headers['www-authenticate']).toMatch(/^Payment /)
    for (const part of [
      '<h1>Regime, 23 July 2026</h1>',
      '<strong>$0.05</strong>',
      'href="/sign-in?next=%2Fapi%2Fcross%2Fregime"',
      `npx --no-install briefing buy &#34;http://127.0.0.1:${selling.port}/api/cross/regime&#34;`,
      `curl -H &#34;Authorization: Bearer $KEY&#34; &#34;http://127.0.0.1:${selling.port}/api/cross/regime&#34;`,
      'PAYMENT-REQUIRED',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/<script|<img|<link|x402Version| style=/)
    expect(Buffer.byteLength(text)).toBeLessThan(60_000)
  })

  test('named by format=html as by Accept; JSON stays JSON', async () => {
    expect((await selling.get('/api/btc?format=html')).headers['content-type']).toMatch(/^text\/html/)
    for (const [path, accept] of [
      ['/api/btc', '*/*'],
      ['/api/btc?format=json', browser],
      ['/api/btc?format=markdown', browser],
    ] as const) {
      const answer = await selling.get(path, { headers: { accept } })
      expect([path, answer.status, JSON.parse(answer.text).error]).toEqual([path, 402, 'PAYMENT_REQUIRED'])
    }
  })

  test.each<[string, string, () => Record<string, string>, number, string]>([
    ['a wrong key', '/api/btc', () => ({ 'x-api-key': 'nonsense' }), 401, 'Key not accepted'],
    ['a plan that does not reach', '/api/cross/regime', () => ({ 'x-api-key': holders.keys.free }), 403, 'Another plan required'],
    ['a day not on record', '/api/btc?date=2026-07-19', () => ({}), 404, 'Day not on record'],
    ['no such path', '/api/macor', () => ({}), 404, 'href="/api/macro"'],
    ['a day that does not exist', '/api/btc?date=2026-02-30', () => ({}), 400, 'The date parameter is not a valid day'],
  ])('%s', async (_, path, headers, status, text) => {
    const answer = await get(path, headers())
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.text).toContain(text)
  })

  test('of a plan that does not reach names the one that does and its price, and offers no sign-in', async () => {
    const { text } = await get('/api/cross/regime', { 'x-api-key': holders.keys.free }, priced)
    expect(text).toContain('Your plan is Free. This requires Pro (99 USD per month) or above.')
    expect(text).toContain('<a href="mailto:desk@example.com">')
    expect(text).not.toContain('>Sign in</a>')
  })

  test('of data that has stopped says since when, and leads to the last day on which it was sold', () => {
    const members = { available_date: '2026-03-25' }
    const request = {
      refusal: new Refusal('DATA_STALE', 'All of it is stale. Retry in 300 seconds.', { members }),
      id: 'r',
      asked: {
        ...{ place: 'briefing/btc.on-chain', title: 'On-Chain', description: 'Activity.' },
        ...{ path: '/api/btc/onchain', day: '2026-07-16', price: '0.03' },
        tier: 'basic',
        formats: ['html'],
      },
      sold: nothingForSale,
      plan: 'free',
      ...{ origin: '', next: '/', progress: null, newest: '2026-03-22' },
      terms: { prices: {}, contact: null },
    } as const
    const page = refusalPage(request)
    expect(page).toContain(
      'Data for On-Chain stopped on 22 March 2026. It is not sold until the data resumes. The last one is of 25 March 2026.',
    )
    expect(page).toContain('<a class="btn" href="/api/btc/onchain?date=2026-03-25">')
    expect(refusalPage({ ...request, newest: '2026-07-15' })).toContain('<p class="stand">All of it is stale. The last one')
  })

  test('where nothing is sold the page names no price', async () => {
    const { status, text } = await get('/api/btc?date=2026-07-23', {}, closed)
    expect(status).toBe(401)
    expect(text).toContain('>Sign in</a>')
    expect(text).not.toMatch(/\$0\.|briefing buy|id="pay"/)
  })

  test('nothing of the request stands in the page unescaped', async () => {
    const { text } = await get('/api/%3Cb%3E?x="><b>')
    expect(text).not.toContain('<b>')
    expect((await get('/api/btc?date=2026-07-20&x=%22%3E%3Cscript%3E')).text).not.toContain('<script')
  })
})

test('prices and keys are open, and say what is sold here', async () => {
  const { status, text, headers } = await get('/prices')
  expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache'])
  expect(text).toContain('All prices')
  for (const named of ['GET /api/events', 'POST /api/webhooks', 'A page of change events']) expect(text).toContain(named)
  expect((await get('/prices', {}, closed)).text).toContain('Single calls are not for sale on this server.')
  expect(text).not.toContain('data-label="Price"')
  const { text: withPlans } = await get('/prices', {}, priced)
  for (const part of [
    'data-label="Price">99 USD per month<',
    'data-label="Price">on request<',
    'write to <a href="mailto:desk@example.com">',
  ])
    expect(withPlans).toContain(part)
})
