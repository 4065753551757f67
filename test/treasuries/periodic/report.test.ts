import { describe, expect, test } from 'vitest'
import type { PeriodicReport } from '../../../pipeline/treasuries/known.ts'
import { day, fact, read } from './facts.ts'

type Facts = Parameters<typeof read>[0]

/** A part of the report, and why it is null or empty. */
function part(name: keyof PeriodicReport, facts: Facts, around?: Parameters<typeof read>[1]) {
  const { report, missing } = read(facts, around)
  return [report?.[name], missing.find((row) => row.part === name)?.why ?? null]
}

const a = { 'us-gaap:LongtermDebtTypeAxis': 'x:NotesDueTwentyThirtyMember' }
const b = { 'us-gaap:LongtermDebtTypeAxis': 'x:TermLoanMember' }
const sheet = fact('us-gaap:Assets', 1_000, { table: 4 })
const liabilities = (amount: number) => fact('us-gaap:Liabilities', amount, { table: 4 })
const carried = (amount: number) => [fact('us-gaap:LongTermDebtNoncurrent', amount, { table: 4 }), liabilities(amount)]
const face = (amount: number, of?: Readonly<Record<string, string>>, label = '') =>
  fact('us-gaap:DebtInstrumentFaceAmount', amount, of === undefined ? {} : { of, label })
const due = (row: string, amount: number, of?: Readonly<Record<string, string>>) =>
  fact(`us-gaap:LongTermDebtMaturitiesRepaymentsOfPrincipal${row}`, amount, of === undefined ? {} : { of })

describe('lines of the balance sheet', () => {
  const cash = 'us-gaap:CashAndCashEquivalentsAtCarryingValue'

  test('the most exact of several that agree', () => {
    const rounded = fact(cash, 6_600_000, { decimals: -5 })
    expect(part('cash', [rounded, fact(cash, 6_609_719)])).toEqual([6_609_719, null])
  })

  test('several that differ are none', () => {
    expect(part('cash', [fact(cash, 7), fact(cash, 9)])).toEqual([null, 'The filing tags cash as 7 and 9.'])
  })

  test('nil, another day, a quarter, a part of the filer and other money are none', () => {
    const others = [
      fact(cash, null),
      fact(cash, 7, { end: '2024-12-31' }),
      fact(cash, 7, { start: '2025-04-01' }),
      fact(cash, 7, { of: { 'dei:LegalEntityAxis': 'x:OtherMember' } }),
      fact(cash, 7, { unit: 'iso4217:JPY' }),
    ]
    expect(part('cash', others)).toEqual([null, 'No cash is read for the balance sheet date.'])
  })
})

