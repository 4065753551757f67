import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBalanceDay } from '../../../pipeline/companies/balance-day.ts'
import { secMarket } from '../../../pipeline/companies/markets/sec.ts'
import { sheetLines } from '../../../pipeline/companies/markets/sec-sheet.ts'
import type { Fact } from '../../../pipeline/filings/fact.ts'
import { day, fact, read } from './facts.ts'

const held = (coins: number) => fact('x:NumberOfBitcoinsHeld', coins, { unit: 'x:BTC' })
const line = (concept: string, amount: number, label = '', table = 4) => fact(concept, amount, { table, label })
const sheet = (lines: readonly Fact[], assets: number) => [
  line('us-gaap:CashAndCashEquivalentsAtCarryingValue', 70_000_000, 'Cash'),
  ...lines,
  line('us-gaap:Assets', assets, 'Total assets'),
  line('us-gaap:Liabilities', 20_000_000, 'Total liabilities'),
  line('us-gaap:LiabilitiesAndStockholdersEquity', assets, 'Total liabilities and equity'),
]
const bitcoin = line('us-gaap:CryptoAssetFairValueNoncurrent', 100_000_000, 'Bitcoin')
const value = (amount: number) => fact('x:FairValueOfBitcoin', amount)
const statusOf = (...facts: Fact[]) => read(facts).count?.status
const tablesOf = (facts: readonly Fact[]) => {
  const cover = [fact('dei:DocumentType', '10-Q'), fact('dei:DocumentPeriodEndDate', day)]
  const read_ = readBalanceDay({ facts: [...cover, ...facts], texts: [], unread: [] }, '10-Q', secMarket)
  return typeof read_ === 'string' ? read_ : [...new Set(sheetLines(read_).map(({ place }) => place.table))]
}

describe('cash', () => {
  const all = 'us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents'
  const withCash = (...lines: readonly Fact[]) => read([...lines, ...sheet([], 170_000_000).slice(1)]).report?.cash

  test('is the line of the balance sheet that names it alone, though its tag may include restricted cash', () => {
    expect(withCash(line(all, 70_000_000, 'Cash and cash equivalents'))).toBe(70_000_000)
  })

  test.each([
    ['names restricted cash', line(all, 70_000_000, 'Cash, cash equivalents and restricted cash')],
    ['stands in the statement of cash flows', line(all, 75_000_000, 'Cash at end of period', 9)],
  ])('is not stated by a line that %s', (_, fact_) => expect(withCash(fact_)).toBeNull())

  test('is the line with a tag of its own, where there is one', () => {
    const own = line('us-gaap:CashAndCashEquivalentsAtCarryingValue', 70_000_000, 'Cash')
    expect(withCash(own, line(all, 75_000_000, 'Cash and restricted', 9))).toBe(70_000_000)
  })
})

describe('the balance sheet of a report', () => {
  test('is the one table that holds its totals', () => expect(tablesOf(sheet([bitcoin], 170_000_000))).toEqual([4]))

  test('or two that follow each other, where it takes both', () => {
    const first = [bitcoin, line('us-gaap:Assets', 170_000_000)]
    const second = [
      line('us-gaap:Liabilities', 20_000_000, '', 5),
      line('us-gaap:LiabilitiesAndStockholdersEquity', 170_000_000, '', 5),
    ]
    expect(tablesOf([...first, ...second])).toEqual([4, 5])
    // a table of another kind in between
    expect(
      tablesOf([
        ...first,
        fact('x:Other', 1, { table: 5 }),
        ...second.map((each) => ({ ...each, place: { ...each.place, table: 6 } })),
      ]),
    ).toEqual([4])
  })

  test('is not a note that repeats total assets, before or after it, next to it or far away', () => {
    const note = (table: number) => [
      line('us-gaap:Assets', 170_000_000, 'Total assets', table),
      line('x:SegmentBitcoinNoncurrent', 100_000_000, 'Bitcoin', table),
      line('us-gaap:NotesPayable', 9_000_000, 'Notes', table),
    ]
    for (const table of [3, 5, 30]) expect(tablesOf([...sheet([bitcoin], 170_000_000), ...note(table)])).toEqual([4])
  })

  test('a segment note that repeats total assets changes nothing that is read, whatever stands in it', () => {
    const pledged = line('x:PledgedBitcoinNoncurrent', 30_000_000, 'Bitcoin pledged')
    const report = [held(1_300), value(130_000_000), ...sheet([bitcoin, pledged], 200_000_000)]
    const before = read(report)
    expect(before.count?.status).toBe('served')
    const rows = fc.array(
      fc.record({
        concept: fc.constantFrom(
          'us-gaap:Assets',
          'x:BitcoinOfSegment',
          'x:PledgedBitcoinNoncurrent',
          'x:RestrictedDigitalAssets',
          'x:DigitalAssetsReceivable',
          'x:SegmentNotesPayable',
          'us-gaap:Liabilities',
        ),
        amount: fc.integer({ min: 1, max: 300 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 60 }), rows, (table, segment) => {
        const note = segment.map(({ concept, amount }) =>
          line(
            concept,
            concept === 'us-gaap:Assets' ? 200_000_000 : concept === 'us-gaap:Liabilities' ? 20_000_000 : amount * 1_000_000,
            'Bitcoin',
            table,
          ),
        )
        const after = read([...report, line('us-gaap:Assets', 200_000_000, 'Total assets', table), ...note])
        expect(after).toEqual(before)
      }),
    )
  })
})

describe('a pledged line', () => {
  const apart = line('x:PledgedBitcoinNoncurrent', 30_000_000, 'Bitcoin pledged as collateral')

  test('that adds to the total assets is a line of its own: the value must be that of both', () => {
    const both = sheet([bitcoin, apart], 200_000_000)
    expect(statusOf(held(1_300), value(130_000_000), ...both)).toBe('served')
    expect(statusOf(held(1_000), value(100_000_000), ...both)).toBe('held')
  })

  test('that does not is a part of the line above, and is not added twice', () => {
    const within = sheet([bitcoin, apart], 170_000_000)
    expect(statusOf(held(1_000), value(100_000_000), ...within)).toBe('served')
    expect(statusOf(held(1_300), value(130_000_000), ...within)).toBe('held')
  })

  test.each(['Of which pledged as collateral', 'Including bitcoin pledged', 'Thereof pledged', 'Portion of bitcoin pledged'])(
    'is a part by its words: %s',
    (label) => {
      // sums that tell nothing: a line the filing does not tag
      const within = sheet([bitcoin, line('x:PledgedBitcoinNoncurrent', 30_000_000, label)], 999_000_000)
      expect(statusOf(held(1_000), value(100_000_000), ...within)).toBe('served')
    },
  )

  test('where neither sums nor words tell, the count waits unless the value is that of both', () => {
    const unsure = sheet([bitcoin, apart], 999_000_000)
    expect(statusOf(held(1_000), value(100_000_000), ...unsure)).toBe('held')
    expect(statusOf(held(1_300), value(130_000_000), ...unsure)).toBe('served')
  })

  test('under a total of both, or in two places of the sheet, is counted once', () => {
    const total = line('x:TotalDigitalAssets', 130_000_000, 'Total bitcoin')
    expect(statusOf(held(1_300), value(130_000_000), ...sheet([bitcoin, apart, total], 200_000_000))).toBe('served')
    expect(statusOf(held(1_300), value(130_000_000), ...sheet([bitcoin, apart, apart], 200_000_000))).toBe('served')
  })
})
