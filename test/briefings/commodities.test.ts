import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import type { Day } from '../../pipeline/analysis/days/day.ts'
import { dayView, nothingFiled } from '../../pipeline/analysis/days/day-view.ts'
import type { BriefingDefinition } from '../../pipeline/briefings/briefer.ts'
import { energyBasket } from '../../pipeline/briefings/commodities/commodities.energy-basket.ts'
import { gold } from '../../pipeline/briefings/commodities/commodities.gold.ts'
import { oilProducers } from '../../pipeline/briefings/commodities/commodities.oil-producers.ts'
import type { Versions } from '../../pipeline/column.ts'
import { dayMs, endOfDay } from '../../pipeline/time/day.ts'
import { columnOf, day } from '../analysis/columns.ts'
import { recordedFilesIn, recordedFolder, withoutRecorded } from '../recorded.ts'
import { figuresOf } from './figures-of.ts'

/** A series known so many days after each of its periods. */
const versionsOf = (series: string, unit: string, rows: readonly (readonly [number, number])[], lag = 1): Versions =>
  columnOf(
    rows.map(([period, value]) => [period, value, (period + lag) * dayMs] as const),
    unit,
    series,
  )

function viewOf(asOf: string, ...versions: Versions[]): Day {
  const known = {
    ...nothingFiled,
    versions: new Map(versions.map((each) => [each.series, each])),
    rows: new Map(),
    sample: false,
  }
  return dayView(known as unknown as Parameters<typeof dayView>[0], day(asOf), endOfDay(day(asOf)))
}
const rowsOf = (content: ReturnType<BriefingDefinition['tell']>, id: string) =>
  content.sections.find((section) => section.id === id)?.rows ?? []

describe('the energy basket', () => {
  const stateOf = (...gaps: number[]) => {
    const first = day('2026-07-01')
    const column = columnOf(gaps.map((gap, i) => [first + i, gap] as const))
    const figures = figuresOf({ 'petroleum-stocks-gap': column })
    return energyBasket.state.label({ asOf: first + gaps.length - 1, figures } as Day)
  }
  test.each([
    [[-4.9], 'balanced'],
    [[-5], 'tight'],
    [[-5, -2.1], 'tight'],
    [[-5, -1.9], 'balanced'],
    [[-5, -1.9, -4.9], 'balanced'],
    [[5, 2.1], 'loose'],
    [[-5, -2], 'tight'],
    [[5, 1.9], 'balanced'],
    [[-6, 5], 'loose'],
  ])('after gaps of %j %% it is %s', (gaps, label) => expect(stateOf(...gaps)).toBe(label))

  test.skipIf(withoutRecorded)('the week to 14 August 2026 against five years, from recorded bytes', () => {
    const read = (id: string, key: string, unit: string): Versions => {
      const file = recordedFilesIn('eia').find((name) => name.includes(`_${key}_`))!
      const { response } = JSON.parse(readFileSync(join(recordedFolder, file), 'utf8'))
      const rows = response.data.map((row: { period: string; value: string }) => [day(row.period), Number(row.value)] as const)
      return versionsOf(id, unit, rows.reverse(), 5)
    }
    const view = viewOf(
      '2026-08-22',
      read('eia.WCESTUS1', 'PET.WCESTUS1.W', 'thousand barrels'),
      read('eia.WGTSTUS1', 'PET.WGTSTUS1.W', 'thousand barrels'),
      read('eia.WDISTUS1', 'PET.WDISTUS1.W', 'thousand barrels'),
      read('eia.NW2_EPG0_SWO_R48_BCF', 'NG.NW2_EPG0_SWO_R48_BCF.W', 'bcf'),
    )
    expect(energyBasket.state.label(view)).toBe('tight')
    const stocks = new Map(rowsOf(energyBasket.tell(view), 'stocks').map((row) => [row['stock'], row]))
    // the weeks to 15 August 2025, 16 August 2024, 18 August 2023, 19 August 2022 and 20 August 2021
    const crude = [420.684, 426.029, 433.528, 421.672, 432.564]
    const mean = crude.reduce((total, value) => total + value, 0) / 5
    expect(stocks.get('Crude')).toMatchObject({ level: 428.815, low: 420.684, high: 433.528, mean: 426.895, week_change: 4.405 })
    expect(stocks.get('Crude')!['gap']).toBeCloseTo(100 * (428.815 / mean - 1), 9)
    expect(stocks.get('Distillates')).toMatchObject({ level: 105.619, low: 111.594, high: 138.459 })
    expect(stocks.get('Gas')).toMatchObject({ level: 3_169, low: 2_579, high: 3_299, unit: 'bcf', week_change: 16 })
    expect(stocks.get('The three together')!['gap']).toBeCloseTo(-3.2356850836793516, 9)
  })
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
