import { describe, expect, test } from 'vitest'
import type { LineId } from '../../../data/companies/lines.ts'
import { FiledReports } from '../../../pipeline/companies/blocks/filings.ts'
import { whatChangedOf } from '../../../pipeline/companies/blocks/what-changed.ts'
import type { Period } from '../../../pipeline/companies/figures/fiscal.ts'
import type { Figure } from '../../../pipeline/companies/figures/version.ts'
import type { View } from '../../../pipeline/companies/figures/view.ts'
import { companyLead } from '../../../pipeline/companies/lead/lead.ts'
import { situationsOf } from '../../../pipeline/companies/situations.ts'
import { dayNumber, endOfMonth, isoDay } from '../../../pipeline/time/day.ts'
import { listed } from '../listed.ts'

/** Values of twelve quarters, the oldest first, in millions. */
type Course = Partial<Record<LineId, readonly number[]>>

const ends = Array.from({ length: 12 }, (_, nth) => endOfMonth(dayNumber('2026-03-31')!, 3 * (11 - nth)))
const labels = ends.map((to) => isoDay(to)).map((end) => `FY${end.slice(0, 4)} Q${Number(end.slice(5, 7)) / 3}`)
const filingOf = (nth: number) => `0000000001-26-${String(nth).padStart(6, '0')}`

/** The statements of a company whose quarters were each filed 30 days after their end. */
function viewOf(course: Course, day: number): View {
  const quarters = ends
    .map(
      (to, nth): Period => ({
        id: labels[nth]!.replace(' ', ''),
        label: labels[nth]!,
        span: 'quarter',
        from: (ends[nth - 1] ?? to - 91) + 1,
        to,
      }),
    )
    .reverse()
  const figure = (line: LineId, { to, from }: Period): Figure | null => {
    const nth = ends.indexOf(to)
    const value = course[line]?.[nth]
    if (value === undefined) return null
    const unit = line.startsWith('shares') ? 'shares' : 'USD'
    return {
      ...{
        line,
        span: 'quarter',
        from,
        to,
        unit,
        value: value * 1e6,
        concept: `us-gaap:${line}`,
        label: null,
        filing: filingOf(nth),
      },
      ...{ form: '10-Q', known: to + 30, basis: 'filed', restated: null, derived: null, other: null },
    }
  }
  return {
    day,
    currency: 'USD',
    shape: 'general',
    years: [],
    quarters,
    periods: quarters,
    leftOut: [],
    splits: [],
    covers: [],
    classes: [],
    figure,
  }
}

const flat = (value: number) => Array.from({ length: 12 }, () => value)
const ending = (value: number, ...last: number[]) => [...flat(value).slice(last.length), ...last]
const usual: Course = { revenue: flat(100), net_income: flat(10), total_assets: flat(400), equity: flat(200), cash: flat(50) }

function leadOn(course: Course, more: Partial<Parameters<typeof companyLead>[2]> = {}) {
  const day = dayNumber('2026-05-15')!
  const view = viewOf({ ...usual, ...course }, day)
  const filed = ends.map((to, nth) => ({ filing: filingOf(nth), form: '10-Q', known: to + 30 }))
  const reports = new FiledReports(filed, 'us:0000000001', day)
  return companyLead(view, reports, {
    changed: whatChangedOf(view, reports),
    guidance: null,
    episodes: [],
    announced: null,
    next: null,
    isBank: false,
    ...more,
  })
}

