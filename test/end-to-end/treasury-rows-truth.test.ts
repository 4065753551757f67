import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import type { Shop } from '../server/payments/shop.ts'
import { openSampleShop } from '../server/sample-shop.ts'

const script = join(import.meta.dirname, '..', 'truth', 'treasury-rows.py')
const withoutPython = spawnSync('python3', ['--version']).status !== 0
if (withoutPython) console.warn('skipping the comparison of treasury rows with another program: python3 is absent')

describe.skipIf(withoutPython)('the list, against what another program makes of the documents of the companies', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openSampleShop()
  })
  afterAll(() => shop?.close())

  test('rows, totals, per BTC, shares of assets, mNAV and enterprise value are the same to the last digit', async () => {
    const read = async (path: string) =>
      JSON.parse((await shop.get(path, { headers: { authorization: `Bearer ${shop.holders.keys.pro}` } })).text)
    const companies = rosterOf(true).map(({ ticker }) => ticker)
    const documents = await Promise.all(companies.map((ticker) => read(`/api/treasuries/${ticker}`)))
    const { stdout, stderr, status } = spawnSync('python3', [script], { input: JSON.stringify(documents), encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const { holdings, total_btc_exact, financing, mnav, withheld } = await read('/api/treasuries')
    expect({ holdings, total_btc_exact, financing, mnav, withheld }).toEqual(JSON.parse(stdout))
    // what is compared is there: an exact row of each kind of filer, an estimate, and both bases
    expect(new Set(holdings.map((row: { precision: string }) => row.precision))).toEqual(new Set(['exact', 'estimate']))
    expect(new Set(holdings.map((row: { mnav_summary: { basis: string } | null }) => row.mnav_summary?.basis))).toEqual(
      new Set(['in house', 'third party']),
    )
  })
})
