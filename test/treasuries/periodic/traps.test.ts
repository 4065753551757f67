import { describe, expect, test } from 'vitest'
import { coin, fact, fairValue, read, units } from './facts.ts'
import traps from './traps.json' with { type: 'json' }

const ether = { 'srt:CryptoAssetAxis': 'x:EthereumMember' }

function count(facts: Parameters<typeof read>[0]) {
  const { count: found } = read(facts)
  return found === null ? null : [found.value, found.status]
}

/** The checks a count fails: one that waits fails `corroboration` alone, and nothing says that it is wrong. */
const failed = (...[facts, around]: Parameters<typeof read>) =>
  read(facts, around).count?.check.flatMap(({ name, passed }) => (passed ? [] : name))

describe('a count is served only where its own filing bears it out', () => {
  test('count times price within 2% of the fair value', () => {
    expect(count([units(1_000, { of: coin }), fairValue(100_000_000, { of: coin })])).toEqual(['1000', 'served'])
    expect(count([units(1_000, { of: coin }), fairValue(98_100_000, { of: coin })])).toEqual(['1000', 'served'])
    expect(count([units(1_000, { of: coin }), fairValue(97_900_000, { of: coin })])).toEqual(['1000', 'held'])
    expect(failed([units(900, { of: coin }), fairValue(1e8, { of: coin })])).toEqual(['fair value'])
  })

  test('nothing to bear it out', () => {
    expect(failed([units(1_000, { of: coin }), fact('us-gaap:Assets', 5e8)])).toEqual(['corroboration'])
    const { count: found, report, missing } = read([units(1_000, { of: coin })])
    expect(found?.status).toBe('held')
    expect(found?.reason).toContain('no fair value or market value of the day confirms 1000')
    expect(report?.btc).toBeNull()
    expect(missing.find(({ part }) => part === 'btc')?.why).toBe(found?.reason)
  })

  test('no price of the day: the price the filing states, as printed', () => {
    const facts = [fact('x:NumberOfBitcoinsHeld', 1_000_000, { shown: '1,000' }), fact('x:FairValueOfBitcoin', 100_000_000)]
    const own = fact('x:FairValuePerBitcoin', 100_000_000, { shown: '100,000' })
    expect(read([...facts, own], { priceAt: () => null }).count?.status).toBe('served')
    expect(failed(facts, { priceAt: () => null })).toEqual(['corroboration'])
    expect(read(facts, { priceAt: () => null }).count?.reason).toContain(
      'no price for the day is available and none is read from the filing',
    )
  })

  test('two counts that both pass and differ', () => {
    const { count: found } = read([units(1_000, { of: coin }), units(1_010), fairValue(100_000_000, { of: coin })])
    expect(found?.status).toBe('held')
    expect(found?.reason).toContain(
      'stated as 1000 (us-gaap:CryptoAssetNumberOfUnits x:BitcoinMember), 1010 (us-gaap:CryptoAssetNumberOfUnits)',
    )
  })

  test('a larger count that is not borne out: the other may be a part of it', () => {
    const { count: found } = read([units(1_000, { of: coin }), units(1_500), fairValue(100_000_000, { of: coin })])
    expect([found?.value, found?.status]).toEqual(['1000', 'held'])
    expect(count([units(1_000, { of: coin }), units(700), fairValue(100_000_000, { of: coin })])).toEqual(['1000', 'served'])
  })

  test('restricted coins on a line of their own: the value must be that of both lines', () => {
    const on = { table: 4 }
    const sheet = [
      fact('us-gaap:Assets', 900_000_000, on),
      fact('us-gaap:CryptoAssetFairValueNoncurrent', 100_000_000, on),
      fact('x:RestrictedBitcoinNoncurrent', 30_000_000, on),
    ]
    const held = (coins: number) => fact('x:NumberOfBitcoinsHeld', coins, { unit: 'x:BTC' })
    expect(count([...sheet, held(1_000)])).toEqual(['1000', 'held'])
    expect(read([...sheet, held(1_000)]).count?.reason).toContain('restricted: x:RestrictedBitcoinNoncurrent')
    expect(count([...sheet, held(1_300), fact('x:FairValueOfBitcoin', 130_000_000)])).toEqual(['1300', 'served'])
  })

  test('a fair value tagged twice and apart', () => {
    const twice = [fairValue(100_000_000, { of: coin }), fact('x:FairValueOfBitcoin', 200_000_000)]
    const { count: found, report } = read([units(1_000, { of: coin }), ...twice])
    expect(found?.reason).toContain('The filing tags fair value of the bitcoins as 100000000 and 200000000')
    expect(report?.btcFairValue).toBeNull()
  })

  test('a fair value above all assets: count and value may be off by the same factor', () => {
    const facts = [units(1_000_000, { of: coin }), fairValue(100_000_000_000, { of: coin }), fact('us-gaap:Assets', 150_000_000)]
    expect(count(facts)).toEqual(['1000000', 'held'])
  })

  test('more coins than can exist', () => {
    expect(count([units(30_000_000, { of: coin }), fairValue(3e12, { of: coin })])).toEqual(['30000000', 'held'])
  })

  test('current and noncurrent value are one; a part of it bears nothing out', () => {
    const lines = [
      fact('us-gaap:CryptoAssetFairValueCurrent', 80_000_000, { table: 4, label: 'Bitcoin, current' }),
      fact('us-gaap:CryptoAssetFairValueNoncurrent', 20_000_000, { table: 4, label: 'Bitcoin, noncurrent' }),
    ]
    const held = (coins: number) => fact('x:NumberOfBitcoinsHeld', coins, { unit: 'x:BTC' })
    expect(count([held(1_000), ...lines])).toEqual(['1000', 'served'])
    expect(count([held(800), ...lines])).toEqual(['800', 'held'])
    expect(read([held(1_000), ...lines]).report?.btcFairValue).toBe(100_000_000)
  })
})

