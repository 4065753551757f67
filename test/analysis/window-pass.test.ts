import { describe, expect, test } from 'vitest'
import { correlationsOf, meansOf, zScoresOf } from '../../bench/window-pass.ts'
import { correlate } from '../../pipeline/analysis/correlation.ts'
import { head } from '../../pipeline/column.ts'
import { columnOf, daily, walk, withValues } from './columns.ts'

describe('window pass', () => {
  test('means by hand', () => {
    expect(Array.from(meansOf(daily('2026-01-01', [1, 2, 3, 7]), 3))).toEqual([Number.NaN, Number.NaN, 2, 4])
    expect(Array.from(meansOf(daily('2026-01-01', [1, 2]), 3))).toEqual([Number.NaN, Number.NaN])
  })

  test('z-scores by hand, over calendar days', () => {
    const column = columnOf([
      ['2026-01-01', 900],
      ['2026-01-11', 1],
      ['2026-01-12', 2],
      ['2026-01-13', 3],
    ])
    const scores = zScoresOf(column, 10)
    expect(scores[0]).toBeNaN()
    expect(scores[3]).toBeCloseTo(1, 12)
  })

  test('a small spread on a large level keeps its digits', () => {
    const column = walk(5, 500)
    const raised = withValues(column, (value) => Math.round(value * 1024) / 1024 + 2 ** 30)
    const plain = withValues(column, (value) => Math.round(value * 1024) / 1024)
    const [high, low] = [zScoresOf(raised, 90), zScoresOf(plain, 90)]
    for (let i = 1; i < 500; i++) expect(high[i]).toBeCloseTo(low[i]!, 9)
  })

  test('a series that does not vary has no z-score', () => {
    expect(zScoresOf(daily('2026-01-01', Array(100).fill(0.1)), 90).every(Number.isNaN)).toBe(true)
  })

  test('correlations of every day are those of the day alone', () => {
    const [a, b] = [walk(8, 200), walk(9, 200)]
    const all = correlationsOf(a, b, 30, ['percent', 'percent'])
    let compared = 0
    for (let i = 0; i < 200; i++) {
      if (Number.isNaN(all[i]!)) continue
      expect(correlate(head(a, i), b, 30, ['percent', 'percent'])?.value).toBeCloseTo(all[i]!, 5)
      compared++
    }
    expect(compared).toBeGreaterThan(80)
  })
})
