import fc from 'fast-check'
import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { pairedChartMetrics } from '../../data/charts.ts'
import { metricRows } from '../../data/metrics.ts'
import { briefingChartLines } from '../../pipeline/briefings/charts.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { dayView, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { dayMs, endOfDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { walk } from '../analysis/columns.ts'

const quickCheck = briefingRows.find(({ id }) => id === 'btc.quick-check')!
const asOf = 20_000

/** A day on which only these histories are known. */
const dayOf = (columns: Readonly<Record<string, Pick<Column, 'period' | 'value'>>>) =>
  ({ column: (metric: string) => columns[metric] ?? null }) as unknown as Day

const daily = (values: readonly number[], every = 1) => ({
  period: Int32Array.from(values, (_, i) => asOf - (values.length - 1 - i) * every),
  value: Float64Array.from(values),
})

const pointsOf = (row: (typeof briefingRows)[number]) => row.metrics.toReversed()

test('the lead comes first, then what stands out in its order, five at most; a mean stands beside its price', () => {
  const all = Object.fromEntries(metricRows.map(({ metric }) => [metric, daily([1, 2, 3, 4, 5, 6, 7, 8, 9])]))
  for (const row of briefingRows) {
    const lead = row.lead ?? pointsOf(row)[0]!
    const lines = briefingChartLines(row, dayOf(all), pointsOf(row))
    const others = pointsOf(row).filter((metric) => metric !== lead)
    expect(lines.map(({ metric }) => metric)).toEqual([lead, ...others.slice(0, 5)])
    const second = pairedChartMetrics.find(([first, beside]) => first === lead && row.metrics.includes(beside))?.[1]
    expect(lines.flatMap(({ beside }) => (beside ? [beside.metric] : []))).toEqual(second ? [second] : [])
    expect(briefingChartLines(row, dayOf(all)).map(({ metric }) => metric)).toEqual([row.lead ?? row.metrics[0]])
  }
})

test('what is drawn together has one unit', () => {
  const unitOf = (metric: string) => metricRows.find((row) => row.metric === metric)!.unit
  for (const [first, second] of pairedChartMetrics) expect([first, unitOf(first)]).toEqual([first, unitOf(second)])
})

test('no chart of what is not known, or of fewer than eight values', () => {
  expect(briefingChartLines(quickCheck, dayOf({}))).toEqual([])
  expect(briefingChartLines(quickCheck, dayOf({ 'bitcoin-price': daily([1, 2, 3, 4, 5, 6, 7], 7) }))).toEqual([])
  expect(briefingChartLines(quickCheck, dayOf({ 'bitcoin-price': daily([1, 2, 3, 4, 5, 6, 7, 8], 7) }))).toHaveLength(1)
})

test.each([
  ['three years of the lead', 1_095, 302, 0],
  ['a year of what stands out', 365, 102, 1],
])('%s, thinned: dated as they are, with the first, the newest and every extreme among them', (_, days, most, at) => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 8, maxLength: 1_500 }), (values) => {
      const column = daily(values)
      const both = dayOf({ 'bitcoin-price': column, 'net-liquidity': column })
      const { points } = briefingChartLines(quickCheck, both, ['net-liquidity'])[at]!
      const shown = values.slice(-days)
      expect(points.length).toBeLessThanOrEqual(Math.min(shown.length, most))
      expect(points[0]).toEqual([asOf - shown.length + 1, shown[0]])
      expect(points.at(-1)).toEqual([asOf, shown.at(-1)])
      for (const [day, value] of points) expect(value).toBe(column.value[day - column.period[0]!])
      const drawn = points.map(([, value]) => value)
      expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...shown), Math.max(...shown)])
      expect(points.every(([day], i) => i === 0 || day > points[i - 1]![0])).toBe(true)
    }),
    { seed: 7, numRuns: 50 },
  )
})

test('a past day shows what was known on it, not what became known later', () => {
  const price = walk(4, 1_500, 1e9)
  const revised = { ...price, value: price.value.map((value) => value * 2) }
  const later = { ...price, known: price.known.map((known) => known + 900 * dayMs) }
  const at = price.period.at(-1)! - 400
  const newest = (column: Column) => {
    const known = {
      versions: new Map([['btc.PriceUSD', { ...column, series: 'btc.PriceUSD' }]]),
      ...nothingFiled,
      sample: true,
    }
    return briefingChartLines(quickCheck, dayView(known, at, endOfDay(at)))[0]!.points.at(-1)!
  }
  const [day, value] = newest(price)
  expect(day).toBeLessThanOrEqual(at)
  expect(newest(later)[0]).toBeLessThan(day - 800)
  expect(newest(revised)).toEqual([day, value * 2])
})
