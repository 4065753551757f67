import { describe, expect, test } from 'vitest'
import { FiledReports } from '../../pipeline/companies/blocks/filings.ts'
import { numbersOf } from '../../pipeline/companies/blocks/numbers.ts'
import { profitabilityOf, qualityScores, twelveMonthWindows } from '../../pipeline/companies/blocks/ratios.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { plain } from './plain.ts'
import { recordedVersions } from './recorded.ts'

const apple = 'us:0000320193'
const bank = 'us:0000019617'
const versions = await recordedVersions()

const reportOn = (company: string, day: string) => {
  const all = versions.get(company)!
  const view = viewOf(all, company === bank ? 'bank' : 'general', dayNumber(day)!)
  const reports = new FiledReports(all, company, view.day)
  return {
    view,
    numbers: numbersOf(view, reports),
    quality: qualityScores(view, reports, 'No close of the share is available.'),
    profitability: profitabilityOf(view, reports),
  }
}

type Plain = Pick<ReturnType<typeof plain>, 'flow' | 'end' | 'before'>
const returned = ({ flow, before }: Plain) => flow('net_income') / before('total_assets')
const leverage = ({ end, before }: Plain) => (2 * end('long_term_debt')) / (end('total_assets') + before('total_assets'))
const margin = ({ flow }: Plain) => flow('gross_profit') / flow('revenue')
const soft = ({ end }: Plain) => 1 - (end('current_assets') + end('property_plant_equipment')) / end('total_assets')
const worn = ({ flow, end }: Plain) =>
  flow('depreciation_amortisation') / (flow('depreciation_amortisation') + end('property_plant_equipment'))
const owed = ({ end }: Plain) => (end('long_term_debt') + end('current_liabilities')) / end('total_assets')
/** Parts of scores again, from the values of the document alone. */
const again: Readonly<Record<string, (now: Plain, then: Plain) => boolean | number>> = {
  return_on_assets: (now) => returned(now) > 0,
  operating_cash_flow: (now) => now.flow('operating_cash_flow') > 0,
  change_of_return: (now, then) => returned(now) > returned(then),
  accruals: (now) => now.flow('operating_cash_flow') > now.flow('net_income'),
  leverage: (now, then) => leverage(now) < leverage(then),
  liquidity: (now, then) =>
    now.end('current_assets') / now.end('current_liabilities') > then.end('current_assets') / then.end('current_liabilities'),
  gross_margin: (now, then) => margin(now) > margin(then),
  asset_turnover: (now, then) =>
    now.flow('revenue') / now.before('total_assets') > then.flow('revenue') / then.before('total_assets'),
  working_capital: ({ end }) => (end('current_assets') - end('current_liabilities')) / end('total_assets'),
  retained_earnings: ({ end }) => end('retained_earnings') / end('total_assets'),
  ebit: ({ flow, end }) => (flow('pretax_income') + flow('interest_expense')) / end('total_assets'),
  sales: ({ flow, end }) => flow('revenue') / end('total_assets'),
  DSRI: (now, then) => now.end('receivables') / now.flow('revenue') / (then.end('receivables') / then.flow('revenue')),
  GMI: (now, then) => margin(then) / margin(now),
  AQI: (now, then) => soft(now) / soft(then),
  SGI: (now, then) => now.flow('revenue') / then.flow('revenue'),
  DEPI: (now, then) => worn(then) / worn(now),
  SGAI: (now, then) =>
    now.flow('selling_general_admin') / now.flow('revenue') / (then.flow('selling_general_admin') / then.flow('revenue')),
  TATA: ({ flow, end }) => (flow('net_income') - flow('operating_cash_flow')) / end('total_assets'),
  LVGI: (now, then) => owed(now) / owed(then),
}

