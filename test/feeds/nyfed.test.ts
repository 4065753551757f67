import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { nyfedDealers } from '../../pipeline/feeds/nyfed-dealers.ts'
import { nyfedRates } from '../../pipeline/feeds/nyfed-rates.ts'
import { flattened } from '../rows.ts'
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
