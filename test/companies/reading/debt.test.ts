import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { debtRows } from '../../../pipeline/companies/documents/debt.ts'
import type { Fact, TextBlock } from '../../../pipeline/filings/fact.ts'
import { fact } from '../../treasuries/periodic/facts.ts'

const axis = 'us-gaap:DebtInstrumentAxis'
const name = 'LongTermDebtMaturitiesRepaymentsOfPrincipal'
const rows = (facts: readonly Fact[], { form = '10-K', notes = [] as readonly TextBlock[] } = {}) => {
  const cover = [fact('dei:DocumentType', form), fact('dei:DocumentPeriodEndDate', '2025-06-30')]
  const sheet = [fact('us-gaap:Assets', 5_000, { table: 4 }), fact('us-gaap:LongTermDebtNoncurrent', 990, { table: 4 })]
  const total = fact('us-gaap:Liabilities', 990, { table: 4 })
  const set = { company: 'us:1', accession: 'a', form, url: '', items: [], texts: [], notes }
  return debtRows({ ...set, facts: [...cover, ...sheet, total, ...facts] })
}
const listed = (amounts: readonly number[], concept = 'us-gaap:DebtInstrumentCarryingAmount') =>
  amounts.map((amount, at) => fact(concept, amount, { table: 5, label: `Notes ${at + 1}(a):`, of: { [axis]: `x:N${at}Member` } }))
const total = (amount: number) => fact('us-gaap:LongTermDebt', amount, { table: 5 })
const years = (...amounts: number[]) =>
  ['InNextTwelveMonths', 'InYearTwo', 'InYearThree', 'InYearFour', 'InYearFive', 'AfterYearFive'].map((row, at) =>
    fact(`us-gaap:${name}${row}`, amounts[at] ?? 0, { table: 6, shown: String(amounts[at] ?? 0) }),
  )
const summary = ({ debt_instrument: debt, debt_maturity: due }: ReturnType<typeof rows>) => ({
  debt: debt.flatMap(({ kind, basis, name: of, amount }) =>
    kind === 'debt' && amount !== null ? `${basis} ${of} ${amount}` : [],
  ),
  years: [...new Set(due.map(({ basis }) => basis))].join(),
  why: debt.find(({ kind, why }) => kind === 'debt' && why !== null)?.why ?? null,
})
const carried = 'carried Long term debt noncurrent 990'

describe('instruments of the note and years of maturity', () => {
  test.each([
    ['one total: principal', [...listed([600, 400]), ...years(0, 100, 0, 0, 0, 900)], 'principal', 'principal'],
    ['two totals: each as it is', [...listed([600, 400]), total(1_000), ...years(5, 105, 0, 0, 0, 905)], 'note', 'maturities'],
    ['the note alone', [...listed([600, 400]), total(1_000)], 'note', ''],
    ['a total less discount and plus leases', [...listed([600, 400]), total(1_005), ...beside(15, 20)], 'note', ''],
  ])('%s', (_, facts, basis, due) => {
    expect(summary(rows(facts))).toEqual({
      debt: [`${basis} Notes 1 600`, `${basis} Notes 2 400`, carried],
      years: due,
      why: null,
    })
  })

  test.each([
    ['years alone', years(0, 100, 0, 0, 0, 900), 'maturities'],
    ['rows of another thing that make the total', [...listed([600, 400], 'us-gaap:LandAndBuildings'), total(1_000)], ''],
    ['rows that make no total', [...listed([600, 300]), total(1_000)], ''],
    ['what was repurchased', [...listed([600, 400], 'us-gaap:DebtInstrumentRepurchasedFaceAmount'), total(1_000)], ''],
    ['rows divided by segments too', divided([...listed([600, 400]), total(1_000)]), ''],
    ['a tenth of what is carried', [...listed([60, 40]), total(100)], ''],
    ['years far above what is carried', years(0, 2_000), ''],
  ])('%s: no instrument is served', (_, facts, due) => {
    const read = summary(rows(facts))
    expect([read.debt, read.years]).toEqual([[carried], due])
    expect(read.why === null).toBe(due !== '')
  })

  test('what the table lists beside its instruments is kept by name, as it adds to them', () => {
    const { debt_instrument: debt } = rows([...listed([600, 400]), total(1_005), ...beside(15, 20)])
    expect(debt.flatMap(({ kind, name: of, amount }) => (kind === 'adjustment' ? `${of} ${amount}` : []))).toEqual([
      'Leases 20',
      'Discount -15',
    ])
  })

  test('rows that add up to no total the table states are never served, others all', () => {
    const amount = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), fc.integer({ min: -3, max: 3 }), (amounts, off) => {
        const sum = amounts.reduce((all, each) => all + each, 0)
        fc.pre(sum >= 900 && sum <= 1_300)
        const { debt_instrument: debt } = rows([...listed(amounts), total(sum + off)])
        const served = debt.filter(({ basis, kind, amount: each }) => kind === 'debt' && basis === 'note' && each !== null)
        const rounding = (amounts.length + 1) / 2
        expect(served.map(({ amount: each }) => Number(each))).toEqual(Math.abs(off) <= rounding ? amounts : [])
      }),
    )
  })
})