describe('debt at principal', () => {
  test('instruments that add up to their total, with what is tagged of their terms', () => {
    const facts = [
      sheet,
      ...carried(980),
      face(600, a, 'Notes due 2030'),
      face(400, b, 'Term loan'),
      face(1_000),
      fact('us-gaap:DebtInstrumentInterestRateStatedPercentage', 0.00625, { unit: 'xbrli:pure', of: a, end: '2024-02-01' }),
      fact('us-gaap:DebtInstrumentMaturityDate', '2030-03-15', { of: a, end: '2024-02-01' }),
    ]
    expect(part('debt', facts)[0]).toEqual([
      { name: 'Notes due 2030', principal: 600, couponPercent: 0.625, maturity: '2030-03-15', put: null },
      { name: 'Term loan', principal: 400, couponPercent: null, maturity: null, put: null },
    ])
  })

  test('instruments without a total, or that miss it', () => {
    const why = 'No tagged principal is confirmed by two places in the filing and covers the 980 carried on the balance sheet.'
    expect(part('debt', [sheet, ...carried(980), face(600, a), face(400, b)])).toEqual([null, why])
    expect(part('debt', [sheet, ...carried(980), face(600, a), face(300, b), face(1_000)])).toEqual([null, why])
  })

  test('less than the balance sheet carries: a loan is missing', () => {
    expect(part('debt', [sheet, ...carried(1_300), face(600, a), face(400, b), face(1_000)])[0]).toBeNull()
  })

  test('face amounts of another day', () => {
    const old = { end: '2024-02-01' }
    expect(part('debt', [sheet, ...carried(980), { ...face(1_000), context: { ...face(1_000).context, ...old } }])[0]).toBeNull()
  })

  test('a total that two places state, where none is stated by instrument', () => {
    const total = fact('x:PrincipalAmountOfLoanPayments', 1_000, { start: '2025-01-01' })
    expect(part('debt', [sheet, ...carried(980), total, fact('us-gaap:LoansPayable', 1_000)])[0]).toEqual([
      expect.objectContaining({ name: 'All debt; principal is not read by instrument', principal: 1_000 }),
    ])
    expect(part('debt', [sheet, ...carried(980), total])[0]).toBeNull()
  })

  test('all that is carried, where a note names it as a principal amount in full', () => {
    const note = (text: string) => ({
      texts: [{ concept: 'x:DebtTextBlock', context: face(1).context, text, place: face(1).place }],
    })
    const facts = [sheet, ...carried(203_017_500)]
    const told = 'a Credit Facility Agreement, for an aggregate principal amount of $203,017,500. It matures in 2026.'
    expect(part('debt', facts, note(told))[0]).toMatchObject([{ principal: 203_017_500 }])
    for (const other of ['of $203,017,501', 'of $203,017,500 thousand', 'of $203,017,500.50', 'of up to $203,017,500'])
      expect(part('debt', facts, note(`an aggregate principal amount ${other}`))[0]).toBeNull()
  })

  test('none, where the filing tags it as nil', () => {
    const nil = fact('us-gaap:NotesPayableCurrent', null)
    expect(part('debt', [sheet, liabilities(0), nil])).toEqual([[], null])
    expect(part('dueWithin24Months', [sheet, liabilities(0), nil])).toEqual([0, null])
    expect(part('debt', [sheet, nil, fact('x:PromissoryNote', 5)])[0]).toBeNull()
    expect(part('debt', [sheet])[0]).toBeNull()
  })
})

describe('the maturity table', () => {
  const rows = (of?: Readonly<Record<string, string>>, amounts = [0, 100, 200, 300, 400, 0]) =>
    ['InNextTwelveMonths', 'InYearTwo', 'InYearThree', 'InYearFour', 'InYearFive', 'AfterYearFive'].map((row, index) =>
      due(row, amounts[index] ?? 0, of),
    )
  const columns = [rows(a, [0, 100, 200, 300, 0, 0]), rows(b, [0, 0, 0, 0, 400, 0]), rows()].flat()
  const facts = [sheet, ...carried(980), ...columns, face(600, a), face(400, b)]
  const heading = (line: string) => ({
    texts: [
      { concept: 'x:DebtTextBlock', context: face(1).context, text: `${line}\n2026 | $ | 0\n2027 | 100`, place: face(1).place },
    ],
  })
  const years = heading('Payments due by period ended June 30, | Notes due 2030 | Term loan | Total')

  test('years from the balance sheet day: instruments by column, rows with their last day, 24 months', () => {
    expect(part('debt', facts, years)[0]).toMatchObject([
      { name: 'Notes due 2030', principal: 600 },
      { name: 'Term loan', principal: 400 },
    ])
    expect(part('maturities', facts, years)[0]).toEqual(
      [0, 100, 200, 300, 400, 0].map((amount, index) => ({
        label: index === 5 ? 'Thereafter' : `Year ${index + 1}`,
        to: index === 5 ? null : `${2026 + index}${day.slice(4)}`,
        amount,
      })),
    )
    expect(part('dueWithin24Months', facts, years)[0]).toBe(100)
  })

  test('rows that may be fiscal years have no last day, and 24 months are unknown', () => {
    for (const texts of [{}, heading('Years ending December 31, | Notes due 2030 | Term loan | Total')]) {
      expect(part('maturities', facts, texts)[0]).toMatchObject([
        { to: null, amount: 0 },
        { to: null, amount: 100 },
        {},
        {},
        {},
        {},
      ])
      expect(part('dueWithin24Months', facts, texts)).toEqual([
        null,
        'The rows of the maturity table may be fiscal years, so the 24-month horizon may fall within one.',
      ])
    }
  })

  test('of an annual report the rows begin with the balance sheet day', () => {
    expect(part('dueWithin24Months', facts, { form: '10-K' })[0]).toBe(100)
  })

  test('rows that hold more than the principal of an instrument are none', () => {
    const interest = [
      sheet,
      ...carried(980),
      ...rows(a, [5, 105, 205, 305, 0, 0]),
      ...rows(b, [0, 0, 0, 0, 400, 0]),
      ...rows(undefined, [5, 105, 205, 305, 400, 0]),
    ]
    const stated = [...interest, face(600, a), face(400, b), face(1_000)]
    expect(part('maturities', stated, years)).toEqual([
      [],
      'No tagged maturity table can be confirmed to contain principal only.',
    ])
    expect(part('debt', stated, years)[0]).toMatchObject([{ principal: 600 }, { principal: 400 }])
    expect(part('dueWithin24Months', stated, years)[0]).toBeNull()
  })
})

