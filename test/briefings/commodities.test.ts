import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { energyBasket } from '../../pipeline/briefings/commodities/commodities.energy-basket.ts'
import { commoditiesGold } from '../../pipeline/briefings/commodities/commodities.gold.ts'
import { oilProducers } from '../../pipeline/briefings/commodities/commodities.oil-producers.ts'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { dayMs, isoDay } from '../../pipeline/time/day.ts'
import { columnOf, day } from '../analysis/columns.ts'
import states from './commodities.json' with { type: 'json' }
import { rowsOf, versionsOf, viewOf } from './commodity-days.ts'
import { figuresOf } from './figures-of.ts'

describe('the energy basket', () => {
  const stateOf = (...gaps: number[]) => {
    const first = day('2026-07-01')
    const column = columnOf(gaps.map((gap, i) => [first + i, gap] as const))
    const figures = figuresOf({ 'petroleum-stocks-gap': column })
    return energyBasket.state.label({ asOf: first + gaps.length - 1, figures } as Day)
  }
  test.each(states as [number[], string][])('after gaps of %j %% it is %s', (gaps, label) => expect(stateOf(...gaps)).toBe(label))
})

test('the week’s changes come first, then four weeks of demand against a year before and what Cushing holds', () => {
  const last = day('2026-07-10')
  const weeksOf = (series: string, unit: string, value: (back: number) => number) =>
    versionsOf(
      series,
      unit,
      Array.from({ length: 320 }, (_, i) => [last - 7 * (319 - i), value(319 - i)] as const),
      5,
    )
  const stocks = (series: string, usual: number, change: number) =>
    weeksOf(series, 'thousand barrels', (back) => usual - (back === 0 ? 0 : change))
  const told = (demandWeeks: number) =>
    energyBasket.tell(
      viewOf(
        '2026-07-16',
        stocks('eia.WCESTUS1', 409_000, -1_692),
        stocks('eia.WGTSTUS1', 210_000, -1_533),
        stocks('eia.WDISTUS1', 108_000, 4_556),
        stocks('eia.W_EPC0_SAX_YCUOK_MBBL', 22_000, -400),
        weeksOf('eia.WRPUPUS2', 'thousand barrels a day', (back) => (back < demandWeeks ? 19_000 : 20_000)),
      ),
    )
  expect(told(4).facts![0]!.text).toMatch(
    /^In the week to 10 July crude stocks fell 1.7 million barrels, gasoline fell 1.5 million and distillates rose 4.6 million; together [\d.]+% above their five-year mean\.$/,
  )
  expect(told(4).also).toEqual([
    'Four-week demand was 19 million barrels a day, 5% below a year before.',
    'Cushing held 22 million barrels, 0.4 million less than a week before.',
  ])
  expect(told(2).also![0]).toContain('was 19.5 million barrels a day, 2.5% below')
})

describe('one commodity', () => {
  const months = Array.from({ length: 80 }, (_, i) => Date.UTC(2019, 11 + i, 0) / dayMs)
  const prices = versionsOf(
    'worldbank.gold',
    'USD/oz',
    months.map((month, i) => [month, 1_500 + 40 * i] as const),
    3,
  )

  test('without closes of the fund the state follows the month, and the briefing says so', () => {
    const view = viewOf('2026-06-20', prices)
    const content = commoditiesGold.tell(view)
    expect(commoditiesGold.state.label(view)).not.toBe('unknown')
    expect(content.notes[0]).toContain('the state follows the price of the month')
    expect(content.sections.map(({ id }) => id)).toEqual(['months'])
    const [row] = rowsOf(content, 'months')
    expect(row).toMatchObject({ month: '2026-05', value: 4_620, low: 2_260, high: 4_620, record_month: '2026-05' })
    expect(row!['1m']).toBeCloseTo(100 * (4_620 / 4_580 - 1), 9)
    expect(row!['12m']).toBeCloseTo(100 * (4_620 / 4_140 - 1), 9)
  })
  test('without a fresh price the declared driver has its value, its day and its move since the month of the price', () => {
    const yields = versionsOf(
      'DFII10',
      'percent',
      Array.from({ length: 200 }, (_, i) => [day('2026-09-16') - 199 + i, i < 160 ? 2.06 : 2.32] as const),
    )
    const oil = versionsOf(
      'DCOILWTICO',
      'USD/bbl',
      Array.from({ length: 200 }, (_, i) => [day('2026-09-16') - 199 + i, i < 180 ? 94 : 72] as const),
    )
    const [fact, ...others] = commoditiesGold.tell(viewOf('2026-09-17', prices, yields, oil)).facts!
    expect(others).toEqual([])
    expect(fact!.text).toBe(
      'Gold’s newest price is June’s average, $4,660 an ounce; the 10-year real yield has since risen to 2.32% on 16 September.',
    )
    expect(fact!.clauses[0]).toEqual(['No gold price since June; the 10-year real yield has since risen to 2.32%'])
  })
  test.each(['gld-share', 'slv-share', 'cper-share', 'weat-share'])('%s is called a share, and is not the price', (fund) => {
    const { title, description } = metricRows.find(({ metric }) => metric === fund)!
    expect(title).toMatch(/^Share of /)
    expect(description).toMatch(/not the price|roll yield/)
  })
})

