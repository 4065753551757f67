import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shop } from './payments/shop.ts'
import { openSampleShop } from './sample-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openSampleShop()
})
afterAll(() => shop.close())

const read = (path: string, headers: Record<string, string> = {}) =>
  shop.get(path, { headers: { authorization: `Bearer ${shop.holders.keys.pro}`, ...headers } })
const json = async (path: string) => JSON.parse((await read(path)).text)

test('JSON by default, Markdown where Accept asks for it, and both say so to caches', async () => {
  for (const path of ['/api/treasuries', '/api/treasuries/HRBX']) {
    const [plain, markdown] = [await read(path), await read(path, { accept: 'text/markdown' })]
    expect([plain.headers['content-type'], plain.headers.vary]).toEqual([
      'application/json; charset=utf-8',
      'Accept, Accept-Encoding, Authorization, X-API-Key',
    ])
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toMatch(/^# /)
    expect(markdown.text).toContain('SAMPLE DATA')
  }
})

test('the list has the members of the interface, and its total is that of the exact rows', async () => {
  const list = await json('/api/treasuries')
  expect(Object.keys(list)).toEqual(
    expect.arrayContaining(['holdings', 'total_btc_exact', 'financing', 'mnav', 'withheld', 'as_of', 'fingerprint', 'sample']),
  )
  const exact = list.holdings.filter(({ precision }: { precision: string }) => precision === 'exact')
  expect(exact.length).toBeGreaterThan(1)
  expect(list.total_btc_exact).toBe(exact.reduce((sum: number, { btc_exact }: { btc_exact: number }) => sum + btc_exact, 0))
  for (const row of list.holdings) {
    expect(row.btc_exact === null).toBe(row.precision === 'estimate')
    expect([row.ticker, row.filing_url === null]).toEqual([row.ticker, row.precision === 'estimate'])
  }
})

test('each row is the holding of its own document', async () => {
  const { holdings } = await json('/api/treasuries')
  for (const { ticker, company_name, financing_summary, mnav_summary, ...holding } of holdings) {
    const one = await json(`/api/treasuries/${ticker}`)
    expect(one).toMatchObject({ ticker, company_name, holding })
    expect(one.financing === null).toBe(financing_summary === null)
    expect(one.mnav?.value).toBe(mnav_summary?.value)
    expect([one.financing === null, one.financing_note !== null]).toEqual([one.financing === null, one.financing === null])
    expect([one.mnav === null, one.mnav_note !== null]).toEqual([one.mnav === null, one.mnav === null])
  }
})

test('every company of the roster has its document, in either case', async () => {
  const upper = await read('/api/treasuries/LNTX')
  expect((await read('/api/treasuries/lntx')).headers.etag).toBe(upper.headers.etag)
  expect(upper.status).toBe(200)
})
