import { describe, expect, test } from 'vitest'
import { FiledReports } from '../../pipeline/companies/blocks/filings.ts'
import { numbersOf } from '../../pipeline/companies/blocks/numbers.ts'
import { qualityScores, twelveMonthWindows } from '../../pipeline/companies/blocks/ratios.ts'
import { newestMarketValue, valuationOf } from '../../pipeline/companies/blocks/valuation.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import type { ShareCloses } from '../../pipeline/companies/market-value.ts'
import type { Valuation } from '../../pipeline/documents/company/valuation.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { plain } from './plain.ts'
import { recordedVersions } from './recorded.ts'

const versions = await recordedVersions()

/** Every day closes a hundredth above the day before; as traded, so from a split on a share is so much less. */
function madeUp(until: string, splits: readonly (readonly [session: string, ratio: number])[] = []): ShareCloses {
  const [first, last] = [dayNumber('2017-01-01')!, dayNumber(until)!]
  const period = Int32Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const sessions = splits.map(([session, ratio]) => ({ session: dayNumber(session)!, ratio }))
  const value = Float64Array.from(period, (day, at) =>
    sessions.reduce((close, { session, ratio }) => (day >= session ? close / ratio : close), 100 + at / 100),
  )
  return { column: { period, value, unit: 'USD' }, splits: sessions, source: { name: 'Made up', url: null, resale: 'free' } }
}

const reportOn = (company: string, day: string, closes: ShareCloses | null, shape: 'general' | 'bank' = 'general') => {
  const all = versions.get(company)!
  const view = viewOf(all, shape, dayNumber(day)!)
  const reports = new FiledReports(all, company, view.day)
  return {
    view,
    reports,
    numbers: numbersOf(view, reports),
    valuation: valuationOf((on) => viewOf(all, shape, on), view.day, reports, closes),
  }
}

const [apple, kraftHeinz, plug, marvell] = ['us:0000320193', 'us:0001637459', 'us:0001093691', 'us:0001835632'] as const

