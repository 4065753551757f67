import { expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openSampleShop } from '../sample-shop.ts'
import { expectShortJson } from './size.ts'

const shop = closedAfter(await openSampleShop())

const read = async (path: string, plan: 'basic' | 'pro' = 'basic') => {
  const { status, text } = await shop.get(path, { headers: { 'x-api-key': shop.holders.keys[plan], accept: 'application/json' } })
  return { status, body: JSON.parse(text) }
}

test('the sample sells two companies, each with every block that is read', async () => {
  const { body } = await read('/api/companies')
  const sold = body.companies.filter(({ address }: { address: string }) => ['MZPX', 'PLFX'].includes(address))
  expect(sold).toMatchObject([
    { name: 'Marzipan Sample Foods Inc (SAMPLE DATA)' },
    { name: 'Plainfield Specimen Tools Corp (SAMPLE DATA)' },
  ])
  expect(sold[0].blocks).toEqual(expect.arrayContaining(['segments', 'against_guidance', 'situations']))
  for (const { address, blocks } of sold)
    for (const block of blocks) {
      const { status, body: answer } = await read(`/api/companies/${address}/${block}`)
      expect([address, block, status, answer.sample]).toEqual([address, block, 200, true])
      expect(answer.notices[0]).toContain('SAMPLE DATA')
    }
})

test('the sample sells a company that reports in Japan', async () => {
  const { body } = await read('/api/companies?market=jp')
  const blocks = ['header', 'what_changed', 'numbers', 'valuation', 'capital_structure', 'quality', 'profitability']
  expect(body.companies).toMatchObject([{ address: '9902', name: 'Hoshi Mihon KK (SAMPLE DATA)', tier: 'pro', blocks }])
})

test('the sample sells a bank in Korea, with the plan of its market and without revenue', async () => {
  const { body: list } = await read('/api/companies?market=kr')
  expect(list.companies).toMatchObject([{ address: '999001', name: 'Specimen Cloud Bank (SAMPLE DATA)', tier: 'pro' }])
  expect((await read('/api/companies/999001')).status).toBe(403)
  const { status, body } = await read('/api/companies/999001', 'pro')
  expect([status, body.market, body.sample]).toEqual([200, 'kr', true])
  expect(body.left_out).toContainEqual({ what: 'revenue', why: expect.stringMatching(/^Banks/) })
  const dated = await read('/api/companies/999001/numbers?date=2026-04-01', 'pro')
  expect(dated.body.as_known).toEqual({ date: '2026-04-01', time_zone: 'Asia/Seoul' })
})

test('the JSON of each company is at most five times its Markdown', () =>
  expectShortJson(shop, ['MZPX', 'PLFX', '9902', '999001']))
