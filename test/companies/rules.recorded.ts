import { describe, expect, test } from 'vitest'
import { lines } from '../../data/companies/lines.ts'
import { type View, viewOf } from '../../pipeline/companies/figures/view.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { figureOf, figuresIn, leftOutOf, millionsOf } from './loaded.ts'
import { recordedVersions } from './recorded.ts'

const apple = 'us:0000320193'
const plug = 'us:0001093691'
const kraft = 'us:0001637459'
const underArmour = 'us:0001336917'
const jpMorgan = 'us:0000019617'

const versions = await recordedVersions()

const viewAt = (company: string, day: string, shape: View['shape'] = 'general') =>
  viewOf(versions.get(company)!, shape, dayNumber(day)!)

describe('rules of the trial, on filings recorded', () => {
  test('rule 1: a proxy statement is not a vintage (Plug, DEF 14A of 2026-04-30)', () => {
    const chain = versions
      .get(plug)!
      .filter(({ line, span, to }) => line === 'net_income' && span === 'year' && isoDay(to) === '2025-12-31')
    expect(chain.map(({ form, value }) => [form, value])).toEqual([['10-K', -1_631_594_000]])
    for (const chains of versions.values()) for (const { form } of chains) expect(form).not.toMatch(/14A|424B|S-\d/)
  })

  test('rule 2: a filing states a line by one concept: quarterly tables of goods sold replace no revenue (Plug, 10-K of 2015-03-17)', () => {
    // 12,579,000 and 12,169,000 are the goods
    expect(millionsOf(viewAt(plug, '2015-06-01'), 'revenue', ['FY2014 Q2', 'FY2014 Q4'])).toEqual([17.321242, 21.453107])
  })

  test('rule 2: a smaller amount of a narrower concept is a part, not a restatement (Meta, 10-Q of 2024-04-25)', () => {
    const leases = figureOf(viewAt('us:0001326801', '2024-06-01'), 'lease_liabilities', 'FY2023')
    expect(leases).toMatchObject({ value: 18_849e6, concept: 'us-gaap:OperatingLeaseLiability', restated: null })
  })
  test('rule 2: one amount under two concepts is counted once (Marvell, 10-Q of 2026-05-28)', () => {
    expect(millionsOf(viewAt('us:0001835632', '2026-06-01'), 'short_term_debt', ['FY2026', 'FY2023'])).toEqual([499.8, 584.4])
  })
  test('rule 2: depreciation alone does not replace depreciation and amortisation (Marvell, 10-K of 2025-03-12)', () => {
    expect(millionsOf(viewAt('us:0001835632', '2026-06-01'), 'depreciation_amortisation', ['FY2023'])).toEqual([304.9])
  })

  test('rule 2: another concept is not a restatement: payables, then payables with accrued liabilities (Shopify, 10-Q of 2026-05-05)', () => {
    expect(figureOf(viewAt('us:0001594805', '2026-06-01'), 'payables', 'FY2025')?.restated).toBeNull()
  })
  test('rule 2: the cash a cash flow statement begins with, restricted cash included, is not that of the balance sheet (JPMorgan, 10-K of 2026-02-13)', () => {
    const view = viewAt(jpMorgan, '2026-06-01', 'bank')
    expect(millionsOf(view, 'cash', ['FY2025', 'FY2023'])).toEqual([21_742, Number.NaN])
    // interest of loans alone is not all interest income
    expect(figureOf(view, 'interest_income', 'FY2025')).toBeNull()
  })

  test('rule 4: a fourth quarter that a report states wins over the year less nine months (Kraft Heinz, 10-K of 2019-06-07)', () => {
    expect(figureOf(viewAt(kraft, '2019-06-07'), 'net_income', 'FY2017 Q4')).toMatchObject({ value: 7_989e6, derived: null })
  })
  test('rule 4: the fourth quarter is the year less nine months, and no average and no amount per share (Apple, 10-K of 2025-10-31)', () => {
    const view = viewAt(apple, '2026-06-01')
    expect(figureOf(view, 'revenue', 'FY2025 Q4')).toMatchObject({ value: 102_466e6, derived: 'year less nine months' })
    for (const line of ['eps_basic', 'eps_diluted', 'shares_basic_average'] as const)
      expect(figureOf(view, line, 'FY2025 Q4')).toBeNull()
  })
  test('rule 4: a fourth quarter of which quarters were recast since is left out (Under Armour, cash flow of FY2024)', () => {
    expect(figureOf(viewAt(underArmour, '2024-06-01'), 'operating_cash_flow', 'FY2024 Q4')?.derived).toBe('year less nine months')
    const view = viewAt(underArmour, '2026-06-01')
    expect(figureOf(view, 'operating_cash_flow', 'FY2024 Q4')).toBeNull()
    expect(leftOutOf(view, 'operating_cash_flow').join()).toContain('quarter to 2024-03-31')
  })

  test('rule 5: a quarter of negative revenue is not a slip where its year confirms it (Plug, 10-K/A of 2022-03-14)', () => {
    expect(millionsOf(viewAt(plug, '2022-04-01'), 'revenue', ['FY2020 Q4'])).toEqual([-309.099])
  })
  test('rule 5: a thousandth of the earlier value is a slip where sums confirm the earlier one (Plug, 10-K of 2013-04-01)', () => {
    expect(millionsOf(viewAt(plug, '2013-04-01'), 'net_income', ['FY2011 Q3'])).toEqual([-6.290546])
  })
  test('rule 5: the sign of a first quarter follows from the half-year and the second (Kraft Heinz, 10-Q of 2022-07-28)', () => {
    expect(millionsOf(viewAt(kraft, '2022-08-01'), 'goodwill_impairment', ['FY2022 Q1', 'FY2022 Q2'])).toEqual([-11, 235])
  })
  test('rule 5: an undecided slip is withheld: 400 dollars a share, then 0.40 (Kraft Heinz, 10-Q of 2019-10-31)', () => {
    const view = viewAt(kraft, '2020-11-01')
    expect(figureOf(view, 'dividend_per_share', 'FY2019 Q3')).toBeNull()
    expect(leftOutOf(view, 'dividend_per_share')).toEqual([
      'dividend_per_share, quarter to 2019-09-28: Stated as 400 and then as 0.4, and nothing says which is right.',
    ])
  })

  test('rule 5: a note on a quarter that the year contradicts is held (Kraft Heinz, 10-K of 2026-02-12: 3.1 of 6.694 billion)', () => {
    const view = viewAt(kraft, '2026-06-01')
    expect(figureOf(view, 'goodwill_impairment', 'FY2025 Q2')).toBeNull()
    expect(leftOutOf(view, 'goodwill_impairment')).toContain(
      'goodwill_impairment, quarter to 2025-06-28: Stated as 6694000000 and then as 3100000000, and nothing says which is right.',
    )
  })

  test('rule 13: net income is that of the owners (LatAm Logistic, 20-F of 2025-04-02)', () => {
    const view = viewAt('us:0001997711', '2025-04-02')
    const parts = ['net_income', 'minority_interest_income', 'net_income_with_minorities'] as const
    expect(parts.map((line) => figureOf(view, line, 'FY2024')?.value)).toEqual([-29_285_428, 9_859_377, -19_426_051])
  })

  test('rule 14: unconfirmed operating income is withheld (LatAm Logistic, 20-F of 2025-04-02)', () => {
    const view = viewAt('us:0001997711', '2025-04-02')
    expect(figureOf(view, 'operating_income', 'FY2024')).toBeNull()
    expect(leftOutOf(view, 'operating_income')).toContain('operating_income, FY2024: No other line of the filing confirms it.')
  })
  test('rule 14: operating expenses that are all costs confirm it (Celadon, 10-K of 2016-09-13)', () => {
    expect(figureOf(viewAt('us:0000865941', '2016-10-01'), 'operating_income', 'FY2016')?.value).toBe(52_206e3)
  })

  test('the column of a quarter never has a nine-month value (JPMorgan, 10-Q of 2025-11-04; edgartools #1180)', () => {
    const view = viewAt(jpMorgan, '2026-06-01', 'bank')
    expect(millionsOf(view, 'revenue', ['FY2025 Q3', 'FY2025'])).toEqual([46_427, 182_447])
    for (const [company, chain] of versions)
      for (const day of ['2016-01-01', '2020-07-01', '2023-01-15', '2026-07-01'])
        for (const { figure, period } of figuresIn(viewOf(chain, 'general', dayNumber(day)!))) {
          if (figure.from === null) continue
          const days = figure.to - figure.from + 1
          const [least, most] = period.span === 'year' ? [350, 380] : [80, 121]
          expect(days >= least && days <= most, `${company} ${figure.line} ${period.label}: ${days} days`).toBe(true)
        }
  })

  test('no amount per share and no count of shares is worked out: no fourth quarter, no twelve months (edgartools #690, #910)', () => {
    const stated = new Set(lines.filter(({ unit }) => unit !== undefined).map(({ line }) => line))
    for (const chain of versions.values())
      for (const { figure } of figuresIn(viewOf(chain, 'general', dayNumber('2026-07-01')!)))
        if (stated.has(figure.line)) expect(figure.derived).toBeNull()
  })

  describe('a year is named as its report names it (edgartools #779)', () => {
    test('Under Armour moved its year from December to March', () => {
      expect(viewAt(underArmour, '2026-07-01').years.map(({ label, to }) => [label, isoDay(to)])).toEqual([
        ['FY2026', '2026-03-31'],
        ['FY2025', '2025-03-31'],
        ['FY2024', '2024-03-31'],
        ['FY2023', '2023-03-31'],
        ['FY2021', '2021-12-31'],
      ])
    })
    test('its first quarter after that, before the year is over (Under Armour, 10-Q of 2022-08-04)', () => {
      const view = viewAt(underArmour, '2022-09-01')
      expect(view.quarters.slice(0, 2).map(({ label, to }) => [label, isoDay(to)])).toEqual([
        ['FY2023 Q1', '2022-06-30'],
        ['FY2021 Q4', '2021-12-31'],
      ])
      expect(view.leftOut).toContainEqual(
        expect.objectContaining({ what: 'quarter to 2022-03-31', why: 'No fiscal year contains it.' }),
      )
    })
    test('its second quarter, of which the cash flow is the half-year less the first (Under Armour, 10-Q of 2022-11-08)', () => {
      expect(figureOf(viewAt(underArmour, '2022-12-01'), 'operating_cash_flow', 'FY2023 Q2')?.derived).toBe(
        'half-year less first quarter',
      )
    })
    test('Kraft Heinz, 10-Q of 2023-05-03, which calls itself the third quarter of 2022', () => {
      expect(viewAt(kraft, '2023-06-01').quarters[0]).toMatchObject({ label: 'FY2023 Q1', to: dayNumber('2023-04-01') })
    })
    test('Marvell, whose fiscal 2026 ended in January 2026', () => {
      expect(
        viewAt('us:0001835632', '2026-06-01')
          .quarters.slice(0, 2)
          .map(({ label }) => label),
      ).toEqual(['FY2027 Q1', 'FY2026 Q4'])
    })
  })
})
