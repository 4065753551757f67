import { describe, expect, test } from 'vitest'
import { levelOf, levels } from '../../sample/world/levels.ts'
import { normal, seedOf, uniform } from '../../sample/world/noise.ts'
import { epoch, meanReverting, pathOf, walk } from '../../sample/world/path.ts'

const days = Array.from({ length: 20_000 }, (_, i) => epoch + i)
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function correlation(a: number[], b: number[]): number {
  const [ma, mb] = [mean(a), mean(b)]
  const cov = mean(a.map((value, i) => (value - ma) * (b[i]! - mb)))
  return cov / Math.sqrt(mean(a.map((value) => (value - ma) ** 2)) * mean(b.map((value) => (value - mb) ** 2)))
}

const changes = (key: string): number[] => {
  const path = pathOf(key)
  return days.slice(1, 4_000).map((day) => Math.log(path(day) / path(day - 1)))
}

describe('noise', () => {
  test('is standard normal, the same twice, and unrelated to its neighbours and other seeds', () => {
    const one = days.map((day) => normal(seedOf('one'), day))
    const two = days.map((day) => normal(seedOf('two'), day))
    expect(days.map((day) => normal(seedOf('one'), day))).toEqual(one)
    expect(Math.abs(mean(one))).toBeLessThan(0.03)
    expect(Math.abs(mean(one.map((z) => z * z)) - 1)).toBeLessThan(0.03)
    expect(Math.abs(correlation(one, two))).toBeLessThan(0.03)
    expect(Math.abs(correlation(one.slice(1), one.slice(0, -1)))).toBeLessThan(0.03)
  })

  test('is spread evenly', () => {
    const buckets = new Array<number>(10).fill(0)
    for (const day of days) buckets[Math.floor(uniform(7, day) * 10)]!++
    for (const count of buckets) expect(Math.abs(count - 2_000)).toBeLessThan(200)
  })
})

describe('walks', () => {
  test('do not care in which order days are asked for', () => {
    const forwards = meanReverting(levels[0]!)
    const backwards = meanReverting(levels[0]!)
    const some = days.slice(0, 500)
    expect(some.toReversed().map(backwards).reverse()).toEqual(some.map(forwards))
  })

  test('stand still before the epoch', () => {
    const count = walk(
      () => 0,
      (before) => before + 1,
    )
    expect([count(epoch + 3), count(epoch), count(epoch - 9)]).toEqual([3, 0, 0])
  })

  test('return to their level with the volatility of their row', () => {
    for (const row of levels) {
      const path = meanReverting(row)
      const logs = days.map((day) => Math.log((path(day) - row.floor) / row.level))
      const spread = row.volatility / Math.sqrt((2 * Math.LN2 * 365.25) / row.halfLifeDays)
      expect(Math.abs(mean(logs)), row.key).toBeLessThan(spread)
      expect(Math.max(...logs.map(Math.abs)), row.key).toBeLessThan(6 * spread)
    }
  })

  test('share their surprises as their rows say', () => {
    expect(correlation(changes('PriceUSD'), changes('VIXCLS'))).toBeLessThan(-0.15)
    expect(correlation(changes('DCOILWTICO'), changes('VIXCLS'))).toBeLessThan(-0.1)
    expect(Math.abs(correlation(changes('DHHNGSP'), changes('VIXCLS')))).toBeLessThan(0.06)
  })

  test.each([
    [3_000, 10_000_000],
    [1, 500],
    [-100, 1_000],
    [0, 1e14],
  ] as const)('a series without a row stays between %d and %d', (low, high) => {
    const key = `no row ${low} ${high}`
    expect(levelOf(key, [low, high]).risk).toBe(0)
    const path = pathOf(key, [low, high])
    for (const day of days) expect(path(day) > low && path(day) < high).toBe(true)
  })
})
