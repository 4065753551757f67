import { expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { holders } from '../../sample/world/holders.ts'
import { readOf } from './answers.ts'

const counts = 'https://api.coingecko.com/api/v3/companies/public_treasury/bitcoin'

test('every invented company of the roster is known to the third parties, by the symbol of its market', () => {
  const symbols = new Set(holders.map(({ symbol }) => symbol))
  for (const { ticker, exchange } of rosterOf(true)) expect(symbols).toContain(`${ticker}.${exchange === 'tokyo' ? 'T' : 'US'}`)
})

test('CoinGecko lists a company once it has filed', async () => {
  const listed = async (at: string) => (await readOf(counts, Date.parse(at))).sighting.map(({ series }) => series)
  expect(await listed('2021-10-30T12:00:00Z')).not.toContain('HRBX.bitcoin.coingecko')
  expect(await listed('2026-10-30T12:00:00Z')).toContain('HRBX.bitcoin.coingecko')
})
