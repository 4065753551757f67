import { describe, expect, test } from 'vitest'
import { FiledReports } from '../../pipeline/companies/blocks/filings.ts'
import { numbersOf } from '../../pipeline/companies/blocks/numbers.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { Window } from '../../pipeline/companies/figures/window.ts'
import { ratioOf, ratioRows } from '../../pipeline/companies/ratios.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { plain } from './plain.ts'
import { recordedVersions } from './recorded.ts'

const versions = await recordedVersions()

const bank = 'us:0000019617'
/** Ratios again, from the values of the document alone: `f` a flow of twelve months, `e` at the end, `o` a year before. */
const again: Readonly<
  Record<string, (f: (line: string) => number, e: (line: string) => number, o: (line: string) => number, days: number) => number>
> = {
  accrual_ratio: (f, e, o) => (200 * (f('net_income') - f('operating_cash_flow'))) / (e('total_assets') + o('total_assets')),
  cash_conversion: (f) => f('operating_cash_flow') / f('net_income'),
  current_ratio: (_, e) => e('current_assets') / e('current_liabilities'),
  days_sales: (f, e, _, days) => (days * e('receivables')) / f('revenue'),
  days_inventory: (f, e, _, days) => (days * e('inventory')) / f('cost_of_revenue'),
  days_payables: (f, e, _, days) => (days * e('payables')) / f('cost_of_revenue'),
  interest_cover: (f) => (f('pretax_income') + f('interest_expense')) / f('interest_expense'),
  free_cash_flow: (f) => f('operating_cash_flow') - f('capital_expenditure'),
  gross_margin: (f) => (100 * f('gross_profit')) / f('revenue'),
  operating_margin: (f) => (100 * f('operating_income')) / f('revenue'),
  net_margin: (f) => (100 * f('net_income')) / f('revenue'),
  free_cash_flow_margin: (f) => (100 * (f('operating_cash_flow') - f('capital_expenditure'))) / f('revenue'),
  return_on_equity: (f, e, o) => (200 * f('net_income')) / (e('equity') + o('equity')),
  return_on_assets: (f, e, o) => (200 * f('net_income')) / (e('total_assets') + o('total_assets')),
  asset_turnover: (f, e, o) => (2 * f('revenue')) / (e('total_assets') + o('total_assets')),
  effective_tax_rate: (f) => (100 * f('income_tax')) / f('pretax_income'),
  payout: (f) => (100 * f('dividends_paid')) / f('net_income'),
  efficiency_ratio: (f) => (100 * f('noninterest_expense')) / (f('net_interest_income') + f('noninterest_income')),
}

describe('ratios of recorded companies', () => {
  test('are what the served lines give, and a ratio without a value says why', () => {
    let compared = 0
    for (const [company, all] of versions) {
      const shape = company === bank ? 'bank' : 'general'
      const view = viewOf(all, shape, dayNumber('2026-07-01')!)
      const document = numbersOf(view, new FiledReports(all, company, view.day))
      for (const end of [...view.years, ...view.quarters]) {
        const window = new Window(view, end)
        if (!window.isWhole) continue
        for (const row of ratioRows) {
          const { value, why } = ratioOf(row, shape, window)
          expect(value === null).toBe(why !== null)
          const formula = again[row.ratio]
          if (value === null || formula === undefined) continue
          const naive = plain(document, end.id)
          const expected = formula(naive.flow, naive.end, naive.before, naive.days)
          expect(Math.abs(value - expected), `${company} ${row.ratio} ${end.id}: ${value} ${expected}`).toBeLessThanOrEqual(
            1e-9 * Math.max(1, Math.abs(expected)),
          )
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(2_000)
  })
  test('known by hand: Apple earned 171.4% on its equity in its year to September 2025', () => {
    const view = viewOf(versions.get('us:0000320193')!, 'general', dayNumber('2026-07-01')!)
    const row = ratioRows.find(({ ratio }) => ratio === 'return_on_equity')!
    const { value, inputs } = ratioOf(row, 'general', new Window(view, view.years[0]!))
    // 112,010 / ((73,733 + 56,950) / 2)
    expect(value).toBeCloseTo(171.4225, 3)
    expect(inputs.map(({ line, period, value: of }) => [line, period, of / 1e6])).toEqual([
      ['equity', 'FY2024', 56_950],
      ['equity', 'FY2025', 73_733],
      ['net_income', 'FY2025', 112_010],
    ])
  })
})
