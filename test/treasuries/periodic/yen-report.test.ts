import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEdinetCsv } from '../../../pipeline/filings/edinet-csv.ts'
import type { PeriodicReading } from '../../../pipeline/treasuries/periodic/report.ts'
import { type Cells, cells, cover, csv, dei, passage } from '../../filings/edinet-package.ts'
import { yenFiling as filing, readYenReport, whyOf } from './judged.ts'
import wordings from './yen-report.json' with { type: 'json' }

const rates = { priceAt: () => 100_000, yenAt: () => 150, verdicts: new Map() }

interface Sheet {
  readonly bitcoin?: number
  readonly current?: Readonly<Record<string, number>>
  readonly noncurrent?: Readonly<Record<string, number>>
}
const sum = (amounts: Readonly<Record<string, number>>) => Object.values(amounts).reduce((a, b) => a + b, 0)
const line = (concept: string, amount: number, member = '') => cells(concept, `CurrentYearInstant${member}`, String(amount))

/** A balance sheet that adds up, in yen. */
function sheet({ bitcoin = 0, current = {}, noncurrent = {} }: Sheet, member = ''): Cells[] {
  const [due, later] = [sum(current) + 5_000, sum(noncurrent) + 7_000]
  return [
    ...(bitcoin === 0 ? [] : [line('jpcrp030000-asr_E33864-000:BitcoinIOA', bitcoin, member)]),
    line('jppfs_cor:Assets', bitcoin + 900_000_000, member),
    ...Object.entries(current).map(([name, amount]) => line(`jppfs_cor:${name}`, amount, member)),
    line('jppfs_cor:OtherCL', 5_000, member),
    line('jppfs_cor:CurrentLiabilities', due, member),
    ...Object.entries(noncurrent).map(([name, amount]) => line(`jppfs_cor:${name}`, amount, member)),
    line('jppfs_cor:OtherNCL', 7_000, member),
    line('jppfs_cor:NoncurrentLiabilities', later, member),
    line('jppfs_cor:Liabilities', due + later, member),
  ]
}

const read = (rows: readonly Cells[], facts = rates, by = filing): PeriodicReading =>
  readYenReport(readEdinetCsv(csv(...cover, ...rows)), by, facts)
const text = (...sentences: string[]) => passage('jpcrp_cor:BusinessRisksTextBlock', sentences.join(''))

