import { describe, expect, test } from 'vitest'
import type { LineId } from '../../data/companies/lines.ts'
import { type View, viewOf } from '../../pipeline/companies/figures/view.ts'
import { filerOfFacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { groupedBy } from '../../pipeline/values/grouped.ts'
import { figureOf, figuresIn, statedFacts } from './loaded.ts'
import { companyBodies, recordedVersions } from './recorded.ts'

const apple = 'us:0000320193'
const versions = await recordedVersions()

const viewAt = (company: string, day: string | number, shape: View['shape'] = 'general') =>
  viewOf(versions.get(company)!, shape, typeof day === 'number' ? day : dayNumber(day)!)

const compared = [
  ...(['revenue', 'net_income', 'total_assets', 'equity'] as const),
  ...(['operating_cash_flow', 'eps_diluted', 'cash', 'capital_expenditure'] as const),
]

describe('lines of recorded companies', () => {
  // companies.md, section 9: read by hand from the reports, in millions
  test.each([
    ['Alphabet', 'us:0001652044', 'FY2025', 402_836, 132_170],
    ['Meta', 'us:0001326801', 'FY2025', 200_966, 60_458],
    ['Shopify', 'us:0001594805', 'FY2025', 11_556, 1_231],
    ['NICE', 'us:0001003935', 'FY2025', 2_945.399, 612.101],
    ['Plug', 'us:0001093691', 'FY2025', 709.919, -1_631.594],
    ['Kraft Heinz', 'us:0001637459', 'FY2025', 24_942, -5_846],
    ['Under Armour', 'us:0001336917', 'FY2026', 4_966.37, -495.643],
    ['Marvell', 'us:0001835632', 'FY2026', 8_194.6, 2_670.1],
    ['JPMorgan', 'us:0000019617', 'FY2025', 182_447, 57_048],
    ['LatAm Logistic, in IFRS', 'us:0001997711', 'FY2024', 43.862372, -29.285428],
    ['Apple', apple, 'FY2025', 416_161, 112_010],
  ])('%s: revenue and net income of the owners', (_, company, year, revenue, income) => {
    const view = viewAt(company, '2026-07-01', company === 'us:0000019617' ? 'bank' : 'general')
    const millions = (line: LineId) => Number(figureOf(view, line, year)?.value) / 1e6
    expect([millions('revenue'), millions('net_income')]).toEqual([revenue, income])
  })

  test.each([
    ['Kraft Heinz restates 2017 in its late report of 2019', 'us:0001637459', 'net_income', 'FY2017', '2019-06-06', 10_999e6],
    ['Kraft Heinz restates 2017 in its late report of 2019', 'us:0001637459', 'net_income', 'FY2017', '2019-06-07', 10_941e6],
    ['Plug restates 2019 in its report of 2021', 'us:0001093691', 'net_income', 'FY2019', '2021-05-13', -85_465e3],
    ['Plug restates 2019 in its report of 2021', 'us:0001093691', 'net_income', 'FY2019', '2021-05-14', -83_743e3],
    ['Shopify splits 10:1: earnings per share as filed before', 'us:0001594805', 'eps_basic', 'FY2021', '2022-02-16', 23.38],
    ['Shopify splits 10:1: earnings per share as filed since', 'us:0001594805', 'eps_basic', 'FY2021', '2023-02-16', 2.34],
  ] as const)('%s (%s, %s, %s, as known %s)', (_, company, line, period, day, value) => {
    expect(figureOf(viewAt(company, day), line, period)?.value).toBe(value)
  })

  describe('on forty past days', () => {
    const days = Array.from({ length: 40 }, (_, at) => dayNumber('2012-03-01')! + at * 130)
    const views = companyBodies.flatMap(({ url }) => days.map((day) => ({ url, day, view: viewAt(filerOfFacts(url)!, day) })))
    test('nothing stands of a filing that came later, and each stated value is the newest fact filed by then', () => {
      let looked = 0
      const facts = new Map(
        companyBodies.map(({ url, body }) => [
          url,
          groupedBy(statedFacts(body), ({ concept, start = '', end, accn }) => [concept, start, end, accn].join()),
        ]),
      )
      const wrong = views.flatMap(({ url, day, view }) =>
        figuresIn(view, compared).flatMap(({ figure: { line, from, to, known, value, derived, concept, filing } }) => {
          if (known > day) return [`${url} ${line} ${isoDay(to)} of ${isoDay(known)} is served on ${isoDay(day)}`]
          if (derived !== null || concept.includes(' + ')) return []
          looked++
          const stated = facts.get(url)!.get([concept, from === null ? '' : isoDay(from), isoDay(to), filing].join())
          const filed = stated?.map(({ val }) => val)
          return filed?.includes(value) ? [] : [`${url} ${line} ${isoDay(to)}: ${value} instead of ${filed}`]
        }),
      )
      expect(wrong).toEqual([])
      expect(looked).toBeGreaterThan(30_000)
    })
    test('every period has an id that no other one has (Heinz recast the quarters of 2014 by a day)', () => {
      for (const { view } of views) {
        const ids = [...view.years, ...view.quarters].map(({ id }) => id)
        expect(ids).toEqual([...new Set(ids)])
      }
    })
    test('every balance sheet that is served balances, and four quarters are their year', () => {
      let added = 0
      for (const { url, view } of views) {
        for (const period of [...view.years, ...view.quarters]) {
          const [assets, both] = [view.figure('total_assets', period), view.figure('liabilities_and_equity', period)]
          if (assets !== null && both !== null) expect(Math.abs(assets.value - both.value)).toBeLessThanOrEqual(1e6)
        }
        for (const line of ['revenue', 'net_income', 'operating_cash_flow'] as const)
          for (const year of view.years) {
            const four = [1, 2, 3, 4].map((nth) => figureOf(view, line, `${year.label} Q${nth}`))
            if (four[3] === null || four[3]?.derived === null || four.includes(null)) continue
            const sum = four.reduce((total, quarter) => total + quarter!.value, 0)
            expect(Math.abs(sum - view.figure(line, year)!.value), `${url} ${line} ${year.label}`).toBeLessThanOrEqual(2e6)
            added++
          }
      }
      expect(added).toBeGreaterThan(1_000)
    })
  })
})
