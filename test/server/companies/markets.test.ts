import { describe, expect, test } from 'vitest'
import { companyMarkets } from '../../../data/companies/markets.ts'
import { prices } from '../../../data/prices.ts'
import { upstreamById } from '../../../data/upstreams.ts'
import { closedAfter, folderOfTests } from '../../closed-after.ts'
import { publishedCompanies } from '../../companies/published.ts'
import { emptyStore } from '../../empty-store.ts'
import { openShop } from '../payments/shop.ts'

const day = '2026-07-02'
const lei = '213800H2PQMIF3OVZY47'
/** One company a market: its issuer id, its codes, the addresses that name it and what is sold there. */
const planted = [
  {
    id: 'us:0000006758',
    codes: ['SIXX'],
    named: ['sixx', '0000006758', '549300sample00000042'],
    address: 'SIXX',
    currency: 'USD',
  },
  { id: 'jp:E01777', codes: ['6758'], named: ['6758', '67580', 'e01777'], address: '6758', currency: 'JPY' },
  { id: 'kr:00126380', codes: ['005930'], named: ['005930', 'KR7005930003', 'kr7005930003'], address: '005930', currency: 'KRW' },
  { id: 'in:INE002A01018', codes: [], named: ['INE002A01018', 'ine002a01018'], address: 'INE002A01018', currency: 'INR' },
  { id: `eu:${lei}`, codes: [], named: [lei, lei.toLowerCase()], address: lei, currency: 'GBP' },
] as const
const marketOf = (id: string) => companyMarkets.find(({ market }) => id.startsWith(`${market}:`))!

const store = await emptyStore()
for (const { id, codes, currency } of planted) {
  const lines =
    'revenue net_income net_income_with_minorities total_assets liabilities_and_equity equity operating_cash_flow'.split(' ')
  for (const [nth, line] of lines.entries()) {
    const isSheet = ['total_assets', 'liabilities_and_equity', 'equity'].includes(line)
    const [span, from] = isSheet ? ['instant', 'NULL'] : ['year', "DATE '2025-01-01'"]
    const value = line === 'liabilities_and_equity' ? 1_003 : 1_000 + nth
    await store.connection.run(
      `INSERT INTO company_line VALUES ('${id}', '${line}', '${span}', ${from}, DATE '2025-12-31', '${currency}', ${value}e6, NULL, '${line}', 'Name', 'report-1', 'annual report', DATE '2026-03-20', 'filed', 2025, 1)`,
    )
  }
  const leiOf = id.startsWith('us:') ? "'549300SAMPLE00000042'" : 'NULL'
  await store.connection.run(
    `INSERT INTO issuer VALUES ('${id}', 'filer', 'Company ${id.slice(0, 2)}', '[]', NULL, '264', NULL, '12-31', NULL, '[]', '[]', ${leiOf}, TIMESTAMP '2026-05-01', 'r')`,
  )
  for (const code of codes)
    await store.connection.run(
      `INSERT INTO listing VALUES ('${id}', '${id.startsWith('us:') ? 'ticker' : 'code'}', '${code}', 'Company', 1, DATE '2026-05-01', NULL, 'r')`,
    )
}
const view = await publishedCompanies(store, await folderOfTests(), day)
await store.close()
const shop = closedAfter(await openShop({ view, now: () => Date.parse(`${day}T22:00:00Z`) }))

const asked = (path: string, plan: 'free' | 'basic' | 'pro' | null) =>
  shop.get(
    `/api/companies${path}${path.includes('?') ? '&' : '?'}format=json`,
    plan === null ? {} : { headers: { 'x-api-key': shop.holders.keys[plan] } },
  )

describe('companies of five markets in one directory', () => {
  test.each(planted.flatMap(({ named, ...row }) => named.map((address) => [address, row] as const)))(
    '%s is one address of it',
    async (address, row) => {
      const { status, text } = await asked(`/${address}/header`, 'pro')
      const body = JSON.parse(text)
      expect([status, body.company, body.market]).toEqual([200, row.address, row.id.slice(0, 2)])
      expect(body.identity[marketOf(row.id).number]).toBe(row.id.slice(3))
      const { notice } = upstreamById.get(marketOf(row.id).upstream)!
      if (notice !== null) expect(body.notices).toContain(notice)
    },
  )

  test.each(planted)(
    '$id is read by the plan of its market and sold at the price of its five blocks',
    async ({ id, address }) => {
      const { tier } = marketOf(id)
      const { status, text } = await asked(`/${address}`, 'basic')
      expect(status).toBe(tier === 'basic' ? 200 : 403)
      if (tier !== 'basic') expect(JSON.parse(text)).toMatchObject({ error: 'PLAN_REQUIRED' })
      expect((await asked(`/${address}`, 'pro')).status).toBe(200)
      const keyless = await asked(`/${address}`, null)
      expect([keyless.status, keyless.text.includes('0.25 USD')]).toEqual([402, true])
      expect((await asked(`/${address}/numbers`, null)).text).toContain(prices.companyBlock)
    },
  )

  test('an ISIN or LEI of no list and a malformed address are refused without a quote', async () => {
    const refused = [
      ['KR7005930004', 404, 'NOT_FOUND'],
      ['US0378331005', 404, 'NOT_FOUND'],
      ['549300SAMPLE00000043', 404, 'NOT_FOUND'],
      ['A_B', 400, 'INVALID_COMPANY'],
      ['1'.repeat(34), 400, 'INVALID_COMPANY'],
    ] as const
    for (const [address, status, code] of refused) {
      const answer = await asked(`/${address}`, null)
      expect([address, answer.status, JSON.parse(answer.text).error]).toEqual([address, status, code])
      expect(Object.keys(answer.headers).filter((name) => /payment|authenticate/i.test(name))).toEqual([])
    }
  })

  test('a cursor that no page has given is refused', async () => {
    for (const cursor of ['zzz', '%27', 'A'.repeat(34)])
      expect([cursor, (await shop.get(`/api/companies?cursor=${cursor}`)).status]).toEqual([cursor, 400])
  })
  test('the list has the companies of each market', async () => {
    for (const { market, tier } of companyMarkets) {
      const { companies } = JSON.parse((await asked(`?market=${market}`, null)).text)
      const row = planted.find(({ id }) => id.startsWith(market))!
      expect(
        companies.map((each: { address: string; tier: string; price_usd: string }) => [each.address, each.tier, each.price_usd]),
      ).toEqual([[row.address, tier, '0.25']])
    }
  })
})
