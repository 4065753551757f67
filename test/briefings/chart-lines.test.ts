import fc from 'fast-check'
import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { drawnTogether } from '../../data/charts.ts'
import { metricRows } from '../../data/metrics.ts'
import { chartLines } from '../../pipeline/briefings/chart-lines.ts'
import type { Day } from '../../pipeline/briefings/day.ts'
import { dayView, nothingFiled } from '../../pipeline/briefings/day-view.ts'
import { dayMs, endOfDay } from '../../pipeline/calendar/day.ts'
import type { Column } from '../../pipeline/column.ts'
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

test('the lead comes first, then the others in their order, four at most; a mean stands beside its price', () => {
  const all = Object.fromEntries(metricRows.map(({ metric }) => [metric, daily([1, 2, 3, 4, 5, 6, 7, 8, 9])]))
  for (const row of briefingRows) {
    const lines = chartLines(row, dayOf(all))
    const second = drawnTogether.filter((pair) => pair.every((metric) => row.metrics.includes(metric))).map(([, of]) => of)
    const order = [...new Set([...(row.lead ? [row.lead] : []), ...row.metrics])].filter((metric) => !second.includes(metric))
    expect(lines.map(({ metric }) => metric)).toEqual(order.slice(0, 4))
    expect(lines.flatMap(({ beside }) => (beside ? [beside.metric] : []))).toEqual(second)
  }
})

test('what is drawn together has one unit', () => {
  const unitOf = (metric: string) => metricRows.find((row) => row.metric === metric)!.unit
  for (const [first, second] of drawnTogether) expect([first, unitOf(first)]).toEqual([first, unitOf(second)])
})

test('no chart of what is not known, or of fewer than eight values', () => {
  expect(chartLines(quickCheck, dayOf({}))).toEqual([])
  expect(chartLines(quickCheck, dayOf({ 'net-liquidity': daily([1, 2, 3, 4, 5, 6, 7], 7) }))).toEqual([])
  expect(chartLines(quickCheck, dayOf({ 'net-liquidity': daily([1, 2, 3, 4, 5, 6, 7, 8], 7) }))).toHaveLength(1)
})

test('a year of values, thinned: dated as they are, with the first, the newest and every extreme among them', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 8, maxLength: 900 }), (values) => {
      const column = daily(values)
      const { points } = chartLines(quickCheck, dayOf({ 'bitcoin-price': column }))[0]!
      const year = values.slice(-365)
      expect(points.length).toBeLessThanOrEqual(Math.min(year.length, 182))
      expect(points[0]).toEqual([asOf - year.length + 1, year[0]])
      expect(points.at(-1)).toEqual([asOf, year.at(-1)])
      for (const [day, value] of points) expect(value).toBe(column.value[day - column.period[0]!])
      const drawn = points.map(([, value]) => value)
      expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...year), Math.max(...year)])
      expect(points.every(([day], i) => i === 0 || day > points[i - 1]![0])).toBe(true)
    }),
    { seed: 7, numRuns: 100 },
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
    return chartLines(quickCheck, dayView(known, at, endOfDay(at)))[0]!.points.at(-1)!
  }
  const [day, value] = newest(price)
  expect(day).toBeLessThanOrEqual(at)
  expect(newest(later)[0]).toBeLessThan(day - 800)
  expect(newest(revised)).toEqual([day, value * 2])
})
