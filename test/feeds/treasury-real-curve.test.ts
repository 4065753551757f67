import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { treasuryRealSeries } from '../../data/series/treasury.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { treasuryRealCurve } from '../../pipeline/feeds/treasury-real-curve.ts'
import { newestOf, stateAt } from './reading.ts'
import { cell, csv, entry, feed, refusal, rules, valuesOf, xml, years } from './real-curve.ts'

/** Two days as a reader of the file has written them down on 2026-10-04, newest first. */
const printed = `Date,"5 YR","7 YR","10 YR","20 YR","30 YR"
10/02/2026,2.69,2.80,2.92,3.19,3.34
10/01/2026,2.65,2.76,2.88,3.16,3.31
`

describe('Treasury real curve', () => {
  test('CSV: tenors are in capitals here, newest first, read by hand', () => {
    const values = valuesOf(csv, printed)
    expect(values).toHaveLength(2 * treasuryRealSeries.length)
    const on = (day: string) => values.flatMap(([series, each, value]) => (each === day ? [[series, value]] : []))
    const all = (...yields: number[]) => yields.map((value, at) => [`treasury.TC_${years[at]}YEAR`, value])
    expect(on('2026-10-02')).toEqual(all(2.69, 2.8, 2.92, 3.19, 3.34))
    expect(on('2026-10-01')).toEqual(all(2.65, 2.76, 2.88, 3.16, 3.31))
  })

  test('XML: negative yields with the six decimals they came with in 2020; neither null nor the number of an entry is a value', () => {
    const day = feed(
      entry(
        '2020-05-01',
        `${cell('5YEAR', '-0.315825')}${cell('10YEAR', '-0.420718')}<d:TC_30YEAR m:type="Edm.Double" m:null="true" />`,
      ),
    )
    expect(valuesOf(xml, day)).toEqual([
      ['treasury.TC_5YEAR', '2020-05-01', -0.315825],
      ['treasury.TC_10YEAR', '2020-05-01', -0.420718],
    ])
  })

  test('the nominal curve is not taken for the real one, nor the other way round', () => {
    const nominal = feed(entry('2026-01-02', '<d:BC_10YEAR m:type="Edm.Double">4.19</d:BC_10YEAR>'))
    expect(refusal(xml, nominal)).toBe('PAGE_EMPTY')
    expect(refusal(csv, 'Date,"5 Yr","10 Yr"\n01/05/2026,3.71,4.19\n')).toBe('HEADER')
    expect(feedFor(xml)).toBe(treasuryRealCurve)
    expect(feedFor(csv)).toBe(treasuryRealCurve)
    expect(feedFor(xml.replace('real_', ''))?.id).toBe('treasury-par-curve')
  })

  test('a cut cell and a value out of range are rejected', () => {
    expect(rules(csv, printed.replace('2.92,3.19', '2.9,3.19'))).toEqual(['row'])
    const wrong = feed(entry('2026-01-02', cell('10YEAR', '192')) + entry('2026-01-05', cell('10YEAR', '1.93')))
    expect(rules(xml, wrong)).toEqual(['range'])
  })

  test('asks for every year since 2003 at first, then from the year of the newest day on', () => {
    const asked = (newest: Record<string, string>) => {
      const requests = treasuryRealCurve.plan(stateAt('2026-11-20T23:30:00Z', newestOf(newest)))
      return requests.map(({ url }) => Number(new URL(url).searchParams.get('field_tdr_date_value')))
    }
    expect(asked({})[0]).toBe(2003)
    expect(asked({ 'treasury.TC_10YEAR': '2025-12-31' })).toEqual([2025, 2026])
    // the nominal curve has its own newest day
    expect(asked({ 'treasury.BC_10YEAR': '2026-11-19' })[0]).toBe(2003)
  })

  test('is the witness of every real yield, to two hundredths', () => {
    const real = metricRows.filter(({ metric }) => metric.startsWith('real-yield-'))
    expect(new Map(real.map(({ of, witnesses }) => [of[0], witnesses]))).toEqual(
      new Map(years.map((n) => [`DFII${n}`, [{ series: `treasury.TC_${n}YEAR`, tolerance: 0.02, in: 'unit' }]])),
    )
  })
})
