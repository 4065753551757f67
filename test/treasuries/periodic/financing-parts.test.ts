import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../pipeline/filings/fact.ts'
import type { PeriodicReport } from '../../../pipeline/treasuries/known.ts'
import { fact, read } from './facts.ts'
import sums from './financing-parts.json' with { type: 'json' }

const instrument = (name: string) => ({ 'us-gaap:DebtInstrumentAxis': `x:${name}Member` })
const series = (name: string) => ({ 'us-gaap:StatementClassOfStockAxis': `us-gaap:Series${name}PreferredStockMember` })
const column = { 'us-gaap:StatementEquityComponentsAxis': 'us-gaap:PreferredStockMember' }
const inTable = (table: number, ...rows: readonly (readonly [concept: string, amount: number, of?: Record<string, string>])[]) =>
  rows.map(([concept, amount, of]) => ({
    ...fact(concept, amount, { table, label: concept, ...(of === undefined ? {} : { of }) }),
  }))

/** A balance sheet with these lines of liabilities and of equity; its totals are what they make. */
function sheet(
  liabilities: readonly Parameters<typeof inTable>[1][],
  equity: readonly (readonly [concept: string, amount: number])[] = [['us-gaap:AdditionalPaidInCapital', 500]],
): Fact[] {
  const owed = liabilities.reduce((sum, [, amount]) => sum + amount, 0)
  const own = equity.reduce((sum, [, amount]) => sum + amount, 0)
  return inTable(
    1,
    ['us-gaap:Assets', owed + own],
    ...liabilities,
    ['us-gaap:Liabilities', owed],
    ...equity,
    ['us-gaap:StockholdersEquity', own],
    ['us-gaap:LiabilitiesAndStockholdersEquity', owed + own],
  )
}
const rowsOf = (report: PeriodicReport | null) => report?.debt?.map(({ name, principal }) => [name, principal]) ?? null
const debtOf = (...facts: readonly Fact[]) => rowsOf(read(facts).report)
const why = (part: 'debt' | 'preferred', facts: readonly Fact[]) => read(facts).missing.find((each) => each.part === part)?.why