describe('what is no count of the holding', () => {
  const value = fairValue(100_000_000, { of: coin })

  test('sum over two coins, though within the tolerance', () => {
    const sum = fact('us-gaap:CryptoAssetNumberOfUnits', 1_010, { unit: 'x:Integer' })
    const all = fairValue(100_050_000)
    expect(count([sum, all, fact('us-gaap:CryptoAssetNumberOfUnits', 10, { unit: 'x:Integer', of: ether })])).toBeNull()
  })

  test('another coin', () => {
    expect(count([units(1_000, { of: ether, unit: 'x:Integer' }), fairValue(100_000_000, { of: ether })])).toBeNull()
    expect(count([fact('x:NumberOfEtherHeld', 1_000, { unit: 'x:Ether' }), value])).toBeNull()
  })

  test.each(traps)('%s', (_, concept, label) => {
    expect(count([fact(concept, 1_000, { unit: 'x:Bitcoin', label }), value])).toBeNull()
  })

  test('a part under a member of its own', () => {
    expect(
      count([units(1_000, { of: { ...coin, 'us-gaap:PledgedStatusAxis': 'us-gaap:AssetPledgedAsCollateralMember' } }), value]),
    ).toBeNull()
  })

  test('shares and amounts per coin', () => {
    expect(count([fact('x:NumberOfBitcoinShares', 1_000, { unit: 'xbrli:shares' }), value])).toBeNull()
    expect(count([fact('x:NumberOfBitcoinPerShare', 1_000, { unit: 'x:Bitcoin/xbrli:shares' }), value])).toBeNull()
  })

  test('a nil cell, a prior period, a later statement', () => {
    expect(count([units(null, { of: coin }), value])).toBeNull()
    expect(count([units(1_000, { of: coin, end: '2024-12-31' }), value])).toBeNull()
    expect(count([units(1_000, { of: coin, end: '2025-07-28' }), value])).toBeNull()
  })

  test('the prior value does not bear the count of the day out', () => {
    expect(count([units(1_000, { of: coin }), fairValue(100_000_000, { of: coin, end: '2024-12-31' })])).toEqual(['1000', 'held'])
  })
})

describe('what is a count all the same', () => {
  test('tagged with the quarter', () => {
    const quarter = fact('x:NumberOfCarryingValueBitcoins', 1_000, { unit: 'x:Bitcoin', start: '2025-04-01' })
    expect(count([quarter, fairValue(100_000_000, { of: coin })])).toEqual(['1000', 'served'])
  })

  test('tagged in thousands of dollars: as printed', () => {
    const wrong = fact('x:NumberOfBitcoinsHeld', 1_000_000, { shown: '1,000', decimals: -3 })
    const { count: found } = read([wrong, fact('x:FairValueOfBitcoin', 100_000_000)])
    expect([found?.value, found?.status, found?.place]).toEqual(['1000', 'served', 'x:NumberOfBitcoinsHeld, tagged in dollars'])
  })

  test('at a fair value still tagged as intangible assets', () => {
    const books = fact('us-gaap:IndefiniteLivedIntangibleAssetsExcludingGoodwill', 100_000_000, {
      table: 4,
      label: 'Digital assets, bitcoin',
    })
    const { count: found, report } = read([fact('x:NumberOfBitcoinHeld', 1_000, { unit: 'x:Bitcoin' }), books])
    expect([found?.status, report?.btcFairValue]).toEqual(['served', 100_000_000])
  })
})

describe('a report that cannot be read as one', () => {
  test.each([
    ['two ends of its period', [fact('dei:DocumentPeriodEndDate', '2025-03-31')], /more than one end date of its period/],
    ['another form', [fact('dei:DocumentType', '8-K')], /not as a periodic report/],
  ])('%s', (_, facts, reason) => {
    const { held, report, count: found } = read(facts)
    expect(held?.reason).toMatch(reason)
    expect([report, found]).toEqual([null, null])
  })
})
