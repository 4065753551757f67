import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { evaluator } from '../../../pipeline/analysis/formulas/evaluate.ts'
import { feedFor } from '../../../pipeline/source/feeds/index.ts'
import { nyfedDealers } from '../../../pipeline/source/feeds/nyfed-dealers.ts'
import { nyfedRates } from '../../../pipeline/source/feeds/nyfed-rates.ts'
import { isoDay } from '../../../pipeline/time/day.ts'
import { columnOf } from '../../analysis/columns.ts'
import { recordedFilesIn, recordedFolder, withoutRecorded } from '../../recorded.ts'
import { flattened } from '../../rows.ts'
import { readingAt, stateAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const api = 'https://markets.newyorkfed.org/api'
const dealers = `${api}/pd/get/PDPOSGST-TOT_PDPOSGS-B.json`
const soma = `${api}/soma/summary.json`
const sofr = `${api}/rates/secured/sofr/last/5.json`
const { parse, refusal, rules, values } = readingAt(at)
const state = (newestPeriod?: ReadonlyMap<string, number>) => stateAt(at, newestPeriod)

describe('New York Fed', () => {
  test('dealers: by key, a withheld position is no value, an unknown key is not ours', () => {
    const timeseries = [
      { asofdate: '2026-11-11', keyid: 'PDPOSGST-TOT', value: '412345' },
      { asofdate: '2026-11-11', keyid: 'PDPOSGS-B', value: '*' },
      { asofdate: '2026-11-11', keyid: 'PDPOSMBS-TOT', value: '1' },
      { asofdate: '2026-11-11', keyid: 'PDPOSGSC-L2', value: '-20011' },
      { asofdate: '2026-11-11', keyid: 'PDPOSGSC-G21', value: 7 },
    ]
    const body = JSON.stringify({ pd: { timeseries } })
    expect(values(dealers, body)).toEqual([
      ['nyfed.PDPOSGST-TOT', '2026-11-11', 412_345],
      ['nyfed.PDPOSGSC-L2', '2026-11-11', -20_011],
    ])
    expect(rules(dealers, body)).toEqual(['row'])
  })
  test('account: dollars with cents, an empty text is no value', () => {
    const summary = [{ asOfDate: '2026-11-11', bills: '195492926700.50', frn: '', mbs: 5 }]
    const parsed = parse(soma, JSON.stringify({ soma: { summary } }))
    expect(flattened(parsed).sighting.map(({ series, value }) => [series, value])).toEqual([
      ['nyfed.soma.bills', 195_492_926_700.5],
    ])
    expect(parsed.rejected.map(({ series }) => series)).toEqual([
      'nyfed.soma.notesbonds',
      'nyfed.soma.tips',
      'nyfed.soma.tipsInflationCompensation',
      'nyfed.soma.agencies',
      'nyfed.soma.mbs',
      'nyfed.soma.cmbs',
    ])
  })
  test('rates: percent as numbers, another type is refused', () => {
    const refRates = [
      { effectiveDate: '2026-11-19', type: 'SOFR', percentRate: 3.62 },
      { effectiveDate: '2026-11-18', type: 'BGCR', percentRate: 3.6 },
      { effectiveDate: '2026-11-17', type: 'SOFR', percentRate: '3.6' },
    ]
    const parsed = parse(sofr, JSON.stringify({ refRates }))
    expect(flattened(parsed).sighting.map(({ series, value }) => [series, value])).toEqual([['nyfed.SOFR', 3.62]])
    expect(parsed.rejected).toHaveLength(2)
  })
  test.each([
    [dealers, '{"pd":{"timeseries":[]}}', 'PAGE_EMPTY'],
    [dealers, '{}', 'DATA_MISSING'],
    [soma, '{"soma":{"summary":[]}}', 'PAGE_EMPTY'],
    [soma, '{"soma":{}}', 'DATA_MISSING'],
    [sofr, '{"refRates":[]}', 'PAGE_EMPTY'],
    [sofr, '[]', 'BODY_NOT_OBJECT'],
  ])('%s refuses %s', (url, body, code) => expect(refusal(url, body)).toBe(code))
  test('asks for all dealers in one request, and for two years of rates once', () => {
    const [all] = nyfedDealers.plan(state())
    expect(all!.url.split('_')).toHaveLength(14)
    expect(feedFor(all!.url)?.id).toBe('nyfed-dealers')
    expect(feedFor(`${api}/pd/get/PDPOSMBS-TOT.json`)).toBeNull()
    expect(nyfedRates.plan(state()).map(({ url }) => url)).toEqual([
      `${api}/rates/secured/sofr/last/500.json`,
      `${api}/rates/unsecured/effr/last/500.json`,
    ])
    expect(nyfedRates.plan(state(new Map([['nyfed.SOFR', 20_000]])))[0]!.url).toBe(`${api}/rates/secured/sofr/last/25.json`)
  })
})

describe.skipIf(withoutRecorded)('recorded bodies of the New York Fed', () => {
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
    const metric = evaluator((id) => columns.get(id) ?? null)
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