describe('scores and amounts per share of recorded companies', () => {
  test('each known part is what the served lines give, on days of many years', () => {
    let compared = 0
    for (const company of versions.keys())
      for (const day of ['2013-12-01', '2017-12-01', '2019-12-01', '2022-12-01', '2024-12-01', '2026-07-01']) {
        const { view, numbers, quality, profitability } = reportOn(company, day)
        const end = twelveMonthWindows(view)[0]?.end.id
        if (end === undefined) continue
        const now = plain(numbers, end)
        for (const { score, value, known, of, parts } of quality?.scores ?? []) {
          expect(known).toBe(parts.filter(({ why }) => why === null).length)
          if (score !== 'piotroski_f') expect(value !== null).toBe(known === of && of > 0)
          for (const { test: part, passed, value: variable, why } of parts) {
            const formula = again[part]
            if (why !== null || formula === undefined) continue
            const expected = formula(now, plain(numbers, now.beforeId!))
            if (typeof expected === 'boolean') expect(passed, `${company} ${day} ${part}`).toBe(expected)
            else {
              const off = Math.abs(variable! - expected)
              expect(off, `${company} ${day} ${part}`).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)))
            }
            compared++
          }
        }
        for (const { line, value, inputs: places } of profitability?.per_share ?? []) {
          const inputs = places.map((place) => profitability!.inputs[place]!)
          if (value === null) continue
          const shares = inputs.find((input) => input.line.startsWith('shares_'))!.value
          const amount = {
            eps_diluted: () => now.flow('net_income'),
            revenue: () => now.flow('revenue'),
            free_cash_flow: () => now.flow('operating_cash_flow') - now.flow('capital_expenditure'),
            dividends: () => now.flow('dividends_paid'),
            book_value: () =>
              now.end('equity') - (inputs.some((input) => input.line === 'preferred_stock') ? now.end('preferred_stock') : 0),
          }[line]()
          expect(Math.abs(value - amount / shares)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)))
          compared++
        }
      }
    expect(compared).toBeGreaterThan(800)
  })
  test('known by hand: Plug Power passes four of the nine tests of Piotroski', () => {
    const { quality } = reportOn('us:0001093691', '2026-07-01')
    const score = quality!.scores.find((each) => each.score === 'piotroski_f')!
    expect([score.value, score.known, score.of]).toEqual([4, 9, 9])
    // four quarters to March 2026 and to March 2025, in millions
    expect(score.parts.map(({ test: part, passed }) => [part, passed])).toEqual([
      ['return_on_assets', false], // -1,680.2 / 3,633.4
      ['operating_cash_flow', false], // -580.3
      ['change_of_return', false], // -46.2% after -2,005.6 / 4,847.3 = -41.4%
      ['accruals', true], // -580.3 above -1,680.2
      ['leverage', false], // 502.8 / 3,000.8 after 255.3 / 4,240.4
      ['liquidity', true], // 1,274.8 / 540.7 after 1,533.9 / 788.4
      ['no_new_shares', false], // 1,389.7 m after 945.8 m
      ['gross_margin', true], // -189.8 / 739.8 after -539.7 / 642.2
      ['asset_turnover', true], // 739.8 / 3,633.4 after 642.2 / 4,847.3
    ])
  })
  test('earnings of four quarters are over average shares; across a split there are none', () => {
    const earnings = (day: string) => reportOn(apple, day).profitability!.per_share.find(({ line }) => line === 'eps_diluted')!
    // FY2025: 112,010 m over 15,004.697 m, as filed 7.46
    expect(earnings('2025-11-30').value).toBeCloseTo(7.46, 2)
    // all three are stated in new shares by then: 63,930 m over 17,528.214 m + (17,113.688 m - 17,818.417 m) / 4
    expect(earnings('2021-02-01').value).toBeCloseTo(63_930 / (17_528.214 + (17_113.688 - 17_818.417) / 4), 3)
    expect(earnings('2014-08-01')).toMatchObject({ value: null, why: 'Shares are stated from before the 7:1 split.' })
  })
})
