import { describe, expect, test } from 'vitest'
import { coin, fact, fairValue, price, read, units } from './facts.ts'

const cost = (dollars: number, about: Parameters<typeof fact>[2] = {}) => fact('us-gaap:CryptoAssetCost', dollars, about)
const count = [units(1_000, { of: coin }), fairValue(1_000 * price, { of: coin })]
const costOf = (...facts: Parameters<typeof read>[0]) => read([...count, ...facts]).report?.btcCost

describe('the cost of the bitcoins of a report', () => {
  test('is tagged with a member that is bitcoin', () => expect(costOf(cost(80_000_000, { of: coin }))).toBe(80_000_000))

  test('or by a concept of the filer that names bitcoin', () =>
    expect(costOf(fact('x:CostBasisOfBitcoin', 80_000_000))).toBe(80_000_000))

  test.each([
    ['of one of two treasuries', cost(80_000_000, { of: { ...coin, 'x:TreasuryAxis': 'x:RewardsMember' } })],
    ['of all crypto assets', cost(80_000_000)],
    ['of a purchase', fact('x:CostOfBitcoinPurchased', 80_000_000)],
    ['of one bitcoin', fact('x:CostBasisPerBitcoin', 80_000)],
    ['of pledged ones', fact('x:CostOfBitcoinPledged', 80_000_000)],
    ['of what was earned by mining them', fact('x:BitcoinMiningCosts', 80_000_000)],
  ])('is not one %s', (_, other) => expect(costOf(other)).toBeNull())

  test('is none where the filing tags two', () => {
    expect(costOf(cost(80_000_000, { of: coin }), fact('x:CostBasisOfBitcoin', 90_000_000))).toBeNull()
  })

  test('is none in another scale than the price', () => {
    expect(costOf(cost(80_000_000_000, { of: coin }))).toBeNull()
    expect(costOf(cost(80_000, { of: coin }))).toBeNull()
  })

  test('is none where no count stands', () => {
    expect(read([cost(80_000_000, { of: coin })]).report?.btcCost).toBeNull()
    expect(
      read([units(1_000, { of: coin }), fairValue(5_000 * price, { of: coin }), cost(80_000_000, { of: coin })]).report?.btcCost,
    ).toBeNull()
  })
})
