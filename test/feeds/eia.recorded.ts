import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { columnOf } from '../analysis/columns.ts'
import { recordedFolder } from '../recorded.ts'
import { readingAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const grid = (query = '') =>
  `https://api.eia.gov/v2/electricity/rto/region-data/data/?frequency=hourly&data[0]=value&facets[respondent][]=US48&facets[type][]=D${query}`
const { values } = readingAt(at)

describe('recorded bodies of the EIA', () => {
  const recorded = (file: string) => readFileSync(join(recordedFolder, file), 'utf8')
  test('842 days of demand, none without its hours; the two that reference checks compare', () => {
    const url = grid('&start=2023-01-01T00&offset=0&length=30000')
    const days = values(url, recorded('eia/v2_rto_region-data_US48_D_hourly_2023-01-01T00_2025-04-23T09.json'))
    expect(days.length).toBe(843)
    expect(days.find(([, day]) => day === '2025-04-22')![2]).toBe(10_564_536)
    expect(days.find(([, day]) => day === '2024-04-22')![2]).toBe(9_849_061)
    // sums of 28 days by another program: 287,992,530 MWh to 2025-04-22, 278,179,059 MWh 364 days before
    const demand = columnOf(
      days.map(([, day, value]): [string, number] => [String(day), Number(value)]),
      'MWh',
    )
    const metric = metricEvaluator((id) => (id === 'eia.grid.US48' ? demand : null))
    const newest = (name: string) => metric(name)!.column.value[metric(name)!.column.period.indexOf(dayNumber('2025-04-22')!)]
    expect(newest('grid-demand-28d')).toBe(287.99253)
    expect(newest('grid-demand-change')).toBeCloseTo(100 * (287_992_530 / 278_179_059 - 1), 9)
  })
})