describe('preferred classes at liquidation preference', () => {
  const seriesA = { 'us-gaap:StatementClassOfStockAxis': 'us-gaap:SeriesAPreferredStockMember' }
  const shares = (count: number, of?: Readonly<Record<string, string>>) =>
    fact('us-gaap:PreferredStockSharesOutstanding', count, { unit: 'xbrli:shares', ...(of && { of }) })
  const perShare = fact('us-gaap:PreferredStockLiquidationPreference', 111.49, { unit: 'iso4217:USD/xbrli:shares', of: seriesA })

  test('the amount of all shares as filed, else shares times the one per share', () => {
    const name = 'Series A preferred stock'
    const all = fact('us-gaap:PreferredStockLiquidationPreferenceValue', 1_200, { of: seriesA })
    expect(part('preferred', [shares(10, seriesA), perShare])[0]).toEqual([{ name, shares: 10, liquidationPreference: 1_114.9 }])
    expect(part('preferred', [shares(10, seriesA), perShare, all])[0]).toEqual([
      { name, shares: 10, liquidationPreference: 1_200 },
    ])
  })

  test('never a hundred a share, par or carrying value where none is stated', () => {
    const value = fact('us-gaap:PreferredStockValue', 900)
    expect(part('preferred', [shares(10, seriesA), value])).toEqual([
      null,
      'No liquidation preference of a share of Series A preferred stock is read for the balance sheet date.',
    ])
  })

  test('none, where no share is outstanding and nothing is carried for any', () => {
    expect(part('preferred', [shares(0)])).toEqual([[], null])
    const temporary = fact('us-gaap:TemporaryEquityCarryingAmountAttributableToParent', 900)
    expect(part('preferred', [shares(0), temporary])[1]).toContain(
      'No preferred shares outstanding are read from the filing, but 900 dollars',
    )
    expect(part('preferred', [])[1]).toBe('No count of preferred shares outstanding is read from the filing.')
  })

  test('classes that miss the total', () => {
    expect(part('preferred', [shares(12), shares(10, seriesA), perShare])[1]).toContain(
      '12 preferred shares outstanding, and 10 by class',
    )
  })
})

describe('shares on the cover', () => {
  const outstanding = (count: number, about: Parameters<typeof fact>[2] = {}) =>
    fact('dei:EntityCommonStockSharesOutstanding', count, { unit: 'xbrli:shares', end: '2025-07-25', ...about })
  const ofClass = (letter: string) => ({ of: { 'us-gaap:StatementClassOfStockAxis': `us-gaap:CommonClass${letter}Member` } })

  test('by class, with the day of the sentence where the tag has another', () => {
    const label = 'As of July 28, 2025, there were 7 shares of class A'
    expect(part('coverShares', [outstanding(7, { ...ofClass('A'), label }), outstanding(2, ofClass('B'))])[0]).toEqual([
      { name: 'Class A common stock', shares: 7, asOf: '2025-07-28' },
      { name: 'Class B common stock', shares: 2, asOf: '2025-07-25' },
    ])
  })

  test('a class beside shares of none, which may be their sum', () => {
    expect(part('coverShares', [outstanding(9), outstanding(7, ofClass('A'))])).toEqual([
      [],
      'The cover tags shares by class and without one: Common stock 9, Class A common stock 7.',
    ])
  })

  test('shares of a subsidiary that files along', () => {
    expect(part('coverShares', [outstanding(9, { of: { 'dei:LegalEntityAxis': 'x:SubsidiaryMember' } })])[0]).toEqual([])
  })
})