describe('years as the report prints them', () => {
  const text = (lines: readonly string[]) => [
    { concept: 'x:DebtTextBlock', text: lines.join('\n'), context: total(1).context, place: total(1).place },
  ]
  const interim = [
    fact(`us-gaap:${name}RemainderOfFiscalYear`, 100, { table: 6, shown: '100' }),
    fact(`us-gaap:${name}InNextTwelveMonths`, 900, { table: 6, shown: '900' }),
    fact('us-gaap:LongTermDebt', 1_000, { table: 6, shown: '1,000' }),
  ]

  test.each([
    ['rows', ['2025 (six months) | 100', '2027 | —', '2026 | 900'], ['2025 (six months)', '2026']],
    ['columns', ['2025 (six months) | 2026 | Total', 'Debt | 100 | 900 | 1,000'], ['2025 (six months)', '2026']],
    ['no words of the report: a year after the rest of one has no name', [], []],
  ])('%s', (_, lines, labels) => {
    const { debt_maturity: due } = rows(interim, { form: '10-Q', notes: text(lines) })
    expect(due.map(({ label }) => label)).toEqual(labels)
  })

  test('years of an annual report end when the day does, but not of a fiscal year of 52 or 53 weeks', () => {
    expect(rows(years(0, 100, 0, 0, 0, 900)).debt_maturity[1]).toMatchObject({ label: 'Year 2', to_day: '2027-06-30' })
  })
})

describe('rates as tagged', () => {
  const rate = (concept: string, value: number, label = '', of?: Readonly<Record<string, string>>) =>
    fact(`us-gaap:${concept}`, value, { unit: 'xbrli:pure', label, ...(of && { of }) })
  const share = 'LongTermDebtPercentageBearingVariableInterestRate'

  test.each([
    ['an average', [rate('DebtWeightedAverageInterestRate', 0.044)], ['weighted_average Debt 4.4']],
    [
      'of a part',
      [
        rate('ShortTermDebtWeightedAverageInterestRate', 0.05, '', {
          'us-gaap:ShortTermDebtTypeAxis': 'us-gaap:CommercialPaperMember',
        }),
      ],
      ['weighted_average Commercial paper 5'],
    ],
    ['two averages', [rate('DebtWeightedAverageInterestRate', 0.04), rate('DebtWeightedAverageInterestRate', 0.05)], []],
    [
      'a share in a sentence',
      [rate(share, 0.09, 'Approximately 9% of total debt was at variable rates.')],
      ['floating Total debt 9'],
    ],
    ['a rate under the concept of a share', [rate(share, 0.09, 'Floating-rate loans bear interest of 9%.')], []],
  ])('%s', (_, facts, expected) => {
    expect(rows(facts).debt_rate.map(({ kind, debt, percent }) => `${kind} ${debt} ${percent}`)).toEqual(expected)
  })

  test('a coupon is that of the instrument: not of one note of several under its name, nor an end of a range', () => {
    const coupon = (of: Readonly<Record<string, string>>) => rate('DebtInstrumentInterestRateStatedPercentage', 0.05, '', of)
    const own = { [axis]: 'x:N0Member' }
    const coupons = (of: Readonly<Record<string, string>>) =>
      rows([...listed([600, 400]), total(1_000), coupon(of)]).debt_instrument[0]!.coupon_percent
    expect(coupons(own)).toBe(5)
    expect(coupons({ ...own, 'us-gaap:LongtermDebtTypeAxis': 'x:PartMember' })).toBeNull()
    expect(coupons({ ...own, 'srt:RangeAxis': 'srt:MinimumMember' })).toBeNull()
  })
})

function beside(discount: number, leases: number): Fact[] {
  return [
    fact('us-gaap:DebtInstrumentUnamortizedDiscount', discount, { table: 5, label: 'Discount' }),
    fact('us-gaap:FinanceLeaseLiability', leases, { table: 5, label: 'Leases' }),
  ]
}

function divided(facts: readonly Fact[]): Fact[] {
  const dimension = { axis: 'us-gaap:StatementBusinessSegmentsAxis', member: 'x:AMember', typed: false }
  return facts.map((each) =>
    each.context.dimensions.length === 0
      ? each
      : { ...each, context: { ...each.context, dimensions: [...each.context.dimensions, dimension] } },
  )
}