describe('valuation of recorded companies at a made-up close', () => {
  test.each([
    ['Apple', apple],
    ['Kraft Heinz', kraftHeinz],
    ['Plug Power', plug],
    ['Marvell', marvell],
  ])('%s: the multiples are what the served lines give', (_, company) => {
    const { view, numbers, valuation } = reportOn(company, '2026-07-01', madeUp('2026-07-01'))
    const { close, shares, market_value, enterprise_value, multiples } = valuation as Valuation
    expect([close.day, market_value]).toEqual(['2026-07-01', close.value * shares.classes[0]!.count])
    const { flow, end } = plain(numbers, twelveMonthWindows(view)[0]!.end.id)
    const or0 = (line: string) => {
      try {
        return end(line)
      } catch {
        return 0
      }
    }
    const ev =
      market_value +
      ['short_term_debt', 'long_term_debt', 'lease_liabilities', 'preferred_stock', 'minority_interest'].reduce(
        (sum, line) => sum + or0(line),
        0,
      ) -
      or0('cash') -
      or0('short_term_investments')
    if (enterprise_value !== null) {
      expect(Math.abs(enterprise_value.value - ev)).toBeLessThanOrEqual(1e-9 * ev)
      expect(Math.abs(enterprise_value.parts.reduce((sum, { value }) => sum + value, 0) - ev)).toBeLessThanOrEqual(1e-9 * ev)
    }
    const again: Readonly<Record<string, () => number>> = {
      price_to_earnings: () => market_value / flow('net_income'),
      price_to_book: () => market_value / (end('equity') - or0('preferred_stock')),
      price_to_sales: () => market_value / flow('revenue'),
      free_cash_flow_yield: () => (100 * (flow('operating_cash_flow') - flow('capital_expenditure'))) / market_value,
      ev_to_ebitda: () => ev / (flow('pretax_income') + flow('interest_expense') + flow('depreciation_amortisation')),
      ev_to_revenue: () => ev / flow('revenue'),
      ev_to_ebit: () => ev / (flow('pretax_income') + flow('interest_expense')),
    }
    for (const { multiple, value, why } of multiples) {
      expect(value === null).toBe(why !== null)
      if (value === null) continue
      const expected = again[multiple]!()
      expect(Math.abs(value - expected), multiple).toBeLessThanOrEqual(1e-9 * Math.abs(expected))
    }
    expect(multiples.filter(({ value }) => value !== null).length).toBeGreaterThanOrEqual(3)
  })
  test('a loss has no multiple of earnings, and says so', () => {
    const { multiples } = reportOn(plug, '2026-07-01', madeUp('2026-07-01')).valuation as Valuation
    const earnings = multiples.find(({ multiple }) => multiple === 'price_to_earnings')
    expect(earnings).toMatchObject({ value: null, why: 'Net income is not above zero.', own_range: null, year_ago: null })
  })
  test('a year ago is at the close of the day on which that report became known', () => {
    const closes = madeUp('2026-07-01')
    const { multiples } = reportOn(apple, '2026-07-01', closes).valuation as Valuation
    // 10-Q of 2025-05-02: 14,935,826,000 shares, four quarters of net income of 97,294 m
    const close = closes.column.value[closes.column.period.indexOf(dayNumber('2025-05-02')!)]!
    const sales = multiples.find(({ multiple }) => multiple === 'price_to_earnings')!
    expect(sales.year_ago).toBeCloseTo((14_935_826_000 * close) / 97_294e6, 6)
    expect(sales.own_range).toMatchObject({ n: 8 })
  })
  test('a count of before a split is in shares of the session of the close', () => {
    // the cover of the 10-Q of 2020-07-31 counts 4,275,634,000 on 2020-07-17; four for one from 2020-08-31
    const { shares, close, market_value } = reportOn(apple, '2020-09-04', madeUp('2020-09-04', [['2020-08-31', 4]]))
      .valuation as Valuation
    expect(shares.classes[0]).toMatchObject({ count: 4_275_634_000, as_of: '2020-07-17' })
    expect(shares.adjusted_for).toEqual([{ ratio: 4, session: '2020-08-31' }])
    expect(market_value).toBeCloseTo(4 * 4_275_634_000 * close.value, 0)
  })
  test('is left out with its reason', () => {
    const why = (company: string, closes: ShareCloses | null) => reportOn(company, '2026-07-01', closes).valuation
    expect(why(apple, null)).toBe('No close of the share is available.')
    expect(why(apple, madeUp('2026-06-01'))).toBe('No close of the last seven days is available.')
    expect(why('us:0001652044', madeUp('2026-07-01'))).toBe(
      'No count of all shares since the newest period is read; covers that count by class are read from the reports themselves.',
    )
    expect(why('us:0001003935', madeUp('2026-07-01'))).toBe('What a listed share stands for is not read from a 20-F.')
    expect(reportOn('us:0000019617', '2026-07-01', null, 'bank').valuation).toBe('No close of the share is available.')
  })
  test('a close completes the score of Altman', () => {
    const { view, reports, numbers } = reportOn(kraftHeinz, '2026-07-01', null)
    const closes = madeUp('2026-07-01')
    const market = newestMarketValue(view, closes)
    if (typeof market === 'string') throw new Error(market)
    const { value } = qualityScores(view, reports, market)!.scores.find(({ score }) => score === 'altman_z')!
    const { flow, end } = plain(numbers, twelveMonthWindows(view)[0]!.end.id)
    const parts = [
      1.2 * (end('current_assets') - end('current_liabilities')),
      1.4 * end('retained_earnings'),
      3.3 * (flow('pretax_income') + flow('interest_expense')),
      0.999 * flow('revenue'),
    ]
    const expected =
      parts.reduce((sum, part) => sum + part, 0) / end('total_assets') + (0.6 * market.value) / end('total_liabilities')
    expect(value).toBeCloseTo(expected, 9)
    expect(isoDay(market.day)).toBe('2026-07-01')
  })
})
