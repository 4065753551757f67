import { describe, expect, test } from 'vitest'
import { debtInterestRates, debtPrincipal } from '../../../pipeline/companies/blocks/debt.ts'
import { type CapitalStructure, capitalStructureBlocks } from '../../../pipeline/documents/company/capital-structure.ts'
import { blocksMarkdown } from '../../../pipeline/render/blocks-markdown.ts'

type Debts = Parameters<typeof debtPrincipal>[0]
type Years = Parameters<typeof debtPrincipal>[1]
const row = (amount: number | null, basis: Debts[number]['basis'], coupon: number | null = null, kind = 'debt') =>
  ({
    kind,
    basis,
    name: 'Notes',
    amount: amount === null ? null : String(amount),
    coupon_percent: coupon,
    as_of: '2025-06-30',
    unit: 'USD',
    filing: 'a',
  }) as Debts[number]
const year = (amount: number, basis: Years[number]['basis']) =>
  ({ amount: String(amount), basis, as_of: '2025-06-30', unit: 'USD', filing: 'a' }) as Years[number]

describe('debt by instrument beside years of maturity', () => {
  test.each([
    ['one total', [row(600, 'principal'), row(400, 'principal')], [year(1_000, 'principal')], [1_000, 1_000, 0, true]],
    ['two totals', [row(1_000, 'note'), row(990, 'carried')], [year(1_025, 'maturities')], [1_000, 1_025, -25, false]],
    ['instruments alone', [row(1_000, 'note')], [], [1_000, null, null, null]],
    ['years alone', [row(990, 'carried')], [year(1_025, 'maturities')], [null, 1_025, null, null]],
  ])('%s', (_, debt, years, [instruments, maturities, difference, agrees]) => {
    expect(debtPrincipal(debt, years)).toMatchObject({ instruments, maturities, difference, agrees })
  })

  test('lines of the balance sheet, and a debt of nothing, are neither', () => {
    expect([debtPrincipal([row(990, 'carried')], []), debtPrincipal([row(0, 'principal')], [])]).toEqual([null, null])
  })

  test('an average coupon follows where each instrument of confirmed principal has one', () => {
    const percents = (debt: Debts) => debtInterestRates(debt, []).map(({ percent, derived }) => [percent, derived])
    expect(percents([row(300, 'principal', 4), row(100, 'principal', 0)])).toEqual([[3, 'sum of principal x coupon / principal']])
    expect(percents([row(300, 'principal', 4), row(100, 'principal')])).toEqual([])
    expect(percents([row(300, 'note', 4), row(100, 'note', 2)])).toEqual([])
  })
})

describe('the capital structure in words', () => {
  const figure = (value: number, concept = 'c') => ({ value, unit: 'USD', concept }) as never
  const structure = (more: Partial<CapitalStructure>): CapitalStructure => ({
    ...{
      balance_day: '2025-12-31',
      debt: [],
      by_arm: null,
      preferred: [],
      maturities: [],
      classes: [],
      dilution: null,
      rates: [],
    },
    ...{
      buybacks: [],
      dividends: [],
      issued: [],
      not_served: [],
      filings: {},
      principal: null,
      net_debt_parts: [],
      totals_without: [],
    },
    totals: { debt: null, leases: null, preferred: null, cash: null, net_debt: null },
    ...more,
  })
  const text = (more: Partial<CapitalStructure>) =>
    blocksMarkdown(capitalStructureBlocks(structure(more)), { as_of: '2026-01-31', sample: false, notices: [] } as never)
  const line = {
    name: 'Notes',
    currency: 'USD',
    coupon_percent: null,
    effective_percent: null,
    maturity: null,
    as_of: '2025-06-30',
    filing: 'a',
  }
  const principal: NonNullable<CapitalStructure['principal']> = {
    as_of: '2025-06-30',
    basis: 'note',
    instruments: 1e9,
    maturities: 1.025e9,
    difference: -25e6,
    agrees: false,
    currency: 'USD',
    besides: [{ name: 'Leases', amount: 20e6 }],
    filing: 'a',
  }

  test('net debt has the lines that add up to it, and what is not in it', () => {
    const served = text({
      totals: {
        debt: figure(900e6),
        leases: figure(100e6, 'us-gaap:OperatingLeaseLiability'),
        preferred: null,
        cash: figure(300e6),
        net_debt: figure(700e6),
      },
      net_debt_parts: [
        { what: 'long_term_debt', value: 900e6 },
        { what: 'lease_liabilities', value: 100e6 },
        { what: 'cash', value: -300e6 },
      ],
      totals_without: ['short_term_debt'],
    })
    expect(served.replaceAll('\\', '')).toContain(
      'Net debt: USD 700m = debt due after a year USD 900m + operating leases USD 100m - cash USD 300m',
    )
    expect(served).toContain('Not in debt or net debt: debt due within a year: no line is read')
  })

  test('tables of an older day say so, differ in words, and have no rows of nothing', () => {
    const served = text({
      debt: [
        { ...line, basis: 'note', amount: 1e9, within_a_year: null },
        { ...line, name: 'Term debt', basis: 'carried', amount: 0.99e9, within_a_year: true },
      ],
      principal,
      preferred: [{ name: 'None', liquidation_preference: 0, currency: 'USD', as_of: '2025-06-30', filing: 'a' }],
      buybacks: [{ period: 'FY2025', amount: 0, unit: 'USD', filing: 'a' }],
    })
    expect(served).toContain('Debt by instrument, line and year is of: 30 June 2025')
    expect(served).toContain('The instruments make USD 1bn, the years of maturity USD 1.025bn: a difference of USD 25m.')
    expect(served).toContain('The table of the debt note also lists: Leases USD 20m.')
    expect(served.match(/^### .*$/gmu)).toEqual(['### Debt by instrument', '### Debt on the balance sheet'])
    expect(served).toContain('Preferred: None')
  })

  test('no debt is a sentence', () => {
    expect(text({ debt: [{ ...line, name: 'None', basis: 'principal', amount: 0, within_a_year: null }] })).toContain(
      'The report states that nothing was owed on 30 June 2025.',
    )
  })
})