describe('the count in the words of a report', () => {
  const carried = 100 * 100_000 * 150
  const counted = (...sentences: string[]) => read([...sheet({ bitcoin: carried }), text(...sentences)])

  test.each(wordings.counts)('%s', (sentence, value) => {
    const { count, report } = counted(sentence)
    expect([count?.value, count?.status, count?.asOf, count?.company]).toEqual([value, 'served', '2026-03-31', 'jp:E33864'])
    expect(report?.btc).toEqual({ value: Number(value), basis: 'report text' })
    expect(report?.btcFairValue).toBe(carried)
  })

  test.each(wordings.uncounted)('no total is read from %s', (_, sentence) => {
    const reading = counted(sentence)
    expect([reading.count, reading.report?.btc, reading.report?.btcFairValue]).toEqual([null, null, null])
    expect(whyOf(reading, 'btc')).toContain('No total of bitcoins for the balance sheet date is read')
  })

  test('two places apart, or a count that the sheet does not bear out, are held', () => {
    const said = '当連結会計年度末現在、100BTCを保有しております。'
    const apart = counted(said, '2026年3月31日現在、保有数量は101BTCであります。')
    const rounded = counted(said, '2026年3月31日現在、保有数量は100.49BTCであります。')
    const off = read([...sheet({ bitcoin: carried * 1.03 }), text(said)])
    const unpriced = read([...sheet({ bitcoin: carried }), text(said)], { ...rates, yenAt: () => null as unknown as 150 })
    const unlisted = read([...sheet({}), text(said)])
    expect([apart, rounded, off, unpriced, unlisted].map(({ count }) => [count?.value, count?.status])).toEqual([
      ['100', 'held'],
      ['100.49', 'served'],
      ['100', 'held'],
      ['100', 'held'],
      ['100', 'held'],
    ])
    expect(apart.count?.reason).toContain('the report states 100 and 101')
    expect([off.report?.btc, off.report?.btcFairValue]).toEqual([null, null])
  })

  describe('a line of all crypto assets', () => {
    const crypto = 'jpcrp030000-asr_E33864-000:CryptoAssetsCA'
    const on = (...sentences: string[]) => {
      const { count, report } = read([
        line(crypto, carried),
        ...sheet({}),
        text('2026年３月31日現在、当社は100BTCを保有しております。', ...sentences),
      ])
      return [count?.status, report?.btcFairValue, count?.check.flatMap(({ name, passed }) => (passed ? [] : name))]
    }

    test.each(wordings.bitcoinOnly)('is of bitcoin where the report says so: %s', (sentence) =>
      expect(on(sentence)).toEqual(['served', carried, []]),
    )

    test.each(wordings.unconfirmed)('confirms nothing otherwise: %s', (sentence) =>
      expect(on(sentence)).toEqual(['held', null, ['corroboration']]),
    )

    test('nor does one that names bitcoin and others', () => {
      const mixed = cells(
        'jpcrp030000-asr_E33864-000:BitcoinEtcCA',
        'CurrentYearInstant',
        String(carried),
        'JPY',
        'ビットコイン等',
      )
      const { report } = read([mixed, ...sheet({}), text('2026年３月31日現在、当社は100BTCを保有しております。')])
      expect(report?.btcFairValue).toBeNull()
    })
  })

  test('an operator accepts or rejects it', () => {
    const rows = [...sheet({}), text('当連結会計年度末現在、100BTCを保有しております。')]
    const said = (verdict: 'accept' | 'reject') =>
      new Map([['S100AAAA/bitcoin-at-period-end/2026-03-31/100', { verdict, who: 'x', when: '2026-11-20T00:00:00Z', why: '' }]])
    expect(read(rows, { ...rates, verdicts: said('accept') }).report?.btc?.value).toBe(100)
    expect(read(rows, { ...rates, verdicts: said('reject') }).count?.status).toBe('rejected')
  })
})