describe('debt of which a note leads from principal to the balance sheet', () => {
  const carried = sheet([
    ['us-gaap:LongTermDebtCurrent', 10],
    ['us-gaap:LongTermDebtNoncurrent', 86],
  ])
  const note = (...more: Parameters<typeof inTable>[1][]) =>
    inTable(
      2,
      ['us-gaap:DebtInstrumentCarryingAmount', 60, instrument('NotesOf2030')],
      ['us-gaap:DebtInstrumentCarryingAmount', 40, instrument('NotesOf2031')],
      ...more,
    )
  const rows = [
    ['us-gaap:DebtInstrumentCarryingAmount', 60],
    ['us-gaap:DebtInstrumentCarryingAmount', 40],
  ]

  test('is read by instrument where the instruments make the principal', () => {
    const whole = note(
      ['us-gaap:DebtInstrumentCarryingAmount', 100],
      ['us-gaap:DebtInstrumentUnamortizedDiscountPremiumAndDebtIssuanceCostsNet', 4],
      ['us-gaap:LongTermDebt', 96],
    )
    expect(debtOf(...carried, ...whole)).toEqual(rows)
  })

  test('or together make what the balance sheet carries and the discount, though no row says so', () => {
    const whole = note(['us-gaap:DebtInstrumentUnamortizedDiscount', 4], ['us-gaap:LongTermDebt', 96])
    expect(debtOf(...carried, ...whole)).toEqual(rows)
  })

  test('as one sum where they do not', () => {
    const whole = inTable(
      2,
      ['us-gaap:DebtInstrumentFaceAmount', 100],
      ['us-gaap:UnamortizedDebtIssuanceExpense', 0],
      ['us-gaap:DebtInstrumentUnamortizedDiscount', 4],
      ['us-gaap:LongTermDebt', 96],
    )
    expect(debtOf(...carried, ...whole)).toEqual([['All debt; principal is not read by instrument', 100]])
  })

  test('below what is carried, where a premium or a fair value adds to it, each line by a note of its own', () => {
    const lines = sheet([
      ['us-gaap:ConvertibleLongTermNotesPayable', 218],
      ['x:ConvertibleNotesPayableRelatedPartyNoncurrent', 581],
    ])
    const first = inTable(
      2,
      ['us-gaap:DebtInstrumentCarryingAmount', 200, instrument('JuneNote')],
      ['us-gaap:DebtInstrumentUnamortizedPremium', 18, instrument('JuneNote')],
      ['us-gaap:LongTermDebt', 218, instrument('JuneNote')],
    )
    const second = inTable(
      3,
      ['us-gaap:DebtInstrumentCarryingAmount', 463, instrument('MarchNote')],
      ['x:DebtInstrumentFairValueAdjustment', 118, instrument('MarchNote')],
      ['us-gaap:LongTermDebt', 581, instrument('MarchNote')],
    )
    expect(debtOf(...lines, ...first, ...second)?.map(([, principal]) => principal)).toEqual([200, 463])
    // the second line is then reached by nothing
    expect(debtOf(...lines, ...first)).toBeNull()
  })

  test('is not what a note that takes nothing off carries by instrument', () => {
    expect(debtOf(...carried, ...note(['us-gaap:DebtInstrumentCarryingAmount', 96]))).toBeNull()
  })

  test.each(sums)('%s whose rows make the same sum are never its instruments', (_, concept, axis) => {
    const parts = (table: number) =>
      inTable(table, [concept, 60, { [axis]: 'x:OneMember' }], [concept, 40, { [axis]: 'x:OtherMember' }])
    const led = [
      ['us-gaap:DebtInstrumentUnamortizedDiscount', 4],
      ['us-gaap:LongTermDebt', 96],
    ] as const
    expect(debtOf(...carried, ...parts(2), ...inTable(2, ...led))).toBeNull()
    const years = inTable(
      3,
      ['x:LongTermDebtMaturityOfYear1', 10],
      ['x:LongTermDebtMaturityOfYear2', 90],
      ['us-gaap:LongTermDebt', 100],
    )
    expect(debtOf(...carried, ...years, ...parts(2))).toEqual([['All debt; principal is not read by instrument', 100]])
  })

  test('is not read where two notes lead from different principal to the same amount', () => {
    const other = inTable(
      3,
      ['us-gaap:DebtInstrumentFaceAmount', 99],
      ['us-gaap:DebtInstrumentUnamortizedDiscount', 3],
      ['us-gaap:LongTermDebt', 96],
    )
    const whole = note(['us-gaap:DebtInstrumentUnamortizedDiscount', 4], ['us-gaap:LongTermDebt', 96])
    expect(debtOf(...carried, ...whole, ...other)).toBeNull()
  })
})

describe('debt of a table of what falls due', () => {
  const due = (...years: readonly number[]) =>
    inTable(2, ...years.map((amount, at) => [`x:LongTermDebtMaturityOfYear${at}`, amount] as const), [
      'us-gaap:LongTermDebt',
      years.reduce((sum, amount) => sum + amount, 0),
    ])

  test('is its total, whatever its rows are called', () => {
    expect(debtOf(...sheet([['us-gaap:LongTermDebtNoncurrent', 96]]), ...due(10, 90))).toEqual([
      ['All debt; principal is not read by instrument', 100],
    ])
  })

  test.each([
    ['a line may be debt it leaves out', ['us-gaap:ShortTermBorrowings', 3] as const],
    ['leases are in a line and no instruments make the total', ['us-gaap:LongTermDebtAndCapitalLeaseObligations', 3] as const],
  ])('is not read where %s', (_, line) => {
    expect(debtOf(...sheet([['us-gaap:LongTermDebtNoncurrent', 93], line]), ...due(10, 90))).toBeNull()
  })

  test('is not read where a note leads from other principal, and the reason names both', () => {
    const note = inTable(
      3,
      ['us-gaap:LongTermDebt', 60, instrument('RealEstateNote')],
      ['us-gaap:LongTermDebt', 40, instrument('MaturedNote')],
      ['us-gaap:DebtInstrumentUnamortizedDiscount', 4],
      ['us-gaap:LongTermDebt', 96],
    )
    const facts = [...sheet([['us-gaap:LongTermDebtCurrent', 96]]), ...due(26, 70), ...note]
    expect(debtOf(...facts)).toBeNull()
    expect(why('debt', facts)).toBe('The notes state principal of 100 and 96.')
  })
})

