import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { holders } from '../../sample/world/holders.ts'
import { ask, jsonOf, now, textOf } from './answers.ts'

const counts = 'https://api.coingecko.com/api/v3/companies/public_treasury/bitcoin'
const entity = (id: string) => `https://api.coingecko.com/api/v3/public_treasury/${id}`
const pointer = 'https://data.strategytracker.com/latest.json'
const prices = (symbol: string) => `https://stooq.com/q/d/l/?s=${symbol}&i=d&o=1111111`

test('every invented company of the roster is known to the third parties, by the symbol of its market', () => {
  const symbols = new Set(holders.map(({ symbol }) => symbol))
  for (const { ticker, exchange } of rosterOf(true)) expect(symbols).toContain(`${ticker}.${exchange === 'tokyo' ? 'T' : 'US'}`)
})

describe('CoinGecko', () => {
  test('a company is listed once it has filed', async () => {
    const { companies } = await jsonOf(counts, Date.parse('2021-10-30T12:00:00Z'))
    expect(companies.map(({ symbol }: { symbol: string }) => symbol)).not.toContain('HRBX.US')
  })
  test('an entity’s coins make up its value', async () => {
    const { holdings, total_treasury_value_usd: total } = await jsonOf(entity('lantern-specimen'))
    const sum = holdings.reduce((all: number, { current_value_usd: value }: { current_value_usd: number }) => all + value, 0)
    expect(sum / total).toBeCloseTo(1, 12)
    await expect(ask(entity('nobody'))).rejects.toThrow('no such page')
  })
})

test('StrategyTracker: the pointer names the file of this quarter of an hour, and there is no other', async () => {
  const { files, timestamp } = await jsonOf(pointer, now + 20 * 60_000)
  expect([files.full, timestamp]).toEqual(['all.v20261120T221500Z.json', '2026-11-20T22:15:00.000000+00:00'])
  const file = pointer.replace('latest.json', files.full)
  expect((await jsonOf(file, now + 20 * 60_000)).timestamp).toBe(timestamp)
  await expect(ask(file, now)).rejects.toThrow('no such version')
})

describe('Stooq', () => {
  test('a symbol nobody has is a sentence in a 200', async () => {
    expect(await textOf(prices('nobody.us'))).toBe('No data')
    await expect(ask(prices('hrbx.us').replace('&o=1111111', ''))).rejects.toThrow('unadjusted')
  })
})
