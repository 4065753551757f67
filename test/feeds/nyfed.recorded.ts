import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { columnOf } from '../analysis/columns.ts'
import { recordedFilesIn, recordedFolder } from '../recorded.ts'
import { flattened } from '../rows.ts'
import { readingAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const api = 'https://markets.newyorkfed.org/api'
const soma = `${api}/soma/summary.json`
const { parse } = readingAt(at)

describe('recorded bodies of the New York Fed', () => {
  const recorded = (file: string) => readFileSync(join(recordedFolder, file), 'utf8')
  test('dealer totals with TIPS: notes and bonds are the seven buckets, not what bills and floating-rate notes leave of the total', () => {
    const columns = new Map(
      recordedFilesIn('nyfed')
        .filter((file) => file.includes('/pd_'))
        .map((file) => {
          const key = /\/pd_(.+)_\d{4}-\d\d-\d\d_/.exec(file)![1]!
          const { sighting } = flattened(parse(`${api}/pd/get/${key}.json`, recorded(file)))
          return [
            `nyfed.${key}`,
            columnOf(
              sighting.map(({ period, value }): [string, number] => [isoDay(period), value]),
              'USD mn',
            ),
          ]
        }),
    )
    const metric = metricEvaluator((id) => columns.get(id) ?? null)
    const newest = (name: string) => metric(name)!.column.value.at(-1)
    // of 22 April 2026: 518,390 - 78,468 - 8,078 would be 431,844; the metrics are in billions
    expect(['dealer-treasuries', 'dealer-coupons', 'dealer-tips', 'dealer-treasuries-nominal'].map(newest)).toEqual([
      518.39, 400.9, 30.944, 487.446,
    ])
  })
  test('the account with its inflation compensation is TREAST of H.4.1 to the million', () => {
    const { sighting } = flattened(parse(soma, recorded('nyfed/soma_summary_2003-07-09_2025-10-15.json')))
    const treasuries = ['bills', 'notesbonds', 'tips', 'frn', 'tipsInflationCompensation'].map((kind) => `nyfed.soma.${kind}`)
    const totalOn = (date: string) =>
      sighting
        .filter(({ series, period }) => treasuries.includes(series) && isoDay(period) === date)
        .reduce((sum, { value }) => sum + value, 0)
    // as FRED prints TREAST, in millions of dollars
    for (const [date, treast] of [
      ['2022-06-01', 5_770_779],
      ['2024-01-03', 4_753_330],
      ['2025-10-15', 4_196_270],
    ] as const)
      expect(Math.round(totalOn(date) / 1e6), date).toBe(treast)
  })
})
