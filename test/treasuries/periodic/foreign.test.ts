import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../pipeline/filings/fact.ts'
import { coin, fact, fairValue, price, read, units } from './facts.ts'

const sheet = (prefix: string, unit = 'iso4217:USD') =>
  [
    ['Assets', 200_000_000],
    ['Liabilities', 20_000_000],
    [prefix === 'ifrs-full' ? 'EquityAndLiabilities' : 'LiabilitiesAndStockholdersEquity', 200_000_000],
    [prefix === 'ifrs-full' ? 'CashAndCashEquivalents' : 'CashAndCashEquivalentsAtCarryingValue', 30_000_000],
  ].map(([name, amount]) => fact(`${prefix}:${name}`, amount!, { table: 4, unit }))
const bitcoin = [units(1_000, { of: coin }), fairValue(1_000 * price, { of: coin })]
const annual = (form: string, ...facts: readonly Fact[]) => read(facts, { form })

describe('the annual report of a foreign private issuer', () => {
  test.each([
    ['20-F', 'us-gaap'],
    ['20-F', 'ifrs-full'],
    ['40-F', 'ifrs-full'],
  ])('on %s, under %s, is read like a 10-K', (form, prefix) => {
    const { report, count } = annual(form, ...sheet(prefix), ...bitcoin)
    expect(count).toMatchObject({ value: '1000', status: 'served' })
    expect(report).toMatchObject({ totalAssets: 200_000_000, cash: 30_000_000, btcFairValue: 1_000 * price })
  })

  test('whose balance sheet stands in an exhibit gives nothing, and nothing waits', () => {
    expect(annual('40-F', fact('dei:EntityRegistrantName', 'A Miner'))).toMatchObject({ count: null, report: null, held: null })
  })

  test.each(['us-gaap', 'ifrs-full'])(
    'in another currency gives nothing, though it has a convenience translation (%s)',
    (prefix) => {
      const reading = annual('20-F', ...sheet(prefix, 'iso4217:CNY'), ...sheet(prefix), ...bitcoin)
      expect(reading).toMatchObject({ count: null, report: null, held: null })
    },
  )

  test('under IFRS states no debt at principal: borrowings stand at amortised cost', () => {
    const borrowed = fact('ifrs-full:Borrowings', 9_000_000, { table: 4 })
    const { report, missing } = annual('20-F', ...sheet('ifrs-full').toSpliced(1, 0, borrowed))
    expect(report).toMatchObject({ debt: null })
    expect(missing.find(({ part }) => part === 'debt')?.why).toContain('covers the 9000000 carried')
  })
})
