import { expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openCompanyShop } from './shop.ts'
import { expectShortJson } from './size.ts'

const shop = closedAfter(await openCompanyShop('2026-07-02'))

test('the JSON of every recorded company is at most five times its Markdown', async () => {
  const { companies } = JSON.parse((await shop.get('/api/companies?limit=100&format=json')).text)
  expect(companies.length).toBeGreaterThan(10)
  await expectShortJson(
    shop,
    companies.map(({ address }: { address: string }) => address),
  )
})
