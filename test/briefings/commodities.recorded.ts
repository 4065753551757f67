import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { energyBasket } from '../../pipeline/briefings/commodities/commodities.energy-basket.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { day } from '../analysis/columns.ts'
import { recordedFilesIn, recordedFolder } from '../recorded.ts'
import { rowsOf, versionsOf, viewOf } from './commodity-days.ts'

test('the energy basket in the week to 14 August 2026 against five years, from recorded bytes', () => {
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