describe('debt', () => {
  const loans = { ShortTermLoansPayable: 40_000, CurrentPortionOfLongTermLoansPayable: 10_000 }
  const long = { LongTermLoansPayable: 23_000 }
  const heading = '１年以内１年超２年以内２年超３年以内３年超４年以内４年超５年以内５年超'

  test('loans by line at what is carried, without a table', () => {
    const reading = read(sheet({ current: loans, noncurrent: long }))
    expect(reading.report?.debt?.map(({ name, principal }) => [name, principal])).toEqual([
      ['Short-term loans', 40_000],
      ['Current portion of long-term loans', 10_000],
      ['Long-term loans', 23_000],
    ])
    expect([reading.report?.maturities, reading.report?.dueWithin24Months]).toEqual([[], null])
  })

  test('a table of what falls due, cells joined, of the day and not of the year before', () => {
    const table = `前連結会計年度(2025年3月31日)(単位：千円)${heading}短期借入金40－－－－－長期借入金1020－－－3当連結会計年度(2026年３月31日)短期借入金40－－－－－長期借入金1020３－－－`
    const { report } = read([...sheet({ current: loans, noncurrent: long }), passage('a:DebtNotesTextBlock', table)])
    expect(report?.maturities.map(({ to, amount }) => [to, amount])).toEqual([
      ['2027-03-31', 50_000],
      ['2028-03-31', 20_000],
      ['2029-03-31', 3_000],
      ['2030-03-31', 0],
      ['2031-03-31', 0],
      [null, 0],
    ])
    expect(report?.dueWithin24Months).toBe(70_000)
  })

  test('a schedule of borrowings: years after the first', () => {
    const schedule =
      '【借入金等明細表】区分当期末残高(千円)…１年超２年以内(千円)２年超３年以内(千円)３年超４年以内(千円)４年超５年以内(千円)長期借入金20－3－リース債務1,267997739713'
    const { report } = read([...sheet({ current: loans, noncurrent: long }), passage('a:BorrowingsTextBlock', schedule)])
    expect(report?.maturities.map(({ amount }) => amount)).toEqual([50_000, 20_000, 0, 3_000, 0, 0])
  })

  test.each([
    ['cells that can be parted in two ways', `当連結会計年度(2026年3月31日)(単位：千円)${heading}借入金50203－－－－`],
    ['a table that adds up to another sum', `当連結会計年度(2026年3月31日)(単位：千円)${heading}借入金502030－－－－`],
    ['a table of another day', `当連結会計年度(2025年3月31日)(単位：千円)${heading}借入金50203－－－`],
    ['a table without a unit', `当連結会計年度(2026年3月31日)${heading}借入金50203－－－`],
    ['a row of something else', `当連結会計年度(2026年3月31日)(単位：千円)${heading}関係会社借入金50203－－－`],
  ])('%s gives no maturities', (_, table) => {
    const { report } = read([...sheet({ current: loans, noncurrent: long }), passage('a:DebtNotesTextBlock', table)])
    expect([report?.debt?.length, report?.maturities]).toEqual([3, []])
  })

  test('bonds only where issued at par, or borne out by a table', () => {
    const bonds = sheet({ current: { CurrentPortionOfBonds: 30_000 } })
    expect(read(bonds).report?.debt).toBeNull()
    const told = (words: string) => read([...bonds, passage('a:BondsTextBlock', words)]).report?.dueWithin24Months
    expect(told('払込金額 各社債の金額１００円につき金100円')).toBe(30_000)
    expect(told('額面100円につき100円で発行しております。')).toBe(30_000)
    expect(told('償還金額 各社債の金額100円につき金100円')).toBeNull()
    expect(told('発行価格 額面100円につき金99.95円 払込金額 額面100円につき金100円')).toBeNull()
    const table = passage('a:DebtN', `当連結会計年度(2026年3月31日)(単位：千円)${heading}社債30－－－－－`)
    expect(read([...bonds, [table[0]!.replace('a:DebtN', 'a:DebtNTextBlock'), ...table.slice(1)]]).report?.debt).toHaveLength(1)
  })

  test('no line of debt is none where the schedules say so', () => {
    const schedule = (what: string, value: string) =>
      passage(`jpcrp_cor:AnnexedConsolidatedDetailedScheduleOf${what}TextBlock`, value)
    const bonds = schedule('CorporateBonds', '【社債明細表】該当事項はありません。')
    const leases = schedule(
      'Borrowings',
      '【借入金等明細表】短期借入金－－－－長期借入金(１年以内に返済予定のものを除く。)－－－－リース債務1,2991,412',
    )
    const loans = schedule('Borrowings', '【借入金等明細表】短期借入金－－－－１年以内に返済予定の長期借入金45320.50－')
    const omitted = schedule('Borrowings', '借入金等の金額が負債及び純資産の100分の1以下であるため、記載を省略しております。')
    const debtOf = (...rows: Cells[]) => read([...sheet({}), ...rows]).report?.debt
    expect([debtOf(), debtOf(bonds), debtOf(bonds, loans), debtOf(leases), debtOf(bonds, omitted)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect(read([...sheet({ current: { CurrentPortionOfBonds: 30_000 } }), loans]).report?.debt).toBeNull()
    const free = read([...sheet({}), bonds, leases])
    expect([free.report?.debt, free.report?.maturities, free.report?.dueWithin24Months]).toEqual([[], [], 0])
  })

  test('a line nobody knows, or a sheet that does not add up, says nothing', () => {
    const unknown = read(sheet({ current: { ...loans, LoansPayableInBitcoin: 1_000 } }))
    expect([unknown.report?.debt, whyOf(unknown, 'debt')]).toEqual([null, expect.stringContaining('LoansPayableInBitcoin')])
    const cut = read(sheet({ current: loans }).filter(([name]) => name !== 'jppfs_cor:ShortTermLoansPayable'))
    expect([cut.report?.debt, whyOf(cut, 'debt')]).toEqual([null, expect.stringContaining('do not add up')])
  })

  test('under IFRS, and under standards that are not read, none without proof', () => {
    const ifrs = (standards: string) =>
      cover.map((row) => (/Standards/u.test(row[0] ?? '') ? dei('AccountingStandards', standards) : row))
    const rows = sheet({ current: loans }).map(([name = '', ...rest]) => [
      name.replace('jppfs_cor:CurrentLiabilities', 'jpigp_cor:TotalCurrentLiabilitiesIFRS'),
      ...rest,
    ])
    const read2 = (standards: string) => readYenReport(readEdinetCsv(csv(...ifrs(standards), ...rows)), filing, rates)
    expect(read2('IFRS').report?.debt).toBeNull()
    expect(read2('US GAAP').missing.find(({ part }) => part === 'debt')?.why).toContain('US GAAP')
  })

  test('whatever years a table has, it is read back or not at all', () => {
    const amount = fc.oneof(fc.constant(0), fc.nat(999), fc.nat(9_999_999))
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount, amount, amount), (years) => {
        const [first, ...later] = years
        const owed = later.reduce((a, b) => a + b, 0)
        const rows = years.map((each) => (each === 0 ? '－' : each.toLocaleString('en-US'))).join('')
        const table = `当連結会計年度(2026年3月31日)(単位：千円)${heading}長期借入金${rows}`
        const { report } = read([
          ...sheet({
            current: { CurrentPortionOfLongTermLoansPayable: first * 1_000 },
            noncurrent: { LongTermLoansPayable: owed * 1_000 },
          }),
          passage('a:DebtNotesTextBlock', table),
        ])
        const amounts = report?.maturities.map((row) => row.amount) ?? []
        if (amounts.length > 0) expect(amounts).toEqual(years.map((each) => each * 1_000))
      }),
      { numRuns: 60, seed: 3 },
    )
  })
})

