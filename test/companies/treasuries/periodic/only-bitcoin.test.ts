import { describe, expect, test } from 'vitest'
import type { Fact, TextBlock } from '../../../../pipeline/filings/fact.ts'
import { fact, read, units } from './facts.ts'

const note = (text: string): TextBlock => {
  const { context, place } = fact('us-gaap:CryptoAssetTextBlock', 0)
  return { concept: 'us-gaap:CryptoAssetTextBlock', context, text, place }
}
const fairValueOf = (line: Fact, ...texts: string[]) => {
  const { count, report } = read([fact('x:NumberOfBitcoinsHeld', 1_000, { unit: 'x:BTC' }), line], { texts: texts.map(note) })
  return [count?.status, report?.btcFairValue]
}
const line = (label: string, table: number | undefined = 4) =>
  fact('us-gaap:CryptoAssetFairValueNoncurrent', 100_000_000, { label, ...(table === undefined ? {} : { table }) })

const none = ['held', null]
const borne = ['served', 100_000_000]

describe('a line for all crypto assets gives no fair value of bitcoins, though no other coin is tagged', () => {
  test.each([
    'Digital assets',
    'Crypto assets, at fair value',
    'Bitcoin and other digital assets',
    'Bitcoin and ether',
    'Digital assets, primarily bitcoin',
    'Digital assets (including bitcoin)',
    'Bitcoin, ETH and SOL',
    'Bitcoin & altcoins',
    'Bitcoin and tokens',
    'Bitcoin and digital assets',
    '',
  ])('labelled "%s"', (label) => {
    expect(fairValueOf(line(label))).toEqual(none)
    const books = fact('us-gaap:IndefiniteLivedIntangibleAssetsExcludingGoodwill', 100_000_000, { label, table: 4 })
    expect(fairValueOf(books)).toEqual(none)
  })

  test('nor does an amount in a sentence that names bitcoin among others', () => {
    const outside = fact('us-gaap:CryptoAssetFairValue', 100_000_000, {
      label: 'We hold bitcoin; our digital assets were worth $100 million.',
    })
    expect(fairValueOf(outside)).toEqual(none)
  })

  test('the count waits, and nothing says that it is wrong', () => {
    const { count } = read([fact('x:NumberOfBitcoinsHeld', 1_000, { unit: 'x:BTC' }), line('Digital assets')])
    expect(count?.check.flatMap(({ name, passed }) => (passed ? [] : name))).toEqual(['corroboration'])
  })

  test('a number of units of all crypto assets is no count of bitcoins', () => {
    expect(read([units(1_000, { unit: 'xbrli:pure' }), line('Bitcoin')]).count).toBeNull()
    expect(read([units(1_000, { unit: 'xbrli:pure', label: 'Bitcoin held' }), line('Bitcoin')]).count).toMatchObject({
      status: 'served',
    })
  })
})

describe('a line that is of bitcoin alone does', () => {
  test.each([
    'Bitcoin',
    'Bitcoin (see Note 4)',
    'Bitcoin - noncurrent',
    'Digital assets - bitcoin',
    'Total bitcoin treasury (USD)',
  ])('labelled "%s"', (label) => expect(fairValueOf(line(label))).toEqual(borne))

  test.each([
    'The Company’s digital assets consist solely of bitcoin.',
    'As of June 30, 2025, the Company’s digital assets consisted entirely of bitcoin.',
    'Our crypto assets are comprised exclusively of Bitcoin.',
    'Bitcoin is the only crypto asset we hold.',
    'The only digital asset held by the Company is bitcoin.',
    'The Company does not hold any digital assets other than bitcoin.',
    'We held no crypto assets other than bitcoin.',
  ])('the filing says: %s', (text) => expect(fairValueOf(line('Digital assets'), text)).toEqual(borne))

  test.each([
    'The Company’s digital assets do not consist solely of bitcoin.',
    'The Company’s digital assets consist of bitcoin.',
    'The Company’s digital assets consist primarily of bitcoin.',
    'The Company’s digital assets consist solely of bitcoin and ether.',
    'The Company’s digital assets consist solely of bitcoin, ether and tokens.',
    'The Company intends that its digital assets consist solely of bitcoin.',
    'As of December 31, 2024, the Company’s digital assets consisted solely of bitcoin.',
    'Previously, our digital assets consisted solely of bitcoin.',
    'The digital assets of our customers consist solely of bitcoin.',
    'Digital assets pledged as collateral consist solely of bitcoin.',
    'Bitcoin is the only digital asset mined by the Company.',
    'Our policy is that bitcoin is the only digital asset we hold.',
    'The Company does not hold any digital assets other than bitcoin and ether.',
    'Bitcoin is not the only crypto asset we hold.',
  ])('not where it says: %s', (text) => expect(fairValueOf(line('Digital assets'), text)).toEqual(none))

  test('not where it says so and tags another coin', () => {
    const says = note('Bitcoin is the only crypto asset we hold.')
    const ether = fact('us-gaap:CryptoAssetFairValue', 5, { of: { 'srt:CryptoAssetAxis': 'x:EthereumMember' } })
    const facts = [fact('x:NumberOfBitcoinsHeld', 1_000, { unit: 'x:BTC' }), line('Digital assets'), ether]
    expect(read(facts, { texts: [says] }).report?.btcFairValue).toBeNull()
  })
})
