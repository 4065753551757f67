import { describe, expect, test } from 'vitest'
import { lastDays } from '../../sample/rows/publication.ts'
import { seriesLevelOf, seriesLevels } from '../../sample/world/levels.ts'
import { meanReverting, memoizedWalk, pathOf, sampleEpoch } from '../../sample/world/random-walk.ts'

const days = Array.from({ length: 20_000 }, (_, i) => sampleEpoch + i)
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('walks', () => {
  test('do not care in which order days are asked for', () => {
    const forwards = meanReverting(seriesLevels[0]!)
    const backwards = meanReverting(seriesLevels[0]!)
    const some = days.slice(0, 500)
    expect(some.toReversed().map(backwards).reverse()).toEqual(some.map(forwards))
  })

  test('stand still before the epoch', () => {
    const count = memoizedWalk(
      () => 0,
      (before) => before + 1,
    )
    expect([count(sampleEpoch + 3), count(sampleEpoch), count(sampleEpoch - 9)]).toEqual([3, 0, 0])
  })

  test('return to their level with the volatility of their row', () => {
    for (const row of seriesLevels) {
      const path = meanReverting(row)
      const logs = days.map((day) => Math.log((path(day) - row.floor) / row.level))
      const spread = row.volatility / Math.sqrt((2 * Math.LN2 * 365.25) / row.halfLifeDays)
      expect(Math.abs(mean(logs)), row.key).toBeLessThan(spread)
      expect(Math.max(...logs.map(Math.abs)), row.key).toBeLessThan(6 * spread)
    }
  })

  test.each([
    [3_000, 10_000_000],
    [1, 500],
    [-100, 1_000],
    [0, 1e14],
  ] as const)('a series without a row stays between %d and %d', (low, high) => {
    const key = `no row ${low} ${high}`
    expect(seriesLevelOf(key, [low, high]).risk).toBe(0)
    const path = pathOf(key, [low, high])
    for (const day of days) expect(path(day) > low && path(day) < high).toBe(true)
  })
})

test('the last days of an answer end with the last one', () => {
  expect([lastDays(3, 20_000), lastDays(1, 5), lastDays(0, 5)]).toEqual([[19_998, 19_999, 20_000], [5], []])
})