describe('shares', () => {
  const issued = 'jpcrp_cor:NumberOfIssuedSharesAsOfFiscalYearEndIssuedSharesTotalNumberOfSharesEtc'
  const rows = (common: string, all: string, treasury: string) => [
    ...sheet({}),
    cells(issued, 'FilingDateInstant_OrdinaryShareMember', common, 'shares'),
    cells(issued, 'FilingDateInstant', all, 'shares'),
    cells('jpcrp_cor:TotalNumberOfSharesHeldTreasurySharesEtc', 'CurrentYearInstant', treasury, 'shares'),
  ]

  test('issued less those the company holds; all ordinary means no preferred stock', () => {
    const { report } = read(rows('1298690000', '1298690000', '134451500'))
    expect(report?.coverShares).toEqual([{ name: 'Common stock', shares: 1_164_238_500, asOf: '2026-03-31' }])
    expect(report?.preferred).toEqual([])
  })

  test('of other classes no liquidation preference is known', () => {
    const reading = read(rows('1000', '1300', '100'))
    expect([reading.report?.preferred, reading.report?.coverShares[0]?.shares]).toEqual([null, 900])
    expect(whyOf(reading, 'preferred')).toContain('300 of the 1300 issued shares')
  })

  test('where the rows do not say, nothing', () => {
    expect(read(rows('1000', '1000', '－')).report?.coverShares).toEqual([])
    expect(read(sheet({})).report?.preferred).toBeNull()
  })
})

test('an amendment without a balance sheet gives no report, and holds nothing', () => {
  const { report, held, count } = read([text('当連結会計年度末現在、100BTCを保有しております。')])
  expect([report, held, count]).toEqual([null, null, null])
})

test('a period that ends after the filing is held', () => {
  expect(read(sheet({}), rates, { ...filing, filed: '2026-03-30' }).held?.reason).toContain('after the filing')
})