describe('producers', () => {
  test('a state that turned opens the briefing whose subject it is judged by, and not that of the miners', () => {
    const rows = briefingRows.filter(({ id }) => id === 'commodities.gold' || id === 'commodities.gold-miners')
    const last = day('2026-06-30')
    // the fund climbs for two years, then falls: its signal turns on one of the days after
    const closes = (start: number) =>
      Array.from({ length: 900 }, (_, i) => {
        const period = last - 899 + i
        return [period, start + 0.1 * i + Math.sin(i) - Math.max(0, i - 850) * 1.2] as const
      })
    const series = [
      versionsOf('GLD.close', 'USD', closes(200)),
      versionsOf('NEM.close', 'USD', closes(40)),
      versionsOf('B.close', 'USD', closes(20)),
    ]
    const openings = Array.from({ length: 45 }, (_, i) => viewOf(isoDay(last - 44 + i), ...series)).flatMap((view) => {
      const [own, miners] = briefingDocuments(view, rows)
      const { since, previous } = own!.state!
      return since === own!.as_of && previous !== 'unknown'
        ? [[own!.headline, miners!.state!.since, miners!.headline] as const]
        : []
    })
    expect(openings.length).toBeGreaterThan(0)
    for (const [own, since, miners] of openings) {
      expect(own).toMatch(/^(?:From|The state is) /)
      expect([since, miners]).toEqual([expect.any(String), expect.stringMatching(/mining companies/)])
    }
  })

  const last = day('2026-06-19')
  const sessions = Array.from({ length: 300 }, (_, i) => last - 299 + i)
  const close = (series: string, price: (i: number) => number) =>
    versionsOf(
      series,
      'USD',
      sessions.map((at, i) => [at, price(i)] as const),
    )
  // spot prices end six days before the closes
  const wti = versionsOf(
    'DCOILWTICO',
    'USD/bbl',
    sessions.slice(0, -6).map((at, i) => [at, 60 + 0.1 * i + 3 * Math.sin(i)] as const),
  )
  const view = viewOf(
    '2026-06-20',
    wti,
    close('XOM.close', (i) => 2 * (60 + 0.1 * i + 3 * Math.sin(i))),
    close('CVX.close', (i) => 150 - 0.1 * i),
  )
  const content = oilProducers.tell(view)
  const company = (name: string) => rowsOf(content, 'companies').find((row) => row['company'] === name)!

  test('a share and its commodity are compared over the same days, to the newest both have', () => {
    expect(company('Exxon Mobil')).toMatchObject({ period: '2026-06-19', compared_to: '2026-06-13' })
    for (const span of ['30d', '90d']) expect(company('Exxon Mobil')[span]).toBe(company('Exxon Mobil')[`beside_${span}`])
    const at = (text: string) => 150 - 0.1 * sessions.indexOf(day(text))
    expect(company('Chevron')['90d']).toBeCloseTo(100 * (at('2026-06-13') / at('2026-03-15') - 1), 9)
    // the same windows as those of the readings above the table
    expect(company('Chevron')['beside_90d']).toBe(view.reading('wti-spot')!.trend['90d']!.change)
  })
  test('a share that moves as its commodity has a correlation of one; a past too short has no change', () => {
    expect(company('Exxon Mobil')).toMatchObject({ r: 1, n: 90, '365d': null, beside_365d: null })
  })
  test('companies without a recent close are named', () => {
    expect(content.notes[0]).toMatch(/^No recent share prices for ConocoPhillips, .*Phillips 66\.$/)
    expect(rowsOf(content, 'companies')).toHaveLength(2)
  })
  test('counts those ahead of the commodity over 90 days', () =>
    expect(content.facts![0]!.text).toMatch(/to 13 June none of two oil companies did better than WTI/))
})