describe('debt is served only where the lines of the sheet add up', () => {
  const related = { 'us-gaap:RelatedPartyTransactionsByRelatedPartyAxis': 'us-gaap:RelatedPartyMember' }
  const notes = 'us-gaap:NotesPayableCurrent'
  const stated = (amount: number) => [fact('us-gaap:DebtInstrumentFaceAmount', amount), fact('us-gaap:NotesPayable', amount)]
  const whole = ([amount]: readonly number[]) => [['All debt; principal is not read by instrument', amount]]
  const payable = ['us-gaap:AccountsPayableCurrent', 90] as const

  test('loans of related parties on a line of their own are part of the debt', () => {
    const lines = sheet([payable, [notes, 350], [notes, 2_425, related]])
    expect(debtOf(...lines, ...stated(2_775))).toEqual(whole([2_775]))
    expect(debtOf(...lines, ...stated(350))).toBeNull()
  })

  test.each([
    ['affiliates', { 'us-gaap:RelatedPartyTransactionsByRelatedPartyAxis': 'srt:AffiliatedEntityMember' }],
    ['convertible notes', { 'us-gaap:DebtInstrumentAxis': 'us-gaap:ConvertibleDebtMember' }],
    ['short-term loans', { 'us-gaap:LongtermDebtTypeAxis': 'x:ShortTermLoansMember' }],
  ])('so is a line of %s', (_, member) => {
    expect(debtOf(...sheet([payable, [notes, 350], [notes, 2_425, member]]), ...stated(350))).toBeNull()
    expect(debtOf(...sheet([payable, [notes, 350], [notes, 2_425, member]]), ...stated(2_775))).toEqual(whole([2_775]))
  })

  test('an amount in brackets repeats a part of its line', () => {
    const bracket = inTable(1, [notes, 100, related])
    const [assets, ...others] = sheet([payable, [notes, 350]])
    expect(debtOf(assets!, ...bracket, ...others, ...stated(350))).toEqual(whole([350]))
  })

  test('subtotals are no lines', () => {
    const lines = sheet([payable, [notes, 350], ['us-gaap:LiabilitiesCurrent', 0], ['x:OtherLongTerm', 7]])
    const withSubtotal = lines.map((line) => (line.concept === 'us-gaap:LiabilitiesCurrent' ? { ...line, number: 440 } : line))
    expect(debtOf(...withSubtotal, ...stated(350))).toEqual(whole([350]))
  })

  test.each([
    [
      'a line is missing',
      sheet([payable, [notes, 350], ['x:Untagged', 5]]).filter(({ concept }) => concept !== 'x:Untagged'),
      'Debt read: us-gaap:NotesPayableCurrent 350.',
    ],
    [
      'a line may be debt',
      sheet([payable, [notes, 350], ['us-gaap:DueToRelatedPartiesCurrent', 2_425]]),
      'us-gaap:DueToRelatedPartiesCurrent 2425',
    ],
    [
      'a member may be debt',
      sheet([payable, [notes, 350], ['us-gaap:OtherLiabilitiesCurrent', 2_425, related]]),
      'us-gaap:OtherLiabilitiesCurrent 2425',
    ],
    [
      'commercial paper is in another line',
      [...sheet([payable, ['us-gaap:LongTermDebtNoncurrent', 350]]), fact('us-gaap:CommercialPaper', 23)],
      'Commercial paper 23',
    ],
  ])('and is held with the lines named where %s', (_, lines, named) => {
    expect(debtOf(...lines, ...stated(350))).toBeNull()
    expect(why('debt', [...lines, ...stated(350)])).toContain(named)
  })

  test('not even none is served beside a line that may be debt', () => {
    const none = fact(notes, 0, { table: 1 })
    const lines = sheet([payable, ['us-gaap:DueToRelatedPartiesCurrent', 2_425]])
    expect(debtOf(...lines, none)).toBeNull()
  })
})

describe('no debt', () => {
  const lines = [
    ['us-gaap:AccountsPayableCurrent', 4],
    ['x:WarrantLiability', 6],
  ] as const

  test('is shown by liabilities that add up without any', () => expect(debtOf(...sheet(lines))).toEqual([]))

  test.each([
    ['a line may be what was borrowed', [...sheet([...lines, ['x:DueToRelatedParty', 5]])]],
    ['the liabilities do not add up', [...sheet(lines).filter(({ concept }) => concept !== 'x:WarrantLiability')]],
    ['something of the day is owed', [...sheet(lines), fact('us-gaap:DebtInstrumentFaceAmount', 7, { of: instrument('Note') })]],
  ])('is not shown where %s', (_, facts) => expect(debtOf(...facts)).toBeNull())

  test('a reserve in equity that is named after debt is none', () => {
    const equity = [
      ['us-gaap:AdditionalPaidInCapital', 500],
      ['x:ReserveForEsopDebtRetirement', 9],
    ] as const
    expect(why('debt', sheet([['us-gaap:LongTermDebtNoncurrent', 96]], equity))).toContain('covers the 96 carried')
  })
})

