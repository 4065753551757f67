import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import type { Day } from '../../pipeline/analysis/days/day.ts'
import { energyBasket } from '../../pipeline/briefings/commodities/commodities.energy-basket.ts'
import { gold } from '../../pipeline/briefings/commodities/commodities.gold.ts'
import { oilProducers } from '../../pipeline/briefings/commodities/commodities.oil-producers.ts'
import { dayMs } from '../../pipeline/time/day.ts'
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
    const content = gold.tell(view)
    expect(gold.state.label(view)).not.toBe('unknown')
    expect(content.notes[0]).toContain('the state follows the price of the month')
    expect(content.sections.map(({ id }) => id)).toEqual(['months'])
    const [row] = rowsOf(content, 'months')
    expect(row).toMatchObject({ month: '2026-05', value: 4_620, low: 2_260, high: 4_620, record_month: '2026-05' })
    expect(row!['1m']).toBeCloseTo(100 * (4_620 / 4_580 - 1), 9)
    expect(row!['12m']).toBeCloseTo(100 * (4_620 / 4_140 - 1), 9)
  })
  test.each(['gld-share', 'slv-share', 'cper-share', 'weat-share'])('%s is called a share, and is not the price', (fund) => {
    const { title, description } = metricRows.find(({ metric }) => metric === fund)!
    expect(title).toMatch(/^Share of /)
    expect(description).toMatch(/not the price|roll yield/)
  })
})

describe('producers', () => {
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
    expect(content.notes[0]).toMatch(/^No recent close on record of ConocoPhillips, .*Phillips 66\.$/)
    expect(rowsOf(content, 'companies')).toHaveLength(2)
  })
  test('counts those ahead of the commodity over 90 days', () =>
    expect(content.facts![0]!.text).toMatch(/to 13 June none of two oil companies did better than WTI/))
})