describe('the headline is what is most unusual for the company', () => {
  test.each<[string, Course, string]>([
    ['nothing', {}, 'Revenue was unchanged at $100m in FY2026 Q1'],
    ['growth', { revenue: ending(100, 150) }, 'Revenue rose 50% to $150m in FY2026 Q1, its fastest growth in eight quarters'],
    [
      'a first loss',
      { net_income: ending(10, -40) },
      'Net loss of $40m on revenue of $100m in FY2026 Q1, the first in twelve quarters, after net income of $10m a year before',
    ],
    [
      'a loss that grows',
      { net_income: ending(-10, -60) },
      'Net loss of $60m on revenue of $100m in FY2026 Q1, the largest in twelve quarters, against $10m a year before',
    ],
    [
      'profit against sales',
      { net_income: ending(10, 4), revenue: ending(100, 110) },
      'Net income fell 60% to $4m in FY2026 Q1, its lowest in twelve quarters, while revenue rose 10%',
    ],
    [
      'cash that ends',
      { operating_cash_flow: flat(-30), net_income: flat(-2) },
      'Operations used $120m in twelve months, beside cash of $50m: enough for 5 months at that pace',
    ],
    [
      'equity gone',
      { equity: ending(200, -20) },
      'Liabilities exceed assets by $20m at the end of FY2026 Q1, after equity of $200m a year before',
    ],
    [
      'many new shares',
      { shares_diluted_average: ending(100, 160) },
      'The average number of diluted shares rose 60% to 160m in FY2026 Q1 from 100m a year before',
    ],
    [
      'profit at a high',
      { net_income: ending(10, 30) },
      'Net income rose 3-fold to $30m in FY2026 Q1, its highest in twelve quarters',
    ],
    ['research', { research_development: ending(10, 15) }, 'Research and development rose 50% to $15m in FY2026 Q1'],
    [
      'a tax benefit',
      { income_tax: ending(3, -5) },
      'Income tax was a benefit of $5m in FY2026 Q1, after a charge of $3m a year before',
    ],
    [
      'gains',
      { operating_income: flat(5) },
      'Net income of $10m in FY2026 Q1 exceeds operating income of $5m, through gains outside operations or tax',
    ],
    [
      'results outside operations',
      { nonoperating_income: ending(1, -8), net_income: ending(10, 9.2) },
      'Income outside operations was -$8m in FY2026 Q1, against $1m a year before',
    ],
    [
      'debt due that nothing pays',
      { short_term_debt: ending(10, 120), current_assets: flat(60), current_liabilities: flat(130) },
      'Debt of $120m falls due within a year, above cash of $50m',
    ],
    [
      'a margin',
      { gross_profit: ending(50, 38) },
      'Gross margin fell to 38% in FY2026 Q1 from 50% a year before, its lowest in twelve quarters',
    ],
  ])('%s', (_, course, headline) => {
    expect(leadOn(course).headline).toBe(headline)
  })

  test('a grave situation comes before any change of a figure, and a small one after it', () => {
    const on = (item: string) => situationsOf([listed('8-K', '2026-05-01', [item])], [], dayNumber('2026-05-15')!)
    const course = { net_income: ending(10, -40) }
    expect(leadOn(course, { episodes: on('2.04') }).headline).toBe('On since 1 May 2026: debt falls due early (8-K, item 2.04)')
    expect(leadOn(course, { episodes: on('5.02') }).headline).toMatch(/^Net loss/)
  })

  test('cash of a bank is that of its clients', () => {
    const course = { operating_cash_flow: flat(-30), deposits: flat(300) }
    expect(leadOn(course, { isBank: true }).headline).toMatch(/^Revenue/)
  })
})

test('the summary has sales, profit and cash with their sizes, then what else stands out; the first sentence names the period', () => {
  const { summary, headline } = leadOn({
    net_income: ending(10, -90),
    operating_cash_flow: ending(20, 5),
    equity: ending(200, 90),
    revenue: ending(100, 90),
  })
  expect(headline).toMatch(/^Net loss of \$90m/)
  expect(summary).toEqual([
    'In FY2026 Q1, to 31 March 2026, revenue fell 10% to $90m from $100m a year before, its steepest fall in eight quarters.',
    'Cash from operations fell 75% to $5m, and cash was unchanged at $50m over the year.',
    'Equity fell 55% to $90m over the year to the end of FY2026 Q1.',
  ])
})

test('a headline on sales is not said again: the sentence has the quarters it is compared with', () => {
  expect(leadOn({ revenue: ending(100, 150) }).summary[0]).toBe(
    'In FY2026 Q1, to 31 March 2026, revenue was $150m, against $100m a year before and $100m in the quarter before.',
  )
})

test('facts name their filing and the day it became known, the most unusual first', () => {
  const { facts, filings } = leadOn({ net_income: ending(10, -40), revenue: ending(100, 150) })
  expect(facts.map(({ topic }) => topic).slice(0, 2)).toEqual(['profit', 'sales'])
  expect(facts.every(({ filing, known_since }) => filings[filing]?.filed === known_since)).toBe(true)
  expect(facts.map(({ strength }) => strength)).toEqual(facts.map(({ strength }) => strength).toSorted((a, b) => b - a))
  expect(facts[0]).toMatchObject({ known_since: isoDay(dayNumber('2026-03-31')! + 30) })
})

test('what comes next has its day: of years of weeks the period ends about then', () => {
  const report = {
    report: 'quarterly report',
    period_end: '2026-06-28',
    due: '2026-08-19',
    year_end: '2025-12-31',
    stops: '2027-12-31',
  }
  expect(leadOn({}, { next: report }).next).toEqual({
    ...{
      text: 'The quarterly report for the period to about 28 June 2026 is due by 19 August 2026 at the latest.',
      by: '2026-08-19',
    },
  })
  const announced = { date: '2026-07-30', detail: {}, text: 'q', said_on: '2026-07-01', filing: 'a' }
  expect(leadOn({}, { next: report, announced }).next).toEqual({
    text: 'The company announced its next results for 30 July 2026.',
    by: '2026-07-30',
  })
})