describe('preferred stock', () => {
  const count = (shares: number, of: Record<string, string> = {}, concept = 'us-gaap:PreferredStockSharesOutstanding') =>
    fact(concept, shares, { unit: 'xbrli:shares', of })
  const preference = (dollars: number, of: Record<string, string> = {}) =>
    fact('us-gaap:PreferredStockLiquidationPreferenceValue', dollars, { of })
  const each = (dollars: number, of: Record<string, string> = {}) =>
    fact('us-gaap:PreferredStockLiquidationPreference', dollars, { unit: 'iso4217:USD/xbrli:shares', of })
  const preferredOf = (...facts: readonly Fact[]) =>
    read([...sheet([['us-gaap:AccountsPayableCurrent', 4]]), ...facts]).report?.preferred

  test('of a single class needs no member: by amount, or by share', () => {
    const only = [{ name: 'Preferred stock', shares: 1_600, liquidationPreference: 160_000 }]
    expect(preferredOf(count(1_600), preference(160_000))).toEqual(only)
    expect(preferredOf(count(1_600), each(100))).toEqual(only)
  })

  test('of a single class may be named in the notes alone', () => {
    const named = [{ name: 'Series D preferred stock', shares: 1_600, liquidationPreference: 160_000 }]
    expect(preferredOf(count(1_600), each(100, series('D')))).toEqual(named)
    expect(preferredOf(count(1_600), each(100, series('D')), each(50, series('E')))).toBeNull()
  })

  test('counted in the statement of equity alone is read by its columns', () => {
    const inColumn = (shares: number, name: string) => count(shares, { ...series(name), ...column }, 'us-gaap:SharesOutstanding')
    expect(preferredOf(inColumn(100, 'A'), inColumn(50, 'B'), each(10, series('A')), preference(700, series('B')))).toEqual([
      { name: 'Series A preferred stock', shares: 100, liquidationPreference: 1_000 },
      { name: 'Series B preferred stock', shares: 50, liquidationPreference: 700 },
    ])
    // common shares have a column too
    const common = { 'us-gaap:StatementEquityComponentsAxis': 'us-gaap:CommonStockMember' }
    expect(preferredOf(count(9_000, common, 'us-gaap:SharesOutstanding'))).toEqual([])
  })

  test('without a liquidation preference is not read', () => expect(preferredOf(count(1_600))).toBeNull())

  test('is none where none was ever issued, or the balance sheet adds up without any', () => {
    expect(preferredOf(count(0, {}, 'us-gaap:PreferredStockSharesIssued'))).toEqual([])
    expect(preferredOf()).toEqual([])
    expect(preferredOf(count(5_000_000, {}, 'us-gaap:PreferredStockSharesAuthorized'))).toEqual([])
  })

  test.each([
    ['issued shares may be outstanding', [count(5, {}, 'us-gaap:PreferredStockSharesIssued')], undefined],
    ['something carried is named after it', [fact('us-gaap:PreferredStockValue', 781)], undefined],
    ['something stands between liabilities and equity', [], 3],
  ])('is not said to be none where %s', (_, facts, between) => {
    const lines = sheet([['us-gaap:AccountsPayableCurrent', 4]]).map((line) =>
      line.concept === 'us-gaap:LiabilitiesAndStockholdersEquity' && between !== undefined
        ? { ...line, number: line.number! + between }
        : line,
    )
    expect(read([...lines, ...facts]).report?.preferred).toBeNull()
  })

  test('a line of equity of an unknown kind may be one', () => {
    const equity = [
      ['us-gaap:AdditionalPaidInCapital', 500],
      ['x:SeriesAInterests', 9],
    ] as const
    expect(read(sheet([['us-gaap:AccountsPayableCurrent', 4]], equity)).report?.preferred).toBeNull()
  })
})
