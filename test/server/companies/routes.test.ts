import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyStore } from '../../companies/loaded.ts'
import { publishedCompanies } from '../../companies/published.ts'
import { withoutCompanies } from '../../recorded-companies.ts'
import { openShop, type Shop } from '../payments/shop.ts'

let shop: Shop
let close: () => Promise<void>
beforeAll(async () => {
  if (withoutCompanies) return
  const folder = await mkdtemp(join(tmpdir(), 'companies-'))
  const store = await companyStore()
  const edition = await publishedCompanies(store, folder, '2026-07-01')
  store.close()
  shop = await openShop({ view: edition.view, now: () => Date.parse('2026-07-01T22:00:00Z') })
  close = async () => {
    await shop.close()
    edition.close()
    await rm(folder, { recursive: true })
  }
}, 120_000)
afterAll(() => close?.())

const asked = (path: string, plan: 'free' | 'basic' | 'pro' | null = 'basic') =>
  shop.get(`/api/companies${path}`, plan === null ? {} : { headers: { 'x-api-key': shop.holders.keys[plan] } })
const json = async (path: string, plan?: 'free' | 'basic' | 'pro' | null) => {
  const { status, text } = await asked(`${path}${path.includes('?') ? '&' : '?'}format=json`, plan)
  return { status, body: JSON.parse(text) }
}

describe.skipIf(withoutCompanies)('a company', () => {
  test.each(['AAPL', 'aapl', '320193', '0000320193'])('answers to %s, in any case', async (address) => {
    const { status, body } = await json(`/${address}/header`)
    expect([status, body.company, body.name, body.market, body.block]).toEqual([200, 'AAPL', 'Apple Inc.', 'us', 'header'])
  })
  test('answers as Markdown, JSON and a page, whole and by block', async () => {
    for (const format of ['markdown', 'json', 'html'])
      for (const path of ['/KHC', '/KHC/numbers', '/KHC/what_changed', '/KHC/quality', '/KHC/profitability', '/KHC/header']) {
        const { status, text } = await asked(`${path}?format=${format}`)
        expect([path, format, status]).toEqual([path, format, 200])
        expect(text).toContain('Kraft Heinz')
      }
  })
})
