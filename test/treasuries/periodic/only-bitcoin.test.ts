import { describe, expect, test } from 'vitest'
import type { Fact, TextBlock } from '../../../pipeline/filings/fact.ts'
import { fact, read, units } from './facts.ts'
import wordings from './only-bitcoin.json' with { type: 'json' }

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
  test.each(wordings.labelsOfAll)('labelled "%s"', (label) => {
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
  test.each(wordings.labelsOfBitcoin)('labelled "%s"', (label) => expect(fairValueOf(line(label))).toEqual(borne))

  test.each(wordings.saying)('the filing says: %s', (text) => expect(fairValueOf(line('Digital assets'), text)).toEqual(borne))

  test.each(wordings.notSaying)('not where it says: %s', (text) =>
    expect(fairValueOf(line('Digital assets'), text)).toEqual(none),
  )

  test('not where it says so and tags another coin', () => {
    const says = note('Bitcoin is the only crypto asset we hold.')
    const ether = fact('us-gaap:CryptoAssetFairValue', 5, { of: { 'srt:CryptoAssetAxis': 'x:EthereumMember' } })
    const facts = [fact('x:NumberOfBitcoinsHeld', 1_000, { unit: 'x:BTC' }), line('Digital assets'), ether]
    expect(read(facts, { texts: [says] }).report?.btcFairValue).toBeNull()
  })
})
